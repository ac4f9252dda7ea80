/**
 * Turns what valibot finds wrong into one message of ours: which key, what was expected, what is there. In a schema that is
 * checked here, each message is what was expected, and reads on after "must be".
 */

import * as v from 'valibot';
import { closest } from '../core/did-you-mean.ts';
import { UuldanaError } from '../core/errors.ts';

/** An object with these keys and no others. Arrays are none: valibot lets them pass as empty ones. */
export function objectOf<const E extends v.ObjectEntries>(entries: E) {
  return v.pipe(v.custom<object>(isPlainObject, 'an object'), v.strictObject(entries));
}

export function isPlainObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export interface Place {
  readonly file: string;
  /** Where in the file the checked value stands. */
  readonly path: readonly string[];
  /** Name of an object (the last key of its path; '' for the checked value itself) -> the keys it may have. */
  readonly keys: Readonly<Record<string, readonly string[]>>;
}

/** @throws UuldanaError `config-invalid` for the first thing that is wrong */
export function checkShape<const S extends v.GenericSchema>(schema: S, value: unknown, place: Place): v.InferOutput<S> {
  const result = v.safeParse(schema, value, { abortEarly: true });
  if (result.success) return result.output;
  throw shapeError(result.issues[0], place);
}

export function configError(message: string, options: { hint?: string } = {}): UuldanaError {
  return new UuldanaError('config-invalid', message, options);
}

function shapeError(issue: v.BaseIssue<unknown>, place: Place): UuldanaError {
  const inner = (issue.path ?? []).map(({ key }) => String(key));
  const name = [...place.path, ...inner].join('.');
  if (issue.type === 'strict_object') return keyError(issue, inner, name, place);
  return configError(
    `${place.file}: ${name === '' ? 'the file' : `"${name}"`} must be ${issue.message}, not ${shown(issue.input)}`,
  );
}

/** An unknown key, or a missing one. */
function keyError(issue: v.BaseIssue<unknown>, inner: readonly string[], name: string, place: Place): UuldanaError {
  if (issue.expected !== 'never') return configError(`${place.file}: "${name}" is missing`);
  const known = place.keys[inner.at(-2) ?? ''] ?? [];
  const meant = closest(inner.at(-1) ?? '', known);
  const hint = `${meant === null ? '' : `Did you mean "${meant}"? `}Known are: ${known.join(', ')}.`;
  return configError(`${place.file}: "${name}" is no known key`, { hint });
}

const SHOWN_CHARACTERS = 60;

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length <= SHOWN_CHARACTERS ? text : `${text.slice(0, SHOWN_CHARACTERS)}...`;
}

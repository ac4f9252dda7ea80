/**
 * Reads the text of config.json. Pure. Everything that is not understood is an error that names the key and what was expected:
 * a setting that is silently ignored is one that its user believes in.
 */

import * as v from 'valibot';
import { closest } from '../core/did-you-mean.ts';
import { LEVELS } from '../core/permission.ts';
import type { ProviderConfig } from '../provider/custom.ts';
import { type Config, DEFAULT_CONFIG } from './config.ts';
import { checkShape, configError, isPlainObject, objectOf } from './config-check.ts';
import { PROVIDER_KEYS, ProviderSchema, providerFault, toProviderConfig } from './config-provider.ts';
import { jsonFault } from './json-fault.ts';

/** Command names win over provider names (DESIGN 4), so a provider of that name could never be started by it. */
const COMMANDS =
  'launch resume handoff list show log search read rename pin unpin delete prune export verify providers audit ps reap reset mcp completion help';

const PROVIDER_ID = /^[a-z0-9][a-z0-9-]*$/;

const CONFIG_ENTRIES = {
  default_provider: v.optional(v.nullable(v.string('the id of a provider'), DEFAULT_CONFIG.defaultProvider), null),
  ceiling: v.optional(v.picklist(LEVELS, `one of ${LEVELS.join(', ')}`), DEFAULT_CONFIG.ceiling),
  strict_ceiling: v.optional(v.boolean('true or false'), DEFAULT_CONFIG.strictCeiling),
  capture: v.optional(v.picklist(['screen', 'conversation'], 'screen or conversation'), DEFAULT_CONFIG.capture),
  redact: v.optional(v.boolean('true or false'), DEFAULT_CONFIG.redact),
  keep_journals: v.optional(
    v.pipe(v.number('a whole number'), v.safeInteger('a whole number'), v.minValue(0, 'zero or more')),
    DEFAULT_CONFIG.keepJournals,
  ),
  suspend_key: v.optional(v.nullable(v.literal('ctrl-z', '"ctrl-z" or null')), DEFAULT_CONFIG.suspendKey),
  providers: v.optional(
    v.custom<Record<string, unknown>>(isPlainObject, 'an object with an entry for each provider'),
    {},
  ),
};

const ConfigSchema = objectOf(CONFIG_ENTRIES);

/**
 * @param file     the file's path, for messages
 * @param builtIn  ids of the providers that ship with uuldana: no entry of `providers` may take one
 * @throws UuldanaError `config-invalid`
 */
export function parseConfig(text: string, file: string, builtIn: readonly string[] = []): Config {
  const keys = { '': Object.keys(CONFIG_ENTRIES) };
  const found = checkShape(ConfigSchema, parseJson(text, file), { file, path: [], keys });
  const providers = Object.entries(found.providers).map(([id, entry]) => parseProvider(id, entry, file, builtIn));
  checkDefault(found.default_provider, [...builtIn, ...Object.keys(found.providers)], file, builtIn.length > 0);
  return {
    defaultProvider: found.default_provider,
    ceiling: found.ceiling,
    strictCeiling: found.strict_ceiling,
    capture: found.capture,
    redact: found.redact,
    keepJournals: found.keep_journals,
    suspendKey: found.suspend_key,
    providers: Object.fromEntries(providers),
  };
}

/** A byte order mark at the start is let pass: some editors write it. */
function parseJson(text: string, file: string): unknown {
  const json = text.replace(/^\ufeff/, '');
  const fault = jsonFault(json);
  if (fault === null) return JSON.parse(json);
  throw configError(`${file}, line ${fault.line}, column ${fault.column}: ${fault.what}`, {
    hint: 'JSON has double quotes only, and neither comments nor trailing commas.',
  });
}

function parseProvider(id: string, entry: unknown, file: string, builtIn: readonly string[]): [string, ProviderConfig] {
  const place = { file, path: ['providers', id] };
  const problem = idProblem(id, builtIn);
  if (problem !== null) throw configError(`${file}: "${id}" under "providers" cannot be a provider's id: ${problem}`);
  const found = checkShape(ProviderSchema, entry, { ...place, keys: PROVIDER_KEYS });
  const fault = providerFault(found);
  if (fault !== null) throw configError(`${file}: "${[...place.path, ...fault.path].join('.')}": ${fault.what}`);
  return [id, toProviderConfig(found)];
}

function idProblem(id: string, builtIn: readonly string[]): string | null {
  if (!PROVIDER_ID.test(id)) return 'it is made of a-z, 0-9 and "-", and does not begin with "-"';
  if (COMMANDS.split(' ').includes(id)) return 'it is the name of a command';
  return builtIn.includes(id) ? 'it is the id of a built-in provider' : null;
}

function checkDefault(id: string | null, known: readonly string[], file: string, isComplete: boolean): void {
  if (id === null || !isComplete || known.includes(id)) return;
  const meant = closest(id, known);
  const hint = `${meant === null ? '' : `Did you mean "${meant}"? `}Providers: ${known.join(', ')}.`;
  throw configError(`${file}: "default_provider" must be the id of a provider, not "${id}"`, { hint });
}

/**
 * Decides what permission a run gets, or why it gets none (DESIGN 8). Pure. A level that was asked for is granted exactly or
 * refused; one that nobody asked for may be lowered to the ceiling, never raised.
 */

import { isAbove, LEVELS, type Level, strictest } from '../core/permission.ts';
import type { Adapter } from '../provider/adapter.ts';
import { foundText } from '../provider/raise.ts';
import type { SettledLevels, SettledPromise } from './settle.ts';

export interface GrantQuestion {
  readonly adapter: Pick<Adapter, 'id' | 'title' | 'defaultLevel'> & { readonly levels: SettledLevels };
  /** What the user asked for on this command line. */
  readonly asked: Level | null;
  readonly ceiling: Level;
  /** When the ceiling was fixed; null for a session that is begun now. */
  readonly since: string | null;
  /** Whether what the person at the keyboard can reach inside the agent counts against the ceiling. */
  readonly strict: boolean;
  /** The level of the session's last run. */
  readonly lastGranted: Level | null;
  /** What the user's own settings of the provider start it with. */
  readonly settingsLevel: Level | null;
}

type RefusalReason =
  | 'above-ceiling'
  | 'no-such-level'
  | 'reaches-above-ceiling'
  /** It never asks by default, and under the ceiling it could only be started read-only. */
  | 'nothing-between'
  /** It has no level at or below the ceiling. */
  | 'nothing-below-ceiling';

interface Refusal {
  readonly reason: RefusalReason;
  /** What was asked for and what the ceiling is. */
  readonly message: string;
  /** The ways out, with what to type. */
  readonly hint: string;
}

export type GrantDecision =
  | { readonly ok: true; readonly level: Level; readonly requested: Level | null; readonly promise: SettledPromise }
  | { readonly ok: false; readonly refusal: Refusal };

export function decideGrant(question: GrantQuestion): GrantDecision {
  const chosen = question.asked === null ? unaskedLevel(question) : askedLevel(question, question.asked);
  if (typeof chosen !== 'string') return { ok: false, refusal: chosen };
  const promise = question.adapter.levels[chosen];
  if (promise === undefined) return { ok: false, refusal: noSuchLevel(question, chosen) };
  if (question.strict && isAbove(promise.reaches, question.ceiling)) {
    return { ok: false, refusal: reachesAbove(question, chosen, promise) };
  }
  return { ok: true, level: chosen, requested: question.asked, promise };
}

function askedLevel(question: GrantQuestion, asked: Level): Level | Refusal {
  return isAbove(asked, question.ceiling) ? aboveCeiling(question, asked) : asked;
}

/** The last level, the user's settings, the provider's default, the highest there is: the first that is known, lowered. */
function unaskedLevel(question: GrantQuestion): Level | Refusal {
  const { adapter, ceiling, lastGranted, settingsLevel } = question;
  const wanted = lastGranted ?? settingsLevel ?? adapter.defaultLevel ?? ceiling;
  const between = LEVELS.slice(1, -1).some((level) => adapter.levels[level] !== undefined);
  if (wanted === 'bypass' && ceiling !== 'bypass' && !between) return nothingBetween(question);
  return listed(adapter).findLast((level) => !isAbove(level, strictest([wanted, ceiling]))) ?? nothingBelow(question);
}

function listed(adapter: GrantQuestion['adapter']): readonly Level[] {
  return LEVELS.filter((level) => adapter.levels[level] !== undefined);
}

/** What could be granted in this session, from the strictest up. */
function grantable({ adapter, ceiling, strict }: GrantQuestion): readonly Level[] {
  const holds = (level: Level) => !(strict && isAbove(adapter.levels[level]?.reaches ?? level, ceiling));
  return listed(adapter).filter((level) => !isAbove(level, ceiling) && holds(level));
}

function aboveCeiling(question: GrantQuestion, asked: Level): Refusal {
  return {
    reason: 'above-ceiling',
    message: `${asked} was asked for, and ${ceilingOf(question)}`,
    hint: waysOut(newSession(question, asked), askForLess(question)),
  };
}

function noSuchLevel(question: GrantQuestion, asked: Level): Refusal {
  return {
    reason: 'no-such-level',
    message: `${asked} was asked for, and uuldana knows no way to start ${question.adapter.title} at that level`,
    hint: waysOut(askForLess(question) ?? newSession(question, listed(question.adapter)[0])),
  };
}

function reachesAbove(question: GrantQuestion, level: Level, { reaches, found }: SettledPromise): Refusal {
  const { adapter } = question;
  const how = found.length === 0 ? 'from inside' : `by what was found: ${foundText(found)}`;
  return {
    reason: 'reaches-above-ceiling',
    message: `under a strict ceiling what can be reached counts: ${ceilingOf(question)}, and ${adapter.title} started at ${level} can be raised to ${reaches} ${how}`,
    hint: waysOut(
      newSession(question, level),
      'Or start it without --ceiling and "strict_ceiling", where a level holds at launch only',
      askForLess(question),
    ),
  };
}

function nothingBetween(question: GrantQuestion): Refusal {
  const { adapter } = question;
  return {
    reason: 'nothing-between',
    message: `${adapter.title} starts without ever asking (bypass), ${ceilingOf(question)}, and it has no level between bypass and read-only`,
    hint: waysOut(newSession(question, 'bypass'), askForLess(question)),
  };
}

function nothingBelow(question: GrantQuestion): Refusal {
  const { adapter } = question;
  const [lowest] = listed(adapter);
  const has = lowest === undefined ? 'has no level that can be granted' : `has no level below ${lowest}`;
  return {
    reason: 'nothing-below-ceiling',
    message: `${ceilingOf(question)}, and ${adapter.title} ${has}`,
    hint: waysOut(newSession(question, lowest)),
  };
}

function ceilingOf({ ceiling, since }: GrantQuestion): string {
  return since === null
    ? `the ceiling of the new session is ${ceiling}`
    : `the ceiling of this session is ${ceiling}, fixed when it was created (${since})`;
}

/** A command that would be granted the level, also strictly; null when the provider does not have it. */
function newSession({ adapter }: GrantQuestion, level: Level | undefined): string | null {
  const promise = level === undefined ? undefined : adapter.levels[level];
  if (promise === undefined) return null;
  const options = level === 'bypass' ? '--bypass-permissions' : `--ceiling ${promise.reaches} --permission ${level}`;
  return `Start a new session with "uuldana ${adapter.id} ${options}"`;
}

/** Null when there is nothing to ask for. */
function askForLess(question: GrantQuestion): string | null {
  const levels = grantable(question).map((level) => `--permission ${level}`);
  return levels.length === 0 ? null : `Ask for a level that can be granted here: ${levels.join(', ')}`;
}

function waysOut(...ways: readonly (string | null)[]): string {
  const found = ways.flatMap((way) => (way === null ? [] : [`${way}.`]));
  return found.length === 0 ? 'Name another provider.' : found.join(' ');
}

/** What stands in the way of a good run of a provider on this machine, as its adapter and the program's own help know. */

import type { Level } from '../core/permission.ts';
import { lockable, type SettledPromise, settleLevels } from '../policy/settle.ts';
import type { Adapter } from '../provider/adapter.ts';
import { missingFlags } from '../provider/argv.ts';
import { type Found, foundText } from '../provider/raise.ts';
import { nativeRootOf } from './conversations.ts';
import type { Grant, Program } from './plan.ts';
import type { Ports } from './ports.ts';

/** Sentences for the user; none when nothing does. */
export async function noticesOf(
  ports: Ports,
  program: Pick<Program, 'adapter' | 'help'>,
  workspace: string,
): Promise<readonly string[]> {
  const { notices, title } = program.adapter;
  const leftOut = flagsLeftOut(program).map((flag) => `the installed ${title} does not know ${flag}; it runs without`);
  const root = await nativeRootOf(ports, { program, workspace });
  return [...leftOut, ...(root === null ? [] : (notices?.({ env: ports.env, root }) ?? []))];
}

/** Flags that the adapter would give and the installed program does not know, where it does without them. */
export function flagsLeftOut({ adapter, help }: Pick<Program, 'adapter' | 'help'>): readonly string[] {
  return help === null ? [] : missingFlags(help, adapter.optionalFlags ?? []);
}

/** What raises a provider's levels in this folder. */
export async function raisesOf(
  ports: Pick<Ports, 'provider' | 'env' | 'home'>,
  adapter: Adapter,
  workspace: string,
): Promise<readonly Found[]> {
  const { findRaises, nativeRoot } = await ports.provider();
  const root = adapter.native === null ? null : nativeRoot(adapter.native, ports.env, ports.home);
  return findRaises(adapter, { root, workspace, home: ports.home });
}

/** What a run's permission rests on besides its level: what was found, and what the lock costs. */
export function grantNotices(
  adapter: Pick<Adapter, 'levels' | 'title'>,
  { level, promise, lockable }: Grant,
): readonly string[] {
  return [
    ...foundNotice(promise.found, lockable.includes(level) ? [level] : []),
    ...costNotice(adapter.title, level, promise),
  ];
}

function foundNotice(found: readonly Found[], byCeiling: readonly Level[]): readonly string[] {
  if (found.length === 0) return [];
  const wayOut =
    byCeiling.length === 0 ? '' : `; not so with ${byCeiling.map((level) => `--ceiling ${level}`).join(' or ')}`;
  return [`found: ${foundText(found)}: these can let actions run unasked${wayOut}`];
}

function costNotice(title: string, level: Level, { switchedOff }: SettledPromise): readonly string[] {
  return switchedOff.length === 0
    ? []
    : [`to hold ${level}, this run of ${title} goes without: ${foundText(switchedOff)}`];
}

/** For all levels of a provider at once. */
export function levelNotices({ levels }: Pick<Adapter, 'levels'>, found: readonly Found[]): readonly string[] {
  const left = Object.values(settleLevels(levels, found, false)).flatMap((promise) => promise.found);
  const distinct = [...new Set(left)];
  return foundNotice(distinct, lockable(levels, found));
}

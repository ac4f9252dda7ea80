/** What stands in the way of a good run of a provider on this machine, as its adapter and the program's own help know. */

import { missingFlags } from '../provider/argv.ts';
import { nativeRootOf } from './conversations.ts';
import type { Program } from './plan.ts';
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

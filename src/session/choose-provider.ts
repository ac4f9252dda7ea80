/** Which provider a launch without one means: the config's default, else the last used here, else the only one installed. */

import { UuldanaError } from '../core/errors.ts';
import type { Adapter } from '../provider/adapter.ts';
import { findAdapter } from '../provider/registry.ts';
import type { Ports } from './ports.ts';
import { readSummaries } from './summaries.ts';

/** Asks the user, on a terminal; null when the user wants none of them. */
export type Picker = (choices: readonly { id: string; title: string }[]) => Promise<string | null>;

/**
 * @throws UuldanaError `provider-unknown`, `provider-not-installed` when nothing is there, `usage` when several are and
 * nobody can be asked
 */
export async function chooseProvider(
  ports: Ports,
  asked: string | null,
  workspace: string,
  pick: Picker,
): Promise<Adapter> {
  const named = asked ?? ports.config.defaultProvider ?? lastUsedHere(ports, workspace);
  if (named !== null) return findAdapter(ports.adapters, named);
  const installed = await installedProviders(ports, workspace);
  const [only] = installed;
  if (only && installed.length === 1) return only;
  if (!only) return await offerBuiltIn(ports, pick);
  if (ports.hasTerminal) {
    const picked = await pick(installed);
    if (picked !== null) return findAdapter(ports.adapters, picked);
  }
  throw new UuldanaError('usage', `Several agents are installed: ${installed.map(({ id }) => id).join(', ')}`, {
    hint: `Name one: uuldana ${only.id}. To make it the default, set "default_provider" in the config file.`,
  });
}

function lastUsedHere(ports: Ports, workspace: string): string | null {
  const { sessions } = readSummaries(ports);
  const known = ports.adapters.map(({ id }) => id);
  return (
    sessions.find((session) => session.workspace === workspace && known.includes(session.provider ?? ''))?.provider ??
    null
  );
}

/** What is installed, the built-in demo aside: it is always there and never meant by default. */
export async function installedProviders(ports: Ports, workspace: string): Promise<readonly Adapter[]> {
  const { locateBinary } = await ports.provider();
  const path = ports.env['PATH'];
  return ports.adapters.filter(
    ({ bin, builtIn }) => builtIn === undefined && locateBinary(bin, { path, workspace, home: ports.home }).ok,
  );
}

/** On a bare machine the built-in agents are all there is, and the user is asked whether to try one. */
async function offerBuiltIn(ports: Ports, pick: Picker): Promise<Adapter> {
  const nothing = nothingInstalled(ports);
  if (!ports.hasTerminal) throw nothing;
  ports.talk(nothing.message);
  const picked = await pick(ports.adapters.filter(({ builtIn }) => builtIn !== undefined));
  if (picked === null) throw new UuldanaError(nothing.code, 'Nothing was started', { hint: nothing.hint ?? '' });
  return findAdapter(ports.adapters, picked);
}

function nothingInstalled(ports: Ports): UuldanaError {
  const ways = ports.adapters.flatMap(({ title, install }) => (install === null ? [] : [`  ${title}: ${install}`]));
  return new UuldanaError(
    'provider-not-installed',
    ['No coding agent is installed.', 'Install one:', ...ways].join('\n'),
    {
      hint: 'Or try the built-in demo agent, which needs nothing: uuldana demo',
    },
  );
}

/** `uuldana providers`: what is installed, what each can promise, and what was found. Starts nothing but the probes. */

import { isAbove, LEVELS, type Level, type Strength } from '../core/permission.ts';
import { settleLevels } from '../policy/settle.ts';
import type { Adapter, LevelPromise } from '../provider/adapter.ts';
import { levelFlags, missingFlags, wayFlags } from '../provider/argv.ts';
import type { BinaryLocation } from '../provider/binary.ts';
import type { Probe, ProbeCache } from '../provider/probe.ts';
import { levelNotices, noticesOf, raisesOf } from './notices.ts';
import type { Ports } from './ports.ts';

/** DESIGN 12, `providers`. */
export interface ProviderDetails {
  readonly provider: string;
  readonly title: string;
  readonly installed: boolean;
  readonly path: string | null;
  readonly version: string | null;
  readonly resume: 'by-id' | 'latest' | 'text';
  readonly default_level: Level | null;
  readonly levels: Readonly<Record<Level, 'held' | 'at-launch' | 'none'>>;
  readonly notes: readonly string[];
}

export interface ProvidersRequest {
  /** Asks every program again, whatever is remembered. */
  readonly check: boolean;
  /** Called before a program is asked. */
  readonly onAsk: (title: string) => void;
}

export async function listProviders(ports: Ports, request: ProvidersRequest): Promise<readonly ProviderDetails[]> {
  const all: ProviderDetails[] = [];
  for (const adapter of ports.adapters) all.push(await detailsOf(ports, adapter, request));
  return all;
}

async function detailsOf(ports: Ports, adapter: Adapter, request: ProvidersRequest): Promise<ProviderDetails> {
  const workspace = ports.currentFolder();
  const found = await locate(ports, adapter, workspace);
  const probe = found?.ok && adapter.probe ? await ask(ports, adapter, found, request) : null;
  const help = probe === null || probe.help === '' ? null : probe.help;
  const raises = await raisesOf(ports, adapter, workspace);
  const settled = settleLevels(adapter.levels, raises, ports.config.strictCeiling);
  const strengths = LEVELS.map((level) => [level, strengthOf(settled[level], help)]);
  return {
    provider: adapter.id,
    title: adapter.title,
    installed: found === null || found.ok,
    path: found?.ok ? found.path : null,
    version: probe?.version ?? null,
    resume: resumeOf(adapter, help),
    default_level: adapter.defaultLevel ?? highestListed(adapter, ports.config.ceiling),
    levels: Object.fromEntries(strengths) as ProviderDetails['levels'],
    notes: [
      ...notesOn(adapter, found, probe),
      ...(found?.ok ? await noticesOf(ports, { adapter, help }, workspace) : []),
      ...(found?.ok ? levelNotices(adapter, raises) : []),
    ],
  };
}

/** Without its flags a level is only a hope. */
function strengthOf(promise: LevelPromise | undefined, help: string | null): Strength | 'none' {
  if (promise === undefined) return 'none';
  return help === null || missingFlags(help, levelFlags(promise)).length === 0 ? promise.strength : 'none';
}

/** Null for what ships with uuldana. */
async function locate(ports: Ports, { bin, builtIn }: Adapter, workspace: string): Promise<BinaryLocation | null> {
  if (builtIn !== undefined) return null;
  const { locateBinary } = await ports.provider();
  return locateBinary(bin, { path: ports.env['PATH'], workspace, home: ports.home });
}

async function ask(
  ports: Ports,
  adapter: Adapter,
  binary: { path: string; realPath: string },
  { check, onAsk }: ProvidersRequest,
): Promise<Probe> {
  onAsk(adapter.title);
  const { probeProvider } = await ports.provider();
  const forgetful: ProbeCache = { ...ports.probeCache, read: () => null };
  return probeProvider(binary, { cache: check ? forgetful : ports.probeCache, clock: ports.clock, env: ports.env });
}

/** The best way that the adapter knows and the installed help names. */
function resumeOf(adapter: Adapter, help: string | null): ProviderDetails['resume'] {
  const knows = (way: 'resume' | 'continue') =>
    adapter.args[way] !== null && (help === null || missingFlags(help, wayFlags(adapter, way)).length === 0);
  return knows('resume') ? 'by-id' : knows('continue') ? 'latest' : 'text';
}

function highestListed({ levels }: Adapter, ceiling: Level): Level | null {
  return LEVELS.findLast((level) => levels[level] !== undefined && !isAbove(level, ceiling)) ?? null;
}

function notesOn(adapter: Adapter, found: BinaryLocation | null, probe: Probe | null): readonly string[] {
  const { install, testedWith } = adapter;
  const missing =
    found === null || found.ok ? [] : [`${found.detail}${install === null ? '' : `; install it: ${install}`}`];
  const silent = probe?.failure == null ? [] : [`its --help ${probe.failure}, so its flags are not known`];
  const differs = probe?.version != null && testedWith !== null && probe.version !== testedWith;
  return [...missing, ...silent, ...(differs ? [`what is known of it was seen with ${testedWith}`] : [])];
}

/**
 * Everything about a run that is decided before it starts: the program, its arguments and environment, the level and how it is
 * held. A plan is a value: a dry run prints it, a run carries it out.
 */

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UuldanaError } from '../core/errors.ts';
import type { Level } from '../core/permission.ts';
import type { CaptureChoice, Via } from '../journal/event.ts';
import { decideGrant } from '../policy/grant.ts';
import { lockable, type SettledPromise, settleLevels } from '../policy/settle.ts';
import type { Adapter } from '../provider/adapter.ts';
import {
  buildInvocation,
  checkArguments,
  type Invocation,
  levelFlags,
  missingFlags,
  wayFlags,
} from '../provider/argv.ts';
import type { BinaryProblem } from '../provider/binary.ts';
import { refusedArguments } from '../provider/extra-args.ts';
import { asText } from '../provider/first-prompt.ts';
import { flagsLeftOut } from './notices.ts';
import { argumentRefused, takesNoPrompt } from './plan-refusals.ts';
import type { Ports } from './ports.ts';
import { Refusal, type RefusalFacts } from './refusal.ts';
import { titleOfPrompt } from './title.ts';

/** The program that will be run, and what it said of itself. */
export interface Program {
  readonly adapter: Adapter;
  readonly file: string;
  /** Arguments before all others: the script of a built-in program. */
  readonly prefix: readonly string[];
  readonly version: string | null;
  /** Null when its help was not asked (custom and built-in programs) or could not be had. */
  readonly help: string | null;
  /** Why the help could not be had; null when nothing failed. */
  readonly probeFailure: string | null;
}

export interface Grant {
  readonly requested: Level | null;
  readonly level: Level;
  readonly ceiling: Level;
  /** Whether what can be reached inside the agent counts against the ceiling. */
  readonly strict: boolean;
  readonly promise: SettledPromise;
  /** Levels that would be held under a strict ceiling, and are not now. */
  readonly lockable: readonly Level[];
  /** What the agent is given to hold the level; written before it starts. */
  readonly file: { readonly path: string; readonly text: string } | null;
}

export interface RunPlan {
  readonly program: Program;
  readonly workspace: string;
  readonly via: Via;
  readonly invocation: Invocation;
  readonly grant: Grant;
  readonly nativeId: string | null;
  /** How much of the visible conversation is kept. */
  readonly capture: CaptureChoice;
  /** Whether a first prompt goes with its arguments. */
  readonly hasPrompt: boolean;
  /** Whether a sentence of ours stands before the first prompt, which an agent could take for a command otherwise. */
  readonly introduced: boolean;
  /** What a new session is called when its agent gives it no title: from the user's own first prompt. */
  readonly promptTitle: string | null;
  /** A first prompt that is pasted once the agent's screen fits `ready`; null when there is none. */
  readonly paste: { readonly text: string; readonly ready: string } | null;
}

/**
 * Finds the program and asks it for version and help (from the cache when it was asked before).
 *
 * @throws UuldanaError `provider-not-installed` (127), `agent-start` when it is there but cannot be executed
 */
export async function findProgram(ports: Ports, adapter: Adapter, workspace: string): Promise<Program> {
  if (adapter.builtIn !== undefined) {
    const script = fileURLToPath(new URL(join('..', adapter.builtIn), import.meta.url));
    return { adapter, file: process.execPath, prefix: [script], version: null, help: null, probeFailure: null };
  }
  const provider = await ports.provider();
  const found = provider.locateBinary(adapter.bin, { path: ports.env['PATH'], workspace, home: ports.home });
  if (!found.ok) throw notStartable(adapter, found);
  if (!adapter.probe) return { adapter, file: found.path, prefix: [], version: null, help: null, probeFailure: null };
  const probe = await provider.probeProvider(found, { cache: ports.probeCache, clock: ports.clock, env: ports.env });
  const help = probe.help === '' ? null : probe.help;
  return { adapter, file: found.path, prefix: [], version: probe.version, help, probeFailure: probe.failure };
}

/** It is there, and cannot be executed. Everything else means that it is not installed where uuldana may take it from. */
const BROKEN: readonly BinaryProblem[] = ['not-a-file', 'not-executable', 'no-interpreter'];

/** Something of its name is there, where the workspace could have put it. */
const UNSAFE: readonly BinaryProblem[] = ['relative-entry', 'node-modules', 'in-workspace'];

function notStartable(adapter: Adapter, found: { reason: BinaryProblem; detail: string }): UuldanaError {
  if (BROKEN.includes(found.reason)) {
    return new UuldanaError('agent-start', `${adapter.title} cannot be started: ${found.detail}`, {
      hint: 'Mend that file, or name another program as "bin" in the config file.',
    });
  }
  const message = `${adapter.title} is not installed: ${found.detail}`;
  const hint = adapter.install === null ? `Put "${adapter.bin}" on your PATH.` : `Install it: ${adapter.install}`;
  return UNSAFE.includes(found.reason)
    ? new Refusal('provider-not-installed', message, { hint, reason: 'unsafe-binary' })
    : new UuldanaError('provider-not-installed', message, { hint });
}

export interface GrantRequest {
  readonly asked: Level | null;
  readonly ceiling: Level;
  readonly strict: boolean;
  /** When the session was created; null for one that is begun now. */
  readonly since: string | null;
  readonly lastGranted: Level | null;
}

/** @throws UuldanaError `permission-refused` (126): a refusal, never a silent change */
export async function grantLevel(
  ports: Ports,
  program: Program,
  workspace: string,
  request: GrantRequest,
): Promise<Grant> {
  const { adapter } = program;
  const provider = await ports.provider();
  const root = adapter.native === null ? null : provider.nativeRoot(adapter.native, ports.env, ports.home);
  const found = root === null ? null : provider.settingsLevel(adapter, root, workspace);
  const raises = provider.findRaises(adapter, { root, workspace, home: ports.home });
  const levels = settleLevels(adapter.levels, raises, request.strict);
  const decided = decideGrant({ adapter: { ...adapter, levels }, settingsLevel: found?.level ?? null, ...request });
  const { asked: requested, ceiling, strict } = request;
  const about = { requested, ceiling, strict };
  if (!decided.ok) {
    const { reason, message, hint } = decided.refusal;
    throw new Refusal('permission-refused', message, { ...about, reason, hint });
  }
  const missing = program.help === null ? [] : missingFlags(program.help, levelFlags(decided.promise));
  if (missing.length > 0) throw flagsGone(program, decided.level, missing, about);
  const { level, promise } = decided;
  const file = promise.file && {
    path: join(ports.data.levels, `${adapter.id}-${level}-${promise.file.name}`),
    text: promise.file.text,
  };
  return { ...about, level, promise, lockable: strict ? [] : lockable(adapter.levels, raises), file: file ?? null };
}

/** Without its flags a level is only a hope, so it is not promised. */
function flagsGone(
  { adapter, version }: Program,
  level: Level,
  missing: readonly string[],
  about: Omit<RefusalFacts, 'reason'>,
): Refusal {
  return new Refusal(
    'permission-refused',
    `${level} cannot be promised: the installed ${adapter.title} ${version ?? ''} does not know ${missing.join(', ')}`,
    {
      ...about,
      reason: 'flags-unknown',
      hint: `Update ${adapter.title}${adapter.install === null ? '' : ` (${adapter.install})`}, or ask for another level.`,
    },
  );
}

/** Flags that a way needs and the installed program's help does not name; none when its help was not asked. */
export function unknownFlags(program: Program, way: 'new' | 'resume' | 'continue'): readonly string[] {
  return program.help === null ? [] : missingFlags(program.help, wayFlags(program.adapter, way));
}

/** An id for a new conversation; null where the installed program does not let it be chosen. */
export function freshId(program: Program): string | null {
  return unknownFlags(program, 'new').length > 0 ? null : randomUUID();
}

export interface PlanRequest {
  readonly program: Program;
  readonly workspace: string;
  readonly via: Via;
  readonly grant: Grant;
  readonly capture: CaptureChoice;
  readonly nativeId: string | null;
  readonly prompt: string | null;
  /** The prompt is pasted, whatever the arguments have room for: others on the machine can see these. */
  readonly paste?: boolean;
  readonly extra: readonly string[];
}

const WAY = { new: 'new', 'native-id': 'resume', 'continue-latest': 'continue', 'visible-text': 'new' } as const;

/**
 * @throws UuldanaError `argument-refused` (126) for an argument after `--` that the adapter does not allow below bypass,
 * `usage` for a prompt that this way cannot take or an argument that no program can be given
 */
export function planRun(request: PlanRequest): RunPlan {
  const { program, grant, capture, extra, via, nativeId, workspace } = request;
  // the level as it was settled, with its lock or without
  const adapter = { ...program.adapter, levels: { ...program.adapter.levels, [grant.level]: grant.promise } };
  const refused = grant.level === 'bypass' ? [] : refusedArguments(adapter, grant.level, extra);
  if (refused.length > 0) throw argumentRefused(adapter, grant, refused);
  const prompt = request.prompt === null ? null : asText(request.prompt);
  const invocation = buildInvocation(adapter, {
    via: WAY[via],
    nativeId,
    prompt: request.paste ? null : prompt,
    level: grant.level,
    levelFile: grant.file?.path ?? null,
    without: flagsLeftOut(program),
    extra,
  });
  const pasted = pastedOf(adapter, request);
  if (prompt !== null && pasted === null && !invocation.takesPrompt) throw takesNoPrompt(adapter, via);
  const problem = checkArguments(invocation.args);
  if (problem !== null) {
    throw new UuldanaError('usage', `${adapter.title} cannot be given these arguments: ${problem}`, {
      hint: 'Put a long text into a file and ask the agent to read it.',
    });
  }
  const usedId = invocation.usesNativeId ? nativeId : null;
  const hasPrompt = prompt !== null && invocation.takesPrompt && !request.paste;
  const paste = prompt === null || hasPrompt || pasted === null ? null : { text: prompt, ready: pasted.ready };
  const introduced = prompt !== request.prompt;
  return {
    program,
    workspace,
    via,
    invocation,
    grant,
    capture,
    nativeId: usedId,
    hasPrompt,
    introduced,
    promptTitle: ownTitle(request),
    paste,
  };
}

/** @throws UuldanaError `usage` for an agent that cannot be pasted to */
function pastedOf({ pasted, title }: Adapter, { via, paste }: PlanRequest): NonNullable<Adapter['pasted']> | null {
  if (!paste) return pasted?.ways.includes(WAY[via]) ? pasted : null;
  if (pasted !== undefined) return pasted;
  throw new UuldanaError('usage', `It is not known when ${title} is ready to be pasted to`, {
    hint: 'Leave out --paste: the text then stands in the arguments of its process.',
  });
}

/** Only a new conversation begins with a prompt of the user's own. */
function ownTitle({ via, prompt }: PlanRequest): string | null {
  return via === 'new' ? titleOfPrompt(prompt) : null;
}

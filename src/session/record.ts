/**
 * The one place where live events become journal events. It also watches the native id and keeps the checkpoint. Nothing in
 * here may end a run: what cannot be recorded is counted and said.
 */

import type { JournalEvent, Limit } from '../journal/event.ts';
import type { JournalWriter } from '../journal/writer.ts';
import type { Sighting } from '../provider/live-question.ts';
import type { LiveEvent, RunEnd, Snapshot } from '../pty/live-event.ts';
import type { RunControl } from '../pty/supervisor.ts';
import type { Redactor } from '../redact/secrets.ts';
import type { ConversationState } from './conversations.ts';
import { LimitWatch } from './limit-watch.ts';
import type { RunPlan } from './plan.ts';
import type { Ports } from './ports.ts';
import { TextRecorder } from './record-text.ts';
import { titleOf } from './title.ts';

export interface Recorder {
  readonly onEvent: (event: LiveEvent, control: RunControl) => void;
  /** The last native id of the run so far. */
  readonly nativeId: () => string | null;
  /** Whether somebody spoke in the run so far. */
  readonly spoken: () => boolean;
  /** The first prompt was pasted. */
  readonly prompted: () => void;
  /** A change of the native id, seen outside of the screen. */
  readonly identified: (seen: Sighting) => void;
  /** The usage limit that is in force, as far as the agent announced one. */
  readonly limit: () => Limit | null;
  /** Everything that is written at the end of a run, in the journal's order. */
  readonly finish: (end: RunEnd, conversation: ConversationState) => void;
  /** Tells in the terminal's title that text is being lost, or that it no longer is. */
  readonly troubled: (message: string | null) => void;
  /** Faults of the recording itself, for the line after the run. */
  readonly faults: readonly string[];
}

export interface RecordContext {
  readonly ports: Ports;
  readonly plan: RunPlan;
  readonly session: string;
  readonly run: number;
  readonly writer: JournalWriter;
  readonly redactor: Redactor;
  /** The folder below which the provider keeps its conversations; null when it has none. */
  readonly nativeRoot: string | null;
  /** The session's title before this run. */
  readonly title: string | null;
}

export function createRecorder(context: RecordContext): Recorder {
  const { plan, run, writer } = context;
  const faults: string[] = [];
  const seen = { control: null as RunControl | null, nativeId: plan.nativeId, spoken: false };
  const append = (event: JournalEvent) => writer.append(event, run);
  const text = textOf(context, append, faults);
  const limits = limitsOf(context, append);
  const spoke = (how: 'prompt' | 'typed') => {
    seen.spoken = true;
    append({ kind: 'input', how });
  };

  return {
    faults,
    onEvent(event, given) {
      seen.control = given;
      switch (event.type) {
        case 'started':
          append(runStarted(context, given));
          return plan.hasPrompt ? spoke('prompt') : undefined;
        case 'spoke':
          return spoke('typed');
        case 'suspended':
        case 'continued':
          append({ kind: `run.${event.type}` });
          return;
        case 'transcript':
          text.became(event.lines, event.gap, given.snapshot());
          return;
        case 'checkpoint':
          return looked(event.snapshot, text, limits);
      }
    },
    nativeId: () => seen.nativeId,
    spoken: () => seen.spoken,
    prompted: () => spoke('prompt'),
    identified({ nativeId, evidence, spoken: isSpokenIn }) {
      append({ kind: 'identity', native_id: nativeId, how: 'discovered', evidence });
      // of the first id of a run the speaking was seen as such
      if (isSpokenIn && seen.nativeId !== null) append({ kind: 'input', how: 'typed' });
      else seen.control?.rearmSpoken();
      seen.nativeId = nativeId;
    },
    limit: () => limits.inForce(),
    finish: (end, conversation) => finish(context, { text, limits }, end, conversation),
    troubled: (message) =>
      seen.control?.setTitle(message === null ? 'uuldana: recording again' : 'uuldana: NOT RECORDING'),
  };
}

function looked(snapshot: Snapshot, text: TextRecorder, limits: LimitWatch): void {
  text.save(snapshot);
  limits.look(snapshot.lines);
}

function textOf(context: RecordContext, append: (event: JournalEvent) => void, faults: string[]): TextRecorder {
  const keepsAll = context.plan.capture.what === 'conversation';
  const onFault = (fault: string) => {
    if (faults.length === 0) faults.push(fault);
  };
  return new TextRecorder({ ...context, keepsAll, append, onFault });
}

function limitsOf({ ports, plan, redactor }: RecordContext, onLimit: (limit: Limit) => void): LimitWatch {
  return new LimitWatch({
    adapter: plan.program.adapter,
    zone: plan.invocation.env.set['TZ'] ?? ports.zone,
    now: () => ports.clock.now(),
    redact: (said) => redactor.text(said).text,
    onLimit,
  });
}

function runStarted({ ports, plan, nativeRoot }: RecordContext, control: RunControl): JournalEvent {
  const { program, workspace, grant, capture, via, invocation } = plan;
  return {
    kind: 'run.started',
    provider: program.adapter.id,
    provider_version: program.version,
    workspace,
    ceiling: grant.ceiling,
    transport: 'pty',
    argv: [program.file, ...program.prefix, ...invocation.recorded],
    pid: control.pid,
    pid_started_at: ports.osProcess.processIdentity(control.pid)?.startedAt ?? null,
    boot_id: ports.osProcess.bootId(),
    size: control.snapshot().size,
    via,
    ...(capture.what === 'screen' && capture.from === 'config' ? {} : { capture }),
    ...(nativeRoot === null ? {} : { native_root: nativeRoot }),
  };
}

function finish(
  { plan, run, writer, redactor, title }: RecordContext,
  { text, limits }: { text: TextRecorder; limits: LimitWatch },
  end: RunEnd,
  conversation: ConversationState,
): void {
  const { lines, redacted } = text.finish(end.snapshot);
  limits.end(end.snapshot.lines);
  writer.append({ kind: 'screen', lines, size: end.snapshot.size, redacted, from: 'end' }, run);
  const shown = titleOf(end.snapshot.title, plan.program.adapter) ?? (title === null ? plan.promptTitle : null);
  const given = shown === null ? null : redactor.text(shown).text;
  if (given !== null && given !== title) writer.append({ kind: 'session.titled', title: given }, run);
  writer.append(
    {
      kind: 'run.ended',
      status: end.status,
      exit_code: end.exitCode,
      signal: end.signal,
      reason: end.reason,
      duration_ms: Math.round(end.durationMs),
      sums: { runs: run, title: given ?? title, ceiling: plan.grant.ceiling },
      ...(conversation === null ? {} : { conversation }),
    },
    run,
  );
}

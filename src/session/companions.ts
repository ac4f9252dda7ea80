/** What goes along with an agent while it runs: its native id is followed, and a first prompt is pasted where it takes none otherwise. */

import type { RunControl } from '../pty/supervisor.ts';
import { watchIdentity } from './identity-watch.ts';
import { type Paste, pasteWhenReady } from './paste-prompt.ts';
import type { RunPlan } from './plan.ts';
import type { Ports } from './ports.ts';
import type { Recorder } from './record.ts';
import { keepTrail, type Trail } from './trail.ts';

export interface Companions {
  /** Looks a last time and says what did not come about. */
  readonly stop: () => Promise<void>;
  /** What the run's conversation can be told by if it was not named. */
  readonly trail: () => Trail;
}

interface Start {
  readonly plan: RunPlan;
  readonly session: string;
  readonly run: number;
}

const NOT_PASTED = 'the first prompt was not given to the agent: its screen was not seen to be ready for it';

/** To be called when the agent has just been started. */
export function startCompanions(
  ports: Ports,
  { plan, session, run }: Start,
  control: RunControl,
  recorder: Recorder,
): Companions {
  const keeper = keepTrail(ports.data, session, run, ports.clock.now());
  const { program, workspace, nativeId } = plan;
  const store = program.adapter.native;
  const watching =
    store === null
      ? null
      : watchIdentity(ports, { store, pid: control.pid, workspace, nativeId, keeper, onChange: recorder.identified });
  const paste = startPaste(plan, control, recorder);
  return {
    async stop() {
      const watch = await watching;
      watch?.look();
      watch?.stop();
      if (paste?.stop() === false) ports.talk(`uuldana: ${NOT_PASTED}`);
    },
    trail: keeper.trail,
  };
}

function startPaste({ paste }: RunPlan, control: RunControl, { prompted }: Recorder): Paste | null {
  if (paste === null) return null;
  const screen = () => control.view();
  return pasteWhenReady({ ...paste, screen, type: (text) => control.type(text), onGiven: prompted });
}

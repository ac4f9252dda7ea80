/** What goes along with an agent while it runs: its native id is followed, and a first prompt is pasted where it takes none otherwise. */

import type { RunControl } from '../pty/supervisor.ts';
import { type IdentityWatch, watchIdentity } from './identity-watch.ts';
import { type Paste, pasteWhenReady } from './paste-prompt.ts';
import type { RunPlan } from './plan.ts';
import type { Ports } from './ports.ts';
import type { Recorder } from './record.ts';

export interface Companions {
  /** Looks a last time and says what did not come about. */
  readonly stop: () => Promise<void>;
}

const NOT_PASTED = 'the first prompt was not given to the agent: its screen was not seen to be ready for it';

/** To be called when the agent has just been started. */
export function startCompanions(ports: Ports, plan: RunPlan, control: RunControl, recorder: Recorder): Companions {
  const watching = startWatch(ports, plan, control, recorder);
  const paste = startPaste(plan, control, recorder);
  return {
    async stop() {
      const watch = await watching;
      watch?.look();
      watch?.stop();
      if (paste?.stop() === false) ports.talk(`uuldana: ${NOT_PASTED}`);
    },
  };
}

async function startWatch(
  ports: Ports,
  { program, workspace, nativeId }: RunPlan,
  { pid }: RunControl,
  recorder: Recorder,
): Promise<IdentityWatch | null> {
  const store = program.adapter.native;
  if (store === null) return null;
  return await watchIdentity(ports, { store, pid, workspace, nativeId, onChange: recorder.identified });
}

function startPaste({ paste }: RunPlan, control: RunControl, { prompted }: Recorder): Paste | null {
  if (paste === null) return null;
  const screen = () => control.snapshot();
  return pasteWhenReady({ ...paste, screen, type: (text) => control.type(text), onGiven: prompted });
}

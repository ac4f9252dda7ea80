/**
 * Gives a first prompt to an agent that takes none in its arguments: pasted once its screen has been seen to be ready, and sent off
 * once it is seen to be ready still. A screen that is not recognised gets nothing, since Enter could answer a dialog.
 */

const LOOK_EVERY_MS = 250;
/** Agents were seen to take 40 s on a busy machine. */
const GIVE_UP_MS = 120_000;
const LAST_LINES = 12;

export interface PasteRequest {
  /** Regular expression over the last rows of the screen, joined by line feeds. */
  readonly ready: string;
  readonly text: string;
  /** Its rows with text. */
  readonly screen: () => readonly string[];
  readonly type: (text: string) => void;
  /** Called when the prompt was sent off. */
  readonly onGiven: () => void;
}

export interface Paste {
  /** Ends the waiting. @returns whether the prompt was sent off */
  readonly stop: () => boolean;
}

type Step = 'waiting' | 'pasted' | 'sent';

/**
 * What comes next. Pure. The same screen has to be seen twice, so that it has come to rest; after the paste it has to be another
 * one that is ready, too.
 */
export function nextStep(step: Step, isReady: boolean, isAtRest: boolean): Step {
  if (!isReady || !isAtRest) return step;
  return step === 'waiting' ? 'pasted' : 'sent';
}

export function pasteWhenReady({ ready, text, screen, type, onGiven }: PasteRequest): Paste {
  const pattern = new RegExp(ready, 'mu');
  let step: Step = 'waiting';
  let [before, pastedOn] = ['', ''];
  const look = () => {
    const now = screen().slice(-LAST_LINES).join('\n');
    const isReady = pattern.test(now) && (step === 'waiting' || now !== pastedOn);
    const next = nextStep(step, isReady, now === before);
    before = now;
    if (next === step) return;
    step = next;
    if (step === 'pasted') {
      pastedOn = now;
      type(`\x1b[200~${pastable(text)}\x1b[201~`);
      return;
    }
    clearInterval(timer);
    clearTimeout(limit);
    type('\r');
    onGiven();
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  const limit = setTimeout(() => clearInterval(timer), GIVE_UP_MS);
  limit.unref();
  timer.unref();
  return {
    stop() {
      clearInterval(timer);
      clearTimeout(limit);
      return step === 'sent';
    },
  };
}

/** Nothing in it ends the paste or is a key. */
function pastable(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, '');
}

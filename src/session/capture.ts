/** How much of the visible conversation a run keeps. Pure. */

import type { CaptureChoice } from '../journal/event.ts';

export type Capture = CaptureChoice['what'];

/**
 * What an option asks for; else what an option asked for in the session's last run, so that a resume keeps neither less nor more than
 * its user said; else what the config says now.
 *
 * @param last  the session's last run; null for a new session
 */
export function chooseCapture(
  asked: Capture | null,
  config: Capture,
  last: { readonly capture: CaptureChoice } | null,
): CaptureChoice {
  if (asked !== null) return { what: asked, from: 'option' };
  return last?.capture.from === 'option' ? last.capture : { what: config, from: 'config' };
}

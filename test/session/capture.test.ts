import { expect, test } from 'vitest';
import type { CaptureChoice } from '../../src/journal/event.ts';
import { chooseCapture } from '../../src/session/capture.ts';

const asked = (what: CaptureChoice['what']): CaptureChoice => ({ what, from: 'option' });
const configured = (what: CaptureChoice['what']): CaptureChoice => ({ what, from: 'config' });

test.each<[CaptureChoice['what'] | null, CaptureChoice['what'], CaptureChoice | null, CaptureChoice]>([
  [null, 'screen', null, configured('screen')],
  [null, 'conversation', null, configured('conversation')],
  ['conversation', 'screen', null, asked('conversation')],
  ['screen', 'conversation', null, asked('screen')],
  // an option stays until another is given
  [null, 'screen', asked('conversation'), asked('conversation')],
  [null, 'conversation', asked('screen'), asked('screen')],
  ['screen', 'screen', asked('conversation'), asked('screen')],
  // the config is what it says now
  [null, 'screen', configured('conversation'), configured('screen')],
  [null, 'conversation', configured('screen'), configured('conversation')],
])('asked %s, config %s, before %j', (option, config, last, expected) => {
  expect(chooseCapture(option, config, last && { capture: last })).toEqual(expected);
});

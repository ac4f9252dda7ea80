/** Who said what, with every agent: the signs of the adapters are those that the pinned version shows. */

import { afterEach, describe, expect, test } from 'vitest';
import { closePtys } from '../../support/pty-harness.ts';
import { casts } from '../casts.ts';
import { begin, createStage, leave, resume, say } from '../stage.ts';

afterEach(closePtys);

const said = (prompt: string, turn: number) => `> ${prompt}\n  You said: ${prompt} (turn ${turn})\n`;

describe.each(casts)('%s', (id, cast) => {
  test('log tells the user from the agent, and what is shown again at a resume from what is new', async () => {
    const stage = await createStage(cast);
    const shell = await begin(stage, 'first', 'hello there');
    await say(stage, shell, 'and again', /You said: and again \(turn 2\)/);
    await leave(stage, shell);
    const again = await resume(stage, 'first');
    await say(stage, again, 'back once more', /You said: back once more \(turn 3\)/);
    await leave(stage, again);
    const { stdout } = await stage.run(['log', 'first']);
    const [, first = '', second = ''] = stdout.split(/^Run \d: /m);
    expect(first).toMatch(new RegExp(`^${id}, new, `));
    expect(first).toContain(`${said('hello there', 1)}\n${said('and again', 2)}`);
    expect(second).toMatch(/\.\.\. \d+ lines of before, shown again\n/);
    expect(second).toContain(said('back once more', 3));
    expect(second).not.toContain('> and again\n');
    const unknown = stdout.split('\n').filter((line) => /^[^>|.R\s]/.test(line));
    expect(unknown, 'lines without a speaker').toEqual([]);
  });
});

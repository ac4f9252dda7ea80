/**
 * A session goes from one real agent to another: the new one's first request holds the old conversation, framed; then its own
 * conversation is resumed; and back at the first one nothing old is resumed without a word.
 */

import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { closePtys, type TestPty } from '../support/pty-harness.ts';
import type { Cast } from './cast/cast.ts';
import { claude } from './cast/claude.ts';
import { codex } from './cast/codex.ts';
import { gemini } from './cast/gemini.ts';
import { opencode } from './cast/opencode.ts';
import { casts } from './casts.ts';
import { eventsOf, expectContent, listed, shown } from './journal.ts';
import { agentPid } from './processes.ts';
import { begin, createStage, leave, type Stage, say, type } from './stage.ts';

afterEach(closePtys);

/** Claude Code puts an element of its own around what was pasted. */
const RECORD = 'You said: (<pasted_content id="\\w+"> )?This is a record of what earlier runs of';

/** Types the command and waits for the model's answer to the record. */
async function handedOver(stage: Stage, to: Cast, command: string): Promise<TestPty> {
  const shell = stage.shell();
  shell.send(`${command}\r`);
  await shell.waitForText(new RegExp(RECORD.replaceAll(' ', '\\s+') + (to.rests ?? '')), 180_000);
  return shell;
}

/** The first prompt of the new agent as the model got it. */
function recordSent(stage: Stage): string {
  const sent = stage.model.requests().flatMap(({ last }) => (last?.text.includes('=== record ') ? [last.text] : []));
  expect(sent.length).toBeGreaterThan(0);
  return sent[0] ?? '';
}

interface Planned {
  readonly provider: string;
  readonly via: string;
  readonly args: readonly string[];
  readonly notes: readonly string[];
  readonly sent: { readonly text: string };
}

const ways: readonly (readonly [Cast, Cast])[] = [
  [claude, codex],
  [codex, gemini],
  [gemini, opencode],
  [opencode, claude],
];

describe.each(ways.map(([from, to]) => [`${from.adapter.id} to ${to.adapter.id}`, from, to] as const))(
  '%s',
  (_, from, to) => {
    test('the conversation is handed over, gone on with, and handed back', async () => {
      const stage = await createStage(from, to);
      await leave(stage, await begin(stage, 'first', 'the heron stands still'));
      const there = { cast: to };
      const shell = await handedOver(stage, to, `uuldana handoff ${to.adapter.id} first --with 'go on with the heron'`);
      await leave(there, shell);
      const text = recordSent(stage);
      expect(text).toMatch(
        /^[\s\S]*?=== record ([0-9a-f]{24}) begins[\s\S]*\n\| .*the heron stands still[\s\S]*\n=== record \1 ends ===\s+go on with the heron\s*$/m,
      );
      expect(text).toContain(`showed on the screen`);
      const { session } = await listed(stage, 'first');
      const [handoff] = eventsOf(stage, session, 'handoff');
      expect(handoff).toMatchObject({
        run: 2,
        from_provider: from.adapter.id,
        to_provider: to.adapter.id,
        omitted_lines: 0,
      });

      const back = stage.shell();
      back.send('uuldana resume first\r');
      await back.waitForText(to.ready, 120_000);
      await say(there, back, '[[first]]', /First you said: This is a record of what earlier[\s\S]*\(turn\s+2\)/);
      await leave(there, back);
      const { runs } = await shown(stage, 'first');
      expect(runs.map(({ via }) => via)).toEqual(['new', 'visible-text', 'native-id']);
      expect(runs[2]?.native_ids).toEqual(runs[1]?.native_ids);

      const planned = await stage.json<Planned>(['resume', 'first', '--provider', from.adapter.id, '--dry-run']);
      expect(planned).toMatchObject({ provider: from.adapter.id, via: 'visible-text' });
      expect(planned.notes.join('\n')).toContain(`handed over from ${to.adapter.title}`);
      for (const id of runs[0]?.native_ids ?? []) expect(JSON.stringify(planned.args)).not.toContain(id);
      expect(planned.sent.text).toContain('the heron stands still');
      await expectContent(stage);
    });
  },
);

describe.each(casts)('%s', (id, cast) => {
  test('a record that is pasted arrives whole, and stands in no argument', async () => {
    const stage = await createStage(cast);
    const lines = Array.from({ length: 60 }, (_, index) => `the heron stands still, ${index}`);
    await stage.run(['demo', '--name', 'first'], { input: lines.join('\n') });
    const shell = await handedOver(stage, cast, `uuldana handoff ${id} first --paste --with 'go on with the heron'`);
    const pid = await agentPid(stage, 'first');
    expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).not.toContain('heron');
    await leave(stage, shell);
    expect(recordSent(stage)).toMatch(
      /=== record ([0-9a-f]{24}) begins[\s\S]*\n\| .*the heron stands still, 59[\s\S]*\n=== record \1 ends ===\s+go on with the heron/,
    );
    expect((await shown(stage, 'first')).runs.at(-1)).toMatchObject({ via: 'visible-text', spoken: true });
  });
});

test('at a limit in mid-task the line that follows says the ways on, and the one to another agent works', async () => {
  const stage = await createStage(codex, gemini);
  const shell = await begin(stage, 'first', 'the heron stands still');
  await type(stage, shell, '[[limit openai-usage 3h]]');
  await shell.waitForText(/hit your usage limit[\s\S]*try again at[\s\S]*Approaching rate limits/, 60_000);
  shell.send('\x1b');
  await shell.waitForText(/^(?![\s\S]*Keep current model)/);
  await leave(stage, shell);
  // as it was written: the screen breaks it
  const said = /uuldana: usage limit.*/.exec(shell.output().toString('utf8'))?.[0] ?? 'no such line';
  expect(said).toMatch(
    /^uuldana: usage limit until .{5,12} \(in (2h 59m|3h)\); wait: uuldana resume first --when-ready, or go on elsewhere: /,
  );
  const handoff = said.slice(said.lastIndexOf(': ') + 2).trim();
  expect(handoff).toBe('uuldana handoff gemini first');
  const { session } = await listed(stage, 'first');
  const limits = eventsOf(stage, session, 'limit');
  expect(limits).toHaveLength(1);
  const aheadMs = Date.parse(limits[0]?.resets_at ?? '') - Date.parse(limits[0]?.at ?? '');
  expect(Math.abs(aheadMs - 3 * 3_600_000)).toBeLessThan(120_000);

  const there = await handedOver(stage, gemini, handoff);
  await leave({ cast: gemini }, there);
  expect(recordSent(stage)).toMatch(/\| .*the heron stands still[\s\S]*\| .*hit your usage limit/);
});

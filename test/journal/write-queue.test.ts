import { expect, test } from 'vitest';
import type { JournalEvent } from '../../src/journal/event.ts';
import { createWriteQueue, type Entry, MAX_WAITING_EVENTS, type WriteQueue } from '../../src/journal/write-queue.ts';
import { EVENTS, HEADER } from './support.ts';

const entry = (event: JournalEvent = EVENTS.input): Entry => ({ event, run: 1, at: HEADER.created_at });
const title = (text: string) => entry({ kind: 'session.titled', title: text });

function drain(queue: WriteQueue): JournalEvent[] {
  const events: JournalEvent[] = [];
  for (let first = queue.first(); first !== undefined; first = queue.first()) {
    events.push(first.event);
    queue.removeFirst();
  }
  return events;
}

function addMany(queue: WriteQueue, count: number): void {
  for (let n = 0; n < count; n += 1) queue.add(title(String(n)), 'ENOSPC');
}

test('what waits comes out in order', () => {
  const queue = createWriteQueue();
  addMany(queue, 3);
  expect([queue.pending, queue.lost]).toEqual([3, 0]);
  expect(drain(queue)).toMatchObject([{ title: '0' }, { title: '1' }, { title: '2' }]);
  expect([queue.pending, queue.first()]).toEqual([0, undefined]);
});

test('beyond a thousand the newest are lost, and one gap counts them', () => {
  const queue = createWriteQueue();
  addMany(queue, MAX_WAITING_EVENTS + 5);
  expect([queue.pending, queue.lost]).toEqual([MAX_WAITING_EVENTS, 5]);
  const events = drain(queue);
  expect(events.length).toBe(MAX_WAITING_EVENTS + 1);
  expect(events.at(-1)).toEqual({ kind: 'gap', lost: 5, error: 'ENOSPC' });
});

test('a gap stands where the events are missing', () => {
  const queue = createWriteQueue();
  addMany(queue, MAX_WAITING_EVENTS + 2);
  queue.removeFirst();
  queue.add(title('after'), 'ENOSPC');
  queue.add(title('too many'), 'EIO');
  const events = drain(queue).slice(-3);
  expect(events).toMatchObject([{ kind: 'gap', lost: 2 }, { title: 'after' }, { kind: 'gap', lost: 1, error: 'EIO' }]);
});

test('four megabytes may wait, however few the events', () => {
  const queue = createWriteQueue();
  for (let n = 0; n < 20; n += 1) queue.add(title('x'.repeat(512 * 1024)), 'ENOSPC');
  expect(queue.pending).toBe(8); // the first one counts for nothing: it is about to be written
  expect(queue.lost).toBe(12);
  drain(queue);
  queue.add(title('a'), '');
  queue.add(title('x'.repeat(3 * 1024 * 1024)), '');
  expect([queue.pending, queue.lost]).toEqual([2, 12]);
});

test('the first may be given up, and a gap takes its place', () => {
  const queue = createWriteQueue();
  addMany(queue, 2);
  queue.loseFirst('too long');
  expect([queue.pending, queue.lost]).toEqual([1, 1]);
  expect(drain(queue)).toMatchObject([{ kind: 'gap', lost: 1, error: 'too long' }, { title: '1' }]);
});

test('a gap that was told waits and goes like any event, and counts none that are lost', () => {
  const queue = createWriteQueue();
  queue.add(entry({ kind: 'gap', lost: 0, error: 'full' }), 'ENOSPC');
  expect([queue.pending, queue.lost]).toEqual([1, 0]);
  expect(drain(queue)).toEqual([{ kind: 'gap', lost: 0, error: 'full' }]);
  expect(queue.pending).toBe(0);
});

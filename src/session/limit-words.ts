/** What is said of a usage limit: when it ends, and how to go on. Pure. */

import { formatDuration, parseAt } from '../core/time.ts';
import type { Limit } from '../journal/event.ts';
import { wallOf } from '../provider/zone-time.ts';

export interface LimitWords {
  readonly limit: Pick<Limit, 'resets_at'>;
  readonly now: number;
  /** Of the user's clock. */
  readonly zone: string;
  /** What names the session on a command line. */
  readonly reference: string;
  /** Another provider that is installed; null when there is none. */
  readonly other: string | null;
}

/** One line, after a run that ended at a limit. */
export function limitLine({ limit, now, zone, reference, other }: LimitWords): string {
  const until = parseAt(limit.resets_at ?? '');
  const handoff = other === null ? null : `uuldana handoff ${other} ${reference}`;
  if (until === undefined || until <= now) {
    const ways =
      handoff === null
        ? `go on with: uuldana resume ${reference}`
        : `go on elsewhere: ${handoff}, or here: uuldana resume ${reference}`;
    return `usage limit, and not said until when; ${ways}`;
  }
  const elsewhere = handoff === null ? '' : `, or go on elsewhere: ${handoff}`;
  return `usage limit until ${clockOf(until, now, zone)} (in ${formatDuration(until - now)}); wait: uuldana resume ${reference} --when-ready${elsewhere}`;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `18:02` where it is today, else `4 Dec 15:03`. */
export function clockOf(instant: number, now: number, zone: string): string {
  const [then, today] = [wallOf(instant, zone), wallOf(now, zone)];
  const time = [then.hour, then.minute].map((count) => String(count).padStart(2, '0')).join(':');
  const isToday = then.year === today.year && then.month === today.month && then.day === today.day;
  return isToday ? time : `${then.day} ${MONTHS[then.month - 1]} ${time}`;
}

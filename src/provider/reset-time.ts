/**
 * From the words in which an agent says when a usage limit ends to the instant that they mean. Pure, but for the table of time
 * zones that Node brings along. What cannot be told for sure is null: nobody is made to wait on a guess.
 */

import { instantOf as inZone, isZone, shortNameOf, type Wall, wallOf } from './zone-time.ts';

export interface SaidWhen {
  /** Unix milliseconds when the words were first seen: spans count from it, times of day come after it. */
  readonly now: number;
  /** IANA name of the zone that the agent's process lives in. */
  readonly zone: string;
}

/** Windows of a month are the longest; whatever lies further away was misread. */
const MAX_AHEAD_MS = 35 * 86_400_000;
/** The words leave seconds out, so that a time of this minute may be still to come. */
const CUT_OFF_MS = 60_000;

/**
 * Unix milliseconds, or null. Understood are lengths of time (`3 hours`, `13h5m2s`, `~43 min`, `less than a minute`), times of day of
 * 12 and 24 hours, with or without a date (`3pm`, `Dec 4th, 2026 3:03 PM`, `tomorrow at 18:00`), ISO forms, `11/17/2025` and Unix time in
 * seconds or milliseconds; with a zone behind them (`(Europe/Berlin)`, `UTC`, `GMT+1`) or in that of the process.
 *
 * @returns never earlier than a minute before `now`, never later than 35 days after it
 */
export function resetInstant(said: string, when: SaidWhen): number | null {
  const text = said
    .replace(/[\s\u202f]+/gu, ' ')
    .trim()
    .replace(/[.,;]$/, '');
  const here = isZone(when.zone) ? when : { ...when, zone: 'UTC' };
  const instant =
    epochIn(text) ?? spanIn(text, here) ?? isoIn(text, here) ?? slashedIn(text, here) ?? clockIn(text, here);
  if (instant === null || !Number.isFinite(instant)) return null;
  return instant > when.now - CUT_OFF_MS && instant <= when.now + MAX_AHEAD_MS ? instant : null;
}

function epochIn(text: string): number | null {
  if (/^\d{10}$/.test(text)) return Number(text) * 1000;
  return /^\d{13}$/.test(text) ? Number(text) : null;
}

const UNIT_MS: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000, w: 604_800_000 };
const UNIT = '(?:weeks?|w|days?|d|hours?|hrs?|hr|h|minutes?|mins?|min|m|seconds?|secs?|s)';
const SPAN = new RegExp(
  `^(?:in )?(?:~|about |approximately )?(?:\\d+(?:\\.\\d+)? ?${UNIT}(?:,? (?:and )?|$|(?=\\d)))+$`,
  'i',
);

function spanIn(text: string, { now }: SaidWhen): number | null {
  if (/^(?:in )?less than (?:a|1) minute$/i.test(text)) return now + CUT_OFF_MS;
  if (!SPAN.test(text)) return null;
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?) ?([a-z])/gi)];
  return (
    now + parts.reduce((sum, [, count, unit]) => sum + Number(count) * (UNIT_MS[unit?.toLowerCase() ?? ''] ?? 0), 0)
  );
}

const ISO =
  /^(\d{4})-(\d{2})-(\d{2})(?:(?: at |T| )(\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)? ?(Z|UTC|GMT|[+-]\d{2}:?\d{2}|\([A-Za-z_/+\-0-9]+\))?$/;

function isoIn(text: string, when: SaidWhen): number | null {
  const [, year, month, day, hour = '0', minute = '0', second = '0', zone] = ISO.exec(text) ?? [];
  if (year === undefined) return null;
  const wall = { year, month, day, hour, minute };
  const instant = atWall(numbers(wall), zone ?? '', when);
  return instant === null ? null : instant + Number(second) * 1000;
}

function slashedIn(text: string, when: SaidWhen): number | null {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  return year === undefined ? null : atWall(numbers({ year, month, day, hour: '0', minute: '0' }), '', when);
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const CLOCK = new RegExp(
  [
    '^(?:(?<day>today|tomorrow)(?:,? at|,)? |(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? )?',
    '(?<month>Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\\.? (?<date>\\d{1,2})(?:st|nd|rd|th)?(?:,? (?<year>\\d{4}))?(?:,? at|,)?(?: |$))?',
    '(?:(?<hour>\\d{1,2})(?::(?<minute>\\d{2}))? ?(?<half>[ap]\\.?m\\.?)|(?<hour24>\\d{1,2}):(?<minute24>\\d{2}))?',
    '(?<zone> ?\\([^)]+\\)| ?[A-Z]{2,4}(?:[+-]\\d{1,2}(?::\\d{2})?)?)?$',
  ].join(''),
  'i',
);

function clockIn(text: string, when: SaidWhen): number | null {
  const said = CLOCK.exec(text)?.groups;
  const zone = zoneOf(said?.['zone'] ?? '', when);
  if (said === undefined || zone === null) return null;
  const walls = wallsOf(said, wallOf(when.now, zone)).map((wall) => inZone(wall, zone));
  // the next such time
  return walls.find((instant) => instant > when.now - CUT_OFF_MS) ?? null;
}

/** What may be meant, the earliest first. */
function wallsOf(said: Groups, today: Wall): readonly Wall[] {
  const time = timeOfDay(said);
  if (time === null) return [];
  const { month, date, year, day } = said;
  if (month === undefined || date === undefined) {
    const of = (ahead: number) => ({ ...today, ...time, day: today.day + ahead });
    return { today: [of(0)], tomorrow: [of(1)] }[day?.toLowerCase() ?? ''] ?? [of(0), of(1)];
  }
  const wall = { ...time, year: Number(year ?? today.year), month: monthOf(month), day: Number(date) };
  if (!isDate(wall.month, wall.day)) return [];
  return year === undefined ? [wall, { ...wall, year: wall.year + 1 }] : [wall];
}

function monthOf(name: string): number {
  return MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
}

type Groups = Readonly<Record<string, string | undefined>>;

/** Null for what is no time of day; a date alone means its beginning. */
function timeOfDay({
  hour,
  minute = '0',
  half,
  hour24,
  minute24,
  month,
}: Groups): Pick<Wall, 'hour' | 'minute'> | null {
  if (hour24 !== undefined) return checked(Number(hour24), Number(minute24), 23);
  if (hour === undefined || half === undefined) return month === undefined ? null : { hour: 0, minute: 0 };
  if (Number(hour) === 0) return null;
  const time = checked(Number(hour), Number(minute), 12);
  return time === null ? null : { ...time, hour: (time.hour % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0) };
}

function checked(hour: number, minute: number, maxHour: number): Pick<Wall, 'hour' | 'minute'> | null {
  return hour <= maxHour && minute < 60 ? { hour, minute } : null;
}

function isDate(month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

/** An IANA name, or a number of minutes east of Greenwich; null where letters may mean several zones. */
function zoneOf(said: string, { now, zone }: SaidWhen): string | number | null {
  const name = said.replace(/[()]/g, '').trim();
  if (name === '' || name === 'Etc/Unknown') return zone;
  const [, sign, hours, minutes = '0'] = /^(?:UTC|GMT|Z)?(?:([+-])(\d{1,2}):?(\d{2})?)?$/i.exec(name) ?? ['', 'none'];
  if (sign === undefined) return 0;
  if (sign !== 'none') return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  if (name.includes('/')) return isZone(name) ? name : null;
  return shortNameOf(now, zone) === name ? zone : null;
}

function atWall(wall: Wall, zoneSaid: string, when: SaidWhen): number | null {
  const zone = zoneOf(zoneSaid, when);
  const isTime = checked(wall.hour, wall.minute, 23) !== null;
  return zone === null || !isTime || !isDate(wall.month, wall.day) ? null : inZone(wall, zone);
}

function numbers(words: Readonly<Record<keyof Wall, string | undefined>>): Wall {
  const of = (name: keyof Wall) => Number(words[name] ?? 0);
  return { year: of('year'), month: of('month'), day: of('day'), hour: of('hour'), minute: of('minute') };
}

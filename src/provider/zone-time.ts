/** Between instants and what the clocks of a time zone show, summer time included. Pure, but for the zones that Node knows. */

/** What a clock and a calendar on a wall show. `month` counts from 1; `day` may exceed the month and then means the next. */
export interface Wall {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

const DAY_MS = 86_400_000;

export function isZone(name: string): boolean {
  try {
    return formatterOf(name) !== null;
  } catch {
    return false; // RangeError: no such zone
  }
}

/**
 * What the clocks show.
 *
 * @param zone  IANA name, or minutes east of Greenwich
 */
export function wallOf(instant: number, zone: string | number): Wall {
  if (typeof zone === 'number') return utcWall(instant + zone * 60_000);
  const parts = new Map(
    formatterOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  return { year: of('year'), month: of('month'), day: of('day'), hour: of('hour') % 24, minute: of('minute') };
}

/**
 * When the clocks show it. A time that comes twice, when summer time ends, is the later one; one that is left out when it begins
 * counts from the clock before.
 */
export function instantOf(wall: Wall, zone: string | number): number {
  const asUtc = Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute);
  if (typeof zone === 'number') return asUtc - zone * 60_000;
  const candidates = [asUtc - DAY_MS, asUtc + DAY_MS].map((near) => asUtc - offsetMs(near, zone));
  const fitting = candidates.filter((instant) => instant + offsetMs(instant, zone) === asUtc);
  return fitting.length === 0 ? (candidates[0] ?? asUtc) : Math.max(...fitting);
}

/** The short name that the zone has then: `CET`, `PST`. */
export function shortNameOf(instant: number, zone: string): string | null {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'short' });
  return format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? null;
}

function offsetMs(instant: number, zone: string): number {
  const { year, month, day, hour, minute } = wallOf(instant, zone);
  return Date.UTC(year, month - 1, day, hour, minute) - Math.floor(instant / 60_000) * 60_000;
}

function utcWall(instant: number): Wall {
  const date = new Date(instant);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
  };
}

function formatterOf(zone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
}

/** A point in time as people type it: `2h`, `3d`, `2026-11-30`, `2026-11-30T14:00`. Pure, but for the time zone of the machine. */

const UNIT_MS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

const LENGTH = /^(?:\d{1,6}[smhdw])+$/;
const MOMENT = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?)?(Z|[+-]\d{2}:?\d{2})?$/i;

/** What a message says is expected. */
export const SINCE_FORMS = 'a length of time (45m, 2h, 3d, 1w) or a date (2026-11-30, "2026-11-30 14:00")';

/**
 * Unix milliseconds of what was typed: a length of time before `nowMs`, or a date with or without a time of day, which are
 * local unless a zone stands behind them (`Z`, `+02:00`). Undefined for anything else, days that no month has included.
 */
export function parseSince(typed: string, nowMs: number): number | undefined {
  const text = typed.trim();
  if (LENGTH.test(text)) return nowMs - lengthOf(text);
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '0', zone] = MOMENT.exec(text) ?? [];
  if (year === undefined) return undefined;
  const parts = [year, month, day, hour, minute, second, fraction.padEnd(3, '0')].map(Number);
  if (!isMoment(parts)) return undefined;
  const [y = 0, m = 0, ...rest] = parts;
  const [d, h, min, s, ms] = rest;
  return zone === undefined
    ? new Date(y, m - 1, d, h, min, s, ms).getTime()
    : Date.UTC(y, m - 1, d, h, min, s, ms) - zoneMs(zone);
}

/** Milliseconds of a length of time (`45m`, `1h30m`); undefined for anything else. */
export function parseLength(typed: string): number | undefined {
  return LENGTH.test(typed.trim()) ? lengthOf(typed.trim()) : undefined;
}

function lengthOf(text: string): number {
  const parts = [...text.matchAll(/(\d+)([smhdw])/g)];
  return parts.reduce((sum, [, count, unit]) => sum + Number(count) * (UNIT_MS[unit ?? ''] ?? 0), 0);
}

/** `Date` lets 30 February be 2 March. */
function isMoment([year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0]: readonly number[]): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isDay && hour < 24 && minute < 60 && second < 60;
}

function zoneMs(zone: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? [];
  const ms = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
  return sign === '-' ? -ms : ms;
}

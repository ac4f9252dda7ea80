/** Session ids: UUID version 7, so that they sort by the time of their making. Clock and randomness come in as values. */

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** What lists show of an id: its random end, since ids made close together begin alike. */
const SHORT_DIGITS = 8;

/**
 * Makes a UUIDv7 (RFC 9562, 5.7) in lower case.
 *
 * @param nowMs   Unix time in milliseconds
 * @param random  10 random bytes
 */
export function newSessionId(nowMs: number, random: Uint8Array): string {
  if (random.length !== 10) throw new RangeError(`a session id takes 10 random bytes, not ${random.length}`);
  const time = Math.max(0, Math.trunc(nowMs)).toString(16).padStart(12, '0').slice(-12);
  const rest = Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const variant = ((Number.parseInt(rest.charAt(3), 16) & 0x3) | 0x8).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(0, 3)}-${variant}${rest.slice(4, 7)}-${rest.slice(7, 19)}`;
}

export function isSessionId(text: string): boolean {
  return UUID_V7.test(text);
}

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** The last 8 digits, as lists show an id. */
export function shortId(id: string): string {
  return id.slice(-SHORT_DIGITS);
}

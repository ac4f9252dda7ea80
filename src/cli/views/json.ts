/** JSON for programs, which a person may look at too: what a terminal could act on is escaped, so the gate holds here as well. */

/** Control characters but the newlines of the layout, and what reorders or hides text. */
const UNSAFE = /[^\P{Cc}\n]|[\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

/** @returns the value with an indent of 2 and a newline at its end */
export function jsonText(value: unknown): string {
  return `${escaped(JSON.stringify(value, null, 2))}\n`;
}

/** The same on one line. */
export function jsonLine(value: unknown): string {
  return `${escaped(JSON.stringify(value))}\n`;
}

function escaped(json: string): string {
  return json.replace(UNSAFE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

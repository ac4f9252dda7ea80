/**
 * Reads the plain strings above the first table of a TOML text, which is where agents keep their main settings. No TOML parser:
 * what it does not recognise it leaves out. Pure.
 */

const TABLE = /^\s*\[/;
/** `key = "value"`, without escapes, and a comment behind it. */
const STRING = /^\s*([A-Za-z0-9_-]+)\s*=\s*(?:"([^"\\]*)"|'([^']*)')\s*(?:#.*)?$/;

export function tomlStrings(text: string): Record<string, string> {
  const lines = text.split(/\r?\n/);
  const end = lines.findIndex((line) => TABLE.test(line));
  const found = lines.slice(0, end === -1 ? lines.length : end).flatMap((line) => {
    const [, key, basic, literal] = STRING.exec(line) ?? [];
    const value = basic ?? literal;
    return key === undefined || value === undefined ? [] : [[key, value] as const];
  });
  // fromEntries and not assignment, so that a key named __proto__ is a key like any other
  return Object.fromEntries(found);
}

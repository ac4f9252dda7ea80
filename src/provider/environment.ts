/** The environment that an agent is given: the user's own without what its adapter takes away, and with what it sets. Pure. */

export interface EnvironmentChanges {
  readonly set: Readonly<Record<string, string>>;
  /** Names, or prefixes ending in `*`. */
  readonly unset: readonly string[];
}

/**
 * Nothing but the changes is touched: what describes the user's terminal (TERM, TMUX, STY, COLUMNS, LINES) stays.
 *
 * @returns the environment, and the names that were there and are not any more, sorted
 */
export function childEnvironment(
  parent: Readonly<Record<string, string | undefined>>,
  changes: EnvironmentChanges,
): { env: Record<string, string>; removed: string[] } {
  const present = Object.entries(parent).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const kept = present.filter(([name]) => !changes.unset.some((pattern) => matches(pattern, name)));
  // fromEntries and not assignment, so that a variable named __proto__ is a variable like any other
  const env = Object.fromEntries([...kept, ...Object.entries(changes.set)]);
  const removed = present.map(([name]) => name).filter((name) => !Object.hasOwn(env, name));
  return { env, removed: removed.sort() };
}

function matches(pattern: string, name: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}

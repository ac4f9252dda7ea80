/**
 * Tells from names and times which conversation file a running agent writes. Pure: what the folder shows at each look comes in.
 *
 * An agent writes a file of another conversation now and then, such as a summary of an old one at its start. So one write says
 * nothing; the conversation that is written twice while the live one rests is the live one from then on. And where another
 * process of the provider works in the same folder, it may be the writer: what was written then counts for nothing.
 */

export interface FileState {
  readonly key: string;
  readonly path: string;
  readonly modifiedAt: number;
}

interface Tally {
  /** The file's time at the last look. */
  readonly modifiedAt: number;
  /** Writes since the live conversation was written last. */
  readonly writes: number;
}

/** What was seen so far: path -> tally, and the key of the live conversation. */
export interface Written {
  readonly live: string | null;
  readonly files: ReadonlyMap<string, Tally>;
}

/** The folder as it was when the agent was started: no file of it has been written by it. */
export function firstLook(live: string | null, files: readonly FileState[]): Written {
  return { live, files: new Map(files.map(({ path, modifiedAt }) => [path, { modifiedAt, writes: 0 }])) };
}

/** How often a file has to be written to be the live conversation's. */
const WRITES = 2;

/**
 * The next state. `live` changes when exactly one other conversation was written often enough.
 *
 * @param alone  whether no other process can have written; asked only when something was
 */
export function nextLook(before: Written, files: readonly FileState[], alone: () => boolean): Written {
  const changed = files.filter(({ path, modifiedAt }) => before.files.get(path)?.modifiedAt !== modifiedAt);
  if (changed.length === 0) return before;
  const rests = !changed.some(({ key }) => key === before.live);
  const counts = rests && alone();
  const writesOf = (file: FileState) => {
    const { writes = 0 } = before.files.get(file.path) ?? {};
    return counts ? writes + Number(changed.includes(file)) : 0;
  };
  const often = new Set(files.filter((file) => writesOf(file) >= WRITES).map(({ key }) => key));
  const [key] = often;
  const turned = often.size === 1 && key !== undefined;
  const tallies = files.map(
    (file) => [file.path, { modifiedAt: file.modifiedAt, writes: turned ? 0 : writesOf(file) }] as const,
  );
  return { live: turned ? key : before.live, files: new Map(tallies) };
}

/** What is kept of a probe and for how long it counts. Pure; the form is a cache's, read back strictly and never migrated. */

/** An answer, with the program's file as it was then. */
export interface CachedProbe {
  readonly version: string | null;
  readonly help: string;
  readonly failure: string | null;
  readonly size: number;
  readonly mtimeMs: number;
  /** Unix milliseconds of the asking. */
  readonly at: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export function encodeProbe({ version, help, failure, size, mtimeMs, at }: CachedProbe): string {
  return JSON.stringify({ version, help, failure, size, mtime_ms: mtimeMs, at });
}

/** Null for anything but what `encodeProbe` wrote. */
export function decodeProbe(text: string | null): CachedProbe | null {
  const { version, help, failure, size, mtime_ms: mtimeMs, at } = fieldsOf(text);
  if (!isTextOrNull(version) || !isTextOrNull(failure) || typeof help !== 'string') return null;
  if (typeof size !== 'number' || typeof mtimeMs !== 'number' || typeof at !== 'number') return null;
  return { version, help, failure, size, mtimeMs, at };
}

type Fields = Partial<Record<'version' | 'help' | 'failure' | 'size' | 'mtime_ms' | 'at', unknown>>;

function fieldsOf(text: string | null): Fields {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    // a cache that was cut short or edited is asked anew
    return {};
  }
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || typeof value === 'string';
}

export interface ProbeFacts {
  readonly size: number;
  readonly mtimeMs: number;
  readonly now: number;
  /** Whether a version manager's shim may stand in front: then the file says nothing of what runs. */
  readonly shim: boolean;
}

export function isFresh(entry: CachedProbe, facts: ProbeFacts): boolean {
  const ageMs = facts.now - entry.at;
  const livesMs = Math.min(
    // on a busy machine one of the two questions may be given up and the other answered
    entry.failure === null && entry.version !== null ? Number.POSITIVE_INFINITY : HOUR_MS,
    facts.shim ? DAY_MS : Number.POSITIVE_INFINITY,
  );
  // an entry from the future was made before the clock was set back, and its age is not known
  return entry.size === facts.size && entry.mtimeMs === facts.mtimeMs && ageMs >= 0 && ageMs <= livesMs;
}

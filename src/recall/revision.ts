/**
 * What a reader of pages holds on to: the last event at the time of its first page, and the rules by which text was redacted then.
 * Written `<seq>-<sum>-<rules>`. Pure.
 */

export interface Revision {
  /** 0: there was no event. */
  readonly seq: number;
  readonly sum: string;
  readonly rules: string;
}

export function revisionText({ seq, sum, rules }: Revision): string {
  return `${seq}-${sum}-${rules}`;
}

/** Undefined for what is no revision. */
export function parseRevision(text: string): Revision | undefined {
  const [, seq, sum, rules] = /^(\d{1,15})-([0-9a-f]{16})-([0-9a-f]{8})$/.exec(text) ?? [];
  return seq === undefined || sum === undefined || rules === undefined ? undefined : { seq: Number(seq), sum, rules };
}

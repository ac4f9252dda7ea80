/** The form of a rule: what a secret looks like, as data. */

export interface Rule {
  /** What a mark says: `[redacted:KIND]`. */
  readonly kind: string;
  /** Lower case. A match begins at one of them, so that text without them costs next to nothing. */
  readonly keywords: readonly string[];
  /** Sticky, with indices. The group `secret` is what is masked; without one it is the whole match. */
  readonly pattern: RegExp;
  /** The fewest bits a character of the secret may carry; keeps placeholders and words. */
  readonly entropy?: number;
  /** Where a match may begin: at the start of a word (the default), of a run of token characters, or inside a name. */
  readonly begins?: 'run' | 'anywhere';
  /** It knows a secret only by the name before it, and so needs more to believe that one goes on in the next line. */
  readonly isWeak?: boolean;
}

/** A typed "no": an error that carries, besides its sentence for people, what the audit log may hold of it. */

import { type ErrorCode, EXIT, UuldanaError } from '../core/errors.ts';
import type { Level } from '../core/permission.ts';
import { flagNames, type Refused } from '../journal/audit.ts';
import type { Ports } from './ports.ts';

/** No text of the user's, the arguments aside: of those the log gets the names of flags. */
export interface RefusalFacts {
  /** One of the codes that src/journal/AUDIT.md lists. */
  readonly reason: string;
  readonly requested?: Level | null;
  readonly ceiling?: Level;
  readonly strict?: boolean;
  readonly refusedArguments?: readonly string[];
}

export class Refusal extends UuldanaError {
  readonly facts: RefusalFacts;

  constructor(code: ErrorCode, message: string, { hint, ...facts }: RefusalFacts & { readonly hint: string }) {
    super(code, message, { hint });
    this.facts = facts;
  }
}

/** What was tried, as far as it is known before it is refused. */
export interface Attempt {
  readonly command: 'launch' | 'resume' | 'handoff' | 'delete';
  readonly session: string | null;
  readonly provider: string | null;
  readonly workspace: string | null;
}

/**
 * Does what was asked for; a refusal of it is recorded and thrown on. That is every error with exit status 126, whoever
 * throws it, and every `Refusal`.
 *
 * @param attempt  null for a dry run, which is nothing that could be granted
 */
export async function recordingRefusals<T>(
  { audit }: Pick<Ports, 'audit'>,
  attempt: Attempt | null,
  act: () => Promise<T>,
): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (attempt !== null && isRefusal(error)) await audit(refused(attempt, error));
    throw error;
  }
}

function isRefusal(error: unknown): error is UuldanaError {
  return error instanceof Refusal || (error instanceof UuldanaError && error.exitCode === EXIT.refused);
}

function refused(attempt: Attempt, error: UuldanaError): Refused {
  const facts: RefusalFacts = error instanceof Refusal ? error.facts : { reason: error.code };
  return {
    kind: 'refusal',
    ...attempt,
    reason: facts.reason,
    requested: facts.requested ?? null,
    ceiling: facts.ceiling ?? null,
    strict: facts.strict ?? null,
    flags: flagNames(facts.refusedArguments ?? []),
    exit_status: error.exitCode,
  };
}

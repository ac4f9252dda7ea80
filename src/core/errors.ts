/**
 * The one error type of uuldana and its exit codes. Anything else that is thrown is a fault of ours and ends with 125.
 */

/** Exit status by meaning (DESIGN: "Exit status"); a run that took place gives the agent's own status instead. */
export const EXIT = { ok: 0, no: 1, usage: 2, failed: 125, refused: 126, notInstalled: 127 } as const;

/** Stable, documented codes: what `{"error": {"code"}}` holds. The value is the exit status that goes with it. */
const EXIT_BY_CODE = {
  'session-not-found': EXIT.no,
  'session-ambiguous': EXIT.no,
  damaged: EXIT.no,
  usage: EXIT.usage,
  'provider-unknown': EXIT.usage,
  'name-taken': EXIT.usage,
  'config-invalid': EXIT.failed,
  'data-dir': EXIT.failed,
  'journal-unwritable': EXIT.failed,
  'journal-newer': EXIT.failed,
  workspace: EXIT.failed,
  'agent-start': EXIT.failed,
  unsupported: EXIT.failed,
  internal: EXIT.failed,
  'session-live': EXIT.refused,
  'not-resumable': EXIT.refused,
  'permission-refused': EXIT.refused,
  'argument-refused': EXIT.refused,
  'needs-terminal': EXIT.refused,
  'provider-not-installed': EXIT.notInstalled,
} as const;

export type ErrorCode = keyof typeof EXIT_BY_CODE;

/** A failure that a user can act on: what failed and why (`message`), and what to type next (`hint`). */
export class UuldanaError extends Error {
  override readonly name = 'UuldanaError';
  readonly code: ErrorCode;
  readonly hint: string | undefined;

  constructor(code: ErrorCode, message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.code = code;
    this.hint = options.hint;
  }

  get exitCode(): number {
    return EXIT_BY_CODE[this.code];
  }
}

/** The `code` of a Node system error (`ENOSPC`), or undefined for anything else. */
export function errnoOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** What the tests of the audit log share: an agent of the user's own, and the log as `uuldana audit --json` gives it. */

import type { Sandbox } from '../support/sandbox.ts';

export interface AuditRecord {
  kind: string;
  session?: string | null;
  [key: string]: unknown;
}

export interface AuditJson {
  records: AuditRecord[];
  files: Record<string, unknown>[];
  older_files: number;
  skipped: unknown[];
}

/** Without the record that the file begins with. */
export async function auditOf(box: Sandbox, ...filters: readonly string[]): Promise<AuditRecord[]> {
  const { records } = await box.json<AuditJson>(['audit', ...filters]);
  return records.filter(({ kind }) => kind !== 'opened');
}

export const kindsOf = (records: readonly AuditRecord[]) => records.map(({ kind }) => kind);

export const talk = (box: Sandbox, args: readonly string[], ...lines: string[]) =>
  box.run(args, { input: `${[...lines, '/exit'].join('\n')}\n` });

/** Declares `acme`, which ends with its input. */
export function withAcme(box: Sandbox, changes: object = {}, config: object = {}): void {
  box.program('acme', '#!/bin/sh\necho "args: $*"\ncat\n');
  const acme = { bin: 'acme', args: { new: [['--', '{prompt}']] }, permissions: { ask: [], auto: ['--auto'] } };
  box.writeConfig({ ...config, providers: { acme: { ...acme, ...changes } } });
}

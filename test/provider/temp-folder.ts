/** A folder of its own for one test file or test, by its real path, removed at the end. */

import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

export function tempFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'uuldana-provider-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

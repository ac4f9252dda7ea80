/** The version of this package, from its package.json. */

import { readFileSync } from 'node:fs';

export function version(): string {
  // dist/src/cli -> the package's top
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

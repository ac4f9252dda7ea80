/** Who has a name. */

import type { Labels } from './names.ts';

export function findHolder(labels: Labels, name: string): string | null {
  return [...labels].find(([, label]) => label.name === name)?.[0] ?? null;
}

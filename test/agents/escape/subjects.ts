/** The subjects of the matrix, found by the list of adapters, and one of the user's own. */

import { adapters } from '../../../adapters/index.ts';
import type { Subject } from './subject.ts';
import { mine } from './subjects/mine.ts';

export const subjects: readonly (readonly [string, Subject])[] = await Promise.all([
  ...adapters.map(async ({ id }) => [id, await subjectOf(id)] as const),
  [mine.id, mine] as const,
]);

async function subjectOf(id: string): Promise<Subject> {
  const module: Readonly<Record<string, Subject>> = await import(`./subjects/${id}.ts`);
  const subject = module[id];
  if (subject === undefined) throw new Error(`test/agents/escape/subjects/${id}.ts exports no "${id}"`);
  return subject;
}

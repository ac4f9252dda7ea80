/** Usage limits that a provider announced on its screen, by the patterns of its adapter. Pure. */

import { formatAt, parseAt } from '../core/time.ts';
import type { Limit } from '../journal/event.ts';

/** Lines near the end only: what stands higher up is conversation about limits more often than a limit. */
const LAST_LINES = 40;
const MAX_LINE_CHARACTERS = 1000;

/**
 * @param patterns  regular expressions; a group `resets_at` names the time
 * @param lines     the last screen of the run, redacted
 * @returns at most one limit a pattern, the latest; `resets_at` only when the text names a full date and time
 */
export function limitsShown(patterns: readonly string[], lines: readonly string[]): readonly Limit[] {
  const recent = lines.slice(-LAST_LINES).map((line) => line.slice(0, MAX_LINE_CHARACTERS));
  return patterns.flatMap((pattern): Limit[] => {
    const expression = new RegExp(pattern, 'iu');
    const text = recent.findLast((line) => expression.test(line));
    if (text === undefined) return [];
    const named = parseAt(expression.exec(text)?.groups?.['resets_at'] ?? '');
    return [{ kind: 'limit', text, resets_at: named === undefined ? null : formatAt(named) }];
  });
}

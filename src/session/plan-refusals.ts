/** Why a run cannot be planned as it was asked for: the sentences, and what to type instead. Pure. */

import { UuldanaError } from '../core/errors.ts';
import type { Via } from '../journal/event.ts';
import type { Adapter } from '../provider/adapter.ts';
import type { Grant } from './plan.ts';
import { Refusal } from './refusal.ts';

export function takesNoPrompt({ title }: Adapter, via: Via): UuldanaError {
  const when = via === 'new' ? '' : ' when it resumes';
  return new UuldanaError('usage', `${title} takes no first prompt${when}`, {
    hint: 'Leave out --prompt and type it once the agent is there.',
  });
}

export function argumentRefused(
  adapter: Adapter,
  grant: Grant,
  refused: readonly { argument: string; reason: string }[],
): Refusal {
  const lines = refused.map(({ argument, reason }) => `  ${argument}: ${reason}`);
  const allowed = adapter.allowedFlags === 'any' ? [] : Object.keys(adapter.allowedFlags);
  return new Refusal(
    'argument-refused',
    [`Below bypass these arguments are not passed on to ${adapter.title} (this run is ${grant.level}):`, ...lines].join(
      '\n',
    ),
    {
      reason: 'argument-not-allowed',
      requested: grant.requested,
      ceiling: grant.ceiling,
      strict: grant.strict,
      refusedArguments: refused.map(({ argument }) => argument),
      hint: allowed.length > 0 ? `Passed on are: ${allowed.join(' ')}` : 'Leave them out.',
    },
  );
}

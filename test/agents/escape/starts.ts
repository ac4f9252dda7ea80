/** What an agent would be started with: whether it is one of the ways its adapter has, and what of it the real agent has to show. */

import type { Adapter } from '../../../src/provider/adapter.ts';
import type { Cell, Plan } from './cells.ts';

/** Two cells with the same text start the same program, but for ids. */
export function startOf({ args, env, native_id }: Plan): string {
  return JSON.stringify([args.map((argument) => (argument === native_id ? '{id}' : argument)), env.set]);
}

/** What stands in the arguments and in no form of the granted level, nor in a way to start or resume; a prompt is a text of ours. */
export function strangers({ plan, route }: Cell, adapter: Adapter): readonly string[] {
  if (plan === null) return [];
  const forms = formsOf(adapter, plan);
  const form = forms.find((one) => indexOf(plan.args, one) !== -1);
  if (form === undefined) return [`no form of ${plan.permission.effective}: ${plan.args.join(' ')}`];
  const at = indexOf(plan.args, form);
  const rest = plan.args.toSpliced(at, form.length);
  const ways = new Set(Object.values(adapter.args).flatMap((groups) => groups?.flat() ?? []));
  return rest.filter(
    (word) =>
      !ways.has(word) &&
      !(word === plan.native_id && !word.startsWith('-')) &&
      !/^(--[\w-]+=)?This is (my message|a record)/.test(word) &&
      !(adapter.builtIn !== undefined && word.endsWith('.js')) &&
      !passes(word, route.extra ?? [], adapter, plan),
  );
}

/** Words behind `--` that pass: at bypass all do, else the value of a flag on the list, in one word. */
function passes(word: string, extra: readonly string[], { allowedFlags }: Adapter, { permission }: Plan): boolean {
  if (!extra.includes(word)) return false;
  if (allowedFlags === 'any' || permission.effective === 'bypass') return true;
  return Object.keys(allowedFlags).some((flag) => word.startsWith(`${flag}=`));
}

function formsOf({ levels }: Adapter, { permission, args }: Plan): readonly (readonly string[])[] {
  const promise = levels[permission.effective];
  if (promise === undefined) return [];
  const forms = [promise.args, ...(promise.lock === undefined ? [] : [promise.lock.args])];
  return forms.map((form) =>
    form.map((word) => (word === '{file}' ? (args.find((arg) => arg.endsWith('policy.toml')) ?? word) : word)),
  );
}

function indexOf(words: readonly string[], part: readonly string[]): number {
  return words.findIndex((_, at) => part.every((word, offset) => words[at + offset] === word));
}

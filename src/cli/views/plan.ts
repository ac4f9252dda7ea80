/** A dry run: what would be started. The prompt stands for itself, since it is the user's own or would be sent as shown. */

import { printable } from '../../redact/gate.ts';
import { grantNotices } from '../../session/notices.ts';
import type { RunPlan } from '../../session/plan.ts';
import { jsonText } from './json.ts';

export function planJson(plan: RunPlan, notes: readonly string[]): string {
  return jsonText(planFields(plan, notes, plan.invocation.args));
}

/** Also with what is sent, and how: as an argument, or pasted. */
export function handoffJson(plan: RunPlan, notes: readonly string[], sent: string): string {
  const how = plan.paste === null ? 'argument' : 'paste';
  const bytes = Buffer.byteLength(sent);
  return jsonText({ ...planFields(plan, notes, plan.invocation.recorded), sent: { how, bytes, text: sent } });
}

function planFields(plan: RunPlan, notes: readonly string[], args: readonly string[]) {
  const { program, workspace, via, invocation, grant, capture, nativeId } = plan;
  return {
    provider: program.adapter.id,
    provider_version: program.version,
    binary: program.file,
    args: [...program.prefix, ...args],
    env: { set: invocation.env.set, unset: invocation.env.unset },
    workspace,
    via,
    native_id: nativeId,
    capture: capture.what,
    permission: {
      requested: grant.requested,
      effective: grant.level,
      ceiling: grant.ceiling,
      strength: grant.promise.strength,
      reaches: grant.promise.reaches,
      enforced_by: grant.promise.enforcedBy,
    },
    notes: [...grantNotices(program.adapter, grant), ...notes],
  };
}

export function planText(plan: RunPlan, notes: readonly string[]): string {
  return `${printable(planLines(plan, notes, plan.invocation.args).join('\n'))}\nNothing was started.\n`;
}

/** The first prompt is printed as it is, below the rest. */
export function handoffText(plan: RunPlan, notes: readonly string[], sent: string): string {
  const bytes = Buffer.byteLength(sent);
  const how =
    plan.paste === null
      ? `${bytes} bytes, as an argument, which other users of this machine may see (ps); --paste avoids that`
      : `${bytes} bytes, pasted once the agent is seen to be ready`;
  const lines = [...planLines(plan, notes, plan.invocation.recorded), `sent        ${how}:`, '', sent, ''];
  return `${printable(lines.join('\n'))}\nNothing was started.\n`;
}

function planLines(plan: RunPlan, notes: readonly string[], args: readonly string[]): readonly string[] {
  const { program, workspace, via, invocation, grant, capture } = plan;
  const { set, unset } = invocation.env;
  return [
    `binary      ${program.file}${program.version === null ? '' : ` (${program.version})`}`,
    `arguments   ${[...program.prefix, ...args].map((argument) => JSON.stringify(argument)).join(' ')}`,
    `folder      ${workspace}`,
    `environment ${[...Object.entries(set).map(([name, value]) => `${name}=${value}`), ...unset.map((name) => `-${name}`)].join(' ') || 'as it is'}`,
    `permission  ${grant.level}, ${grant.promise.strength === 'held' ? 'held' : `at launch, reaches ${grant.promise.reaches}`}, ceiling ${grant.ceiling}`,
    `by          ${grant.promise.enforcedBy.map(({ how, what }) => `${how}: ${what}`).join('; ')}`,
    `via         ${via}`,
    `kept        ${capture.what === 'conversation' ? 'the whole conversation' : 'the last 120 lines shown'}`,
    ...[...grantNotices(program.adapter, grant), ...notes].map((note) => `note        ${note}`),
  ];
}

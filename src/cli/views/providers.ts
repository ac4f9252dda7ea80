/** `providers` for people: a line each, and what there is to say about it below. */

import { printableLine } from '../../redact/gate.ts';
import type { ProviderDetails } from '../../session/providers.ts';
import { table } from './table.ts';

const HEADINGS = ['PROVIDER', 'TITLE', 'VERSION', 'RESUME', 'DEFAULT', 'HELD', 'AT LAUNCH'];

export async function providersText(providers: readonly ProviderDetails[]): Promise<string> {
  const notes = providers.flatMap(({ provider, notes: all }) =>
    all.map((note) => `${provider}: ${printableLine(note)}\n`),
  );
  return `${await table([HEADINGS, ...providers.map(row)])}${notes.length > 0 ? '\n' : ''}${notes.join('')}`;
}

function row(provider: ProviderDetails): readonly string[] {
  const { title, installed, version, resume, default_level, levels } = provider;
  const withStrength = (wanted: string) =>
    Object.entries(levels)
      .flatMap(([level, strength]) => (strength === wanted ? [level] : []))
      .join(' ') || '-';
  const state = installed ? (version ?? 'yes') : 'not installed';
  return [
    provider.provider,
    title,
    state,
    resume,
    default_level ?? '-',
    withStrength('held'),
    withStrength('at-launch'),
  ];
}

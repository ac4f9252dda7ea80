/** `audit` for people and for programs. */

import { shortId } from '../../core/ids.ts';
import type { StoredRecord } from '../../journal/audit.ts';
import type { AuditAnswer } from '../../session/audit.ts';
import { faultsBetween } from '../../session/audit-state.ts';
import { jsonText } from './json.ts';
import { table } from './table.ts';

export function auditJson({ records, files, older, refused }: AuditAnswer): string {
  return jsonText({
    records: records.map(({ fields }) => fields),
    files: files.map(({ file, damaged, chainBreaks, missing, fullSince }) => ({
      file,
      damaged_lines: damaged,
      chain_breaks: chainBreaks,
      missing_records: missing,
      full_since: fullSince,
    })),
    older_files: older,
    skipped: refused,
  });
}

const HEADINGS = ['AT', 'WHAT', 'SESSION', 'PROVIDER', 'DETAILS'];

export async function auditText({ records, files }: AuditAnswer): Promise<string> {
  if (records.length > 0) return await table([HEADINGS, ...records.map(row)]);
  return files.length === 0 ? 'Nothing is recorded yet.\n' : 'No record fits.\n';
}

/** What a reader has to know of the log besides its records: what is missing in it, and what was not read. */
export function auditNotes({ files, older, refused }: AuditAnswer, all: boolean): readonly string[] {
  return [
    ...refused.map(({ file, reason }) => `skipped ${file}: ${reason}`),
    ...files.flatMap(faultsOf),
    ...(all ? faultsBetween(files) : []),
    ...(older === 0 ? [] : [`earlier records are in ${counted(older, 'older file')}: uuldana audit --all reads them`]),
  ];
}

function faultsOf({
  file,
  damaged,
  chainBreaks,
  missing,
  newerVersion,
  fullSince,
}: AuditAnswer['files'][number]): readonly string[] {
  const parts = [
    ...(damaged > 0 ? [counted(damaged, 'damaged line')] : []),
    ...(chainBreaks > 0 ? [counted(chainBreaks, 'chain break')] : []),
    ...(missing > 0 ? [counted(missing, 'missing record')] : []),
  ];
  return [
    ...(parts.length > 0 ? [`${file} has ${parts.join(', ')}; everything else in it is read`] : []),
    ...(newerVersion === null
      ? []
      : [`${file} was begun by a newer uuldana (version ${newerVersion}); it is read as far as understood`]),
    ...(fullSince === null
      ? []
      : [
          `${file} was full at ${fullSince}, and what happened after that is not in it; uuldana audit --rotate begins a new one`,
        ]),
  ];
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

function row(record: StoredRecord): readonly string[] {
  const { at, kind, session, provider, fields } = record;
  const say = Object.hasOwn(DETAILS, kind) ? DETAILS[kind] : undefined;
  const inside = fields['inside'] === undefined ? '' : `; asked for inside session ${shortId(shown(fields['inside']))}`;
  return [
    at ?? '?',
    kind,
    session === null ? '-' : shortId(session),
    provider ?? '-',
    `${(say ?? allFields)(fields)}${inside}`,
  ];
}

type Fields = StoredRecord['fields'];

const DETAILS: Readonly<Record<string, (fields: Fields) => string>> = {
  launch: (of) => `new session in ${shown(of['workspace'])}${of['named'] === true ? ', named' : ''}`,
  resume: (of) => `run ${shown(of['run'])} by ${shown(of['via'])} in ${shown(of['workspace'])}`,
  grant: (of) =>
    [
      `${shown(of['effective'])} (${of['strength'] === 'held' ? 'held' : `at launch, reaches ${shown(of['reaches'])}`})`,
      ...asked(of),
    ].join(', '),
  end: (of) => `${shown(of['status'])}, status ${shown(of['exit_status'])}`,
  refusal: (of) =>
    [`${shown(of['command'])} refused: ${shown(of['reason'])}`, ...asked(of), ...flags(of), ...folder(of)].join(', '),
  recovery: (of) =>
    `run ${shown(of['run'])} ${of['started'] === true ? 'had lost its supervisor' : 'was never started'}${of['agent_ended'] === true ? ', its agent was ended' : ''}`,
  rename: (of) => (of['named'] === true ? 'has a new name' : 'has no name any more'),
  deletion: (of) => `by ${shown(of['by'])}`,
  recall: (of) =>
    `${shown(of['tool'])} over MCP${
      of['all'] === true
        ? ', all folders'
        : folder(of)
            .map((place) => ` ${place}`)
            .join('')
    }, ${shown(of['returned'])} returned`,
  opened: (of) => `begun by ${shown(of['created_by'])}${followed(of)}`,
};

/** What was asked for, and the ceiling. */
function asked(of: Fields): readonly string[] {
  return [
    ...(of['requested'] == null ? [] : [`asked for ${shown(of['requested'])}`]),
    ...(of['ceiling'] == null ? [] : [`ceiling ${shown(of['ceiling'])}${of['strict'] === true ? ' (strict)' : ''}`]),
  ];
}

function flags(of: Fields): readonly string[] {
  const names = of['flags'];
  return Array.isArray(names) && names.length > 0 ? [`arguments ${names.map(shown).join(' ')}`] : [];
}

function folder(of: Fields): readonly string[] {
  return of['workspace'] == null ? [] : [`in ${shown(of['workspace'])}`];
}

function followed(of: Fields): string {
  const follows = of['follows'] as { readonly file?: unknown } | null | undefined;
  return follows?.file === undefined ? '' : `, after ${shown(follows.file)}`;
}

const ENVELOPE = new Set(['seq', 'at', 'kind', 'session', 'provider', 'inside']);

/** A record of a kind that this version does not know. */
function allFields(of: Fields): string {
  return Object.keys(of)
    .filter((key) => !ENVELOPE.has(key))
    .map((key) => `${key}=${shown(of[key])}`)
    .join(' ');
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '?');
}

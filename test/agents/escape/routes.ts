/** The ways on which somebody, or some file, could try to get a run above its ceiling: those of any provider, and those of a subject. Data. */

import type { Subject } from './subject.ts';

export interface Route {
  readonly id: string;
  /** Words for uuldana, behind the provider or the session. */
  readonly options?: readonly string[];
  /** Words for the agent, behind `--`. */
  readonly extra?: readonly string[];
  /** One of many spellings: tried under ceilings of the config file, since what passes is the same under a strict one. */
  readonly isSpelling?: true;
  /** The level of the ceiling is asked for. */
  readonly asks?: true;
  readonly env?: Readonly<Record<string, string>>;
  /** Name of the subject's files that are there. */
  readonly files?: string;
  /** What the session is like that is resumed; a new one is begun without it. */
  readonly resumes?: SessionKind;
  /** Where a program of the agent's name lies, too. */
  readonly decoy?: 'workspace' | 'node_modules' | 'relative';
  /** It fixes a higher ceiling itself, in the user's own words, unless another one was given. */
  readonly fixesCeiling?: true;
  /** Files of the folder that somebody could take for uuldana's configuration. */
  readonly config?: true;
}

export type SessionKind =
  | 'plain'
  | 'bypass-recorded'
  | 'raised-header'
  | 'raised-event'
  | 'flag-as-id'
  | 'flag-as-name';

export function routesOf(subject: Subject): readonly Route[] {
  return [
    ...OPTIONS,
    ...RESUMES,
    ...WORLD,
    ...subject.flags.flatMap(([flag, value]) => spellings(subject, flag, value)),
    ...subject.words.map((words) => ({ id: `argument: ${words.join(' ')}`, extra: words })),
    ...Object.entries(subject.variables).map(([name, value]) => ({ id: `variable: ${name}`, env: { [name]: value } })),
    { id: 'variables: all', env: subject.variables },
    ...Object.keys(subject.files).flatMap((files) => [
      { id: `file: ${files}`, files },
      { id: `file, the level asked for: ${files}`, files, asks: true as const },
      { id: `file, resumed: ${files}`, files, resumes: 'plain' as const },
    ]),
    { id: 'resume: an argument of the agent', extra: flagOf(subject), resumes: 'plain' },
    { id: 'resume: variables', env: subject.variables, resumes: 'plain' },
  ];
}

function flagOf({ flags: [first] }: Subject): readonly string[] {
  const [flag, value] = first ?? ['--yolo'];
  return value === undefined ? [flag] : [flag, value];
}

const OPTION_WORDS: readonly (readonly string[])[] = [
  ['--permission', 'bypass'],
  ['--permission=bypass'],
  ['--permission', 'auto'],
  ['--permission', 'edits'],
  ['--permission', 'BYPASS'],
  ['--perm', 'bypass'],
  ['--permission', 'ask', '--permission', 'bypass'],
  ['--permission', 'bypass', '--permission', 'ask'],
  ['--bypass-permissions', '--permission', 'ask'],
  ['--bypass'],
  ['--yolo'],
  ['--dangerously-skip-permissions'],
  ['--prompt', '--permission bypass'],
  ['--prompt=--bypass-permissions'],
  ['--name', '--bypass-permissions'],
  ['bypass'],
];

const OPTIONS: readonly Route[] = [
  { id: 'option: --bypass-permissions', options: ['--bypass-permissions'], fixesCeiling: true },
  ...OPTION_WORDS.map((options) => ({ id: `option: ${options.join(' ')}`, options })),
];

const RESUMES: readonly Route[] = [
  ...(
    [
      ['plain', []],
      ['plain', ['--bypass-permissions']],
      ['plain', ['--permission', 'bypass']],
      ['plain', ['--permission', 'auto']],
      ['plain', ['--permission', 'edits']],
      ['plain', ['--ceiling', 'bypass']],
      ['plain', ['--here']],
      ['bypass-recorded', []],
      ['bypass-recorded', ['--permission', 'bypass']],
      ['raised-header', []],
      ['raised-header', ['--permission', 'bypass']],
      ['raised-event', []],
      ['raised-event', ['--permission', 'bypass']],
      ['flag-as-id', []],
      ['flag-as-name', []],
    ] as const
  ).map(([resumes, options]) => ({ id: `resume: ${resumes} ${options.join(' ')}`.trimEnd(), resumes, options })),
];

const WORLD: readonly Route[] = [
  { id: 'nothing' },
  { id: 'the level asked for', asks: true },
  { id: 'a program of its name in the folder', decoy: 'workspace' },
  { id: 'a program of its name in node_modules/.bin, first on the PATH', decoy: 'node_modules' },
  { id: 'a program of its name behind a relative entry of the PATH', decoy: 'relative' },
  { id: 'configuration in the folder', config: true },
  { id: 'variables that could be uuldana’s', env: ownVariables() },
];

function ownVariables(): Readonly<Record<string, string>> {
  const names = ['PERMISSION', 'CEILING', 'BYPASS', 'BYPASS_PERMISSIONS', 'STRICT_CEILING', 'LEVEL'];
  return Object.fromEntries(names.map((name) => [`UULDANA_${name}`, 'bypass']));
}

/** One flag in the spellings that parsers of arguments are known to take. */
function spellings({ passes }: Subject, flag: string, value: string | undefined): readonly Route[] {
  const bare = flag.replace(/^-+/, '');
  const camel = bare.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const words = value === undefined ? [flag] : [flag, value];
  const joined = value === undefined ? `${flag}=true` : `${flag}=${value}`;
  const forms: Readonly<Record<string, readonly string[]>> = {
    'as it is': words,
    'with =': [joined],
    twice: [...words, ...words],
    'in capitals': [flag.toUpperCase(), ...words.slice(1)],
    'in camel case': [`--${camel}`, ...words.slice(1)],
    'with _': [flag.replace(/(?<=\w)-/g, '_'), ...words.slice(1)],
    'cut short': [flag.slice(0, -1), ...words.slice(1)],
    'with one dash': [`-${bare}`, ...words.slice(1)],
    'with three dashes': [`---${bare}`, ...words.slice(1)],
    'with a long dash': [`—${bare}`, ...words.slice(1)],
    'without dashes': [bare, ...words.slice(1)],
    'with a slash': [`/${bare}`, ...words.slice(1)],
    'with a blank behind': [`${flag} `, ...words.slice(1)],
    'with a line feed in front': [`\n${flag}`, ...words.slice(1)],
    'as one word': [words.join(' ')],
    'behind --': ['--', ...words],
    'behind an empty word': ['', ...words],
    'with a colon': [`${flag}:${value ?? 'true'}`],
    'in quotes': [`"${words.join(' ')}"`],
    ...(passes === null
      ? {}
      : {
          'behind a flag that passes': [passes, 'x', ...words],
          'as the value of a flag that passes': [passes, ...words],
          'as the value behind = of a flag that passes': [`${passes}=${words.join(' ')}`],
          'behind a flag that passes, without its value': [passes, '--', ...words],
        }),
  };
  return Object.entries(forms).map(([form, extra]) => ({
    id: `argument: ${words.join(' ')} ${form}`,
    extra,
    isSpelling: true,
  }));
}

/** The command line of the demo agent: what it takes, what it says of itself, and what it refuses. Pure. */

import { parseArgs } from 'node:util';

export const VERSION = 'uuldana-demo 1.0.0';

export const PERMISSIONS = ['read-only', 'ask', 'edits', 'auto', 'bypass'] as const;

export type Permission = (typeof PERMISSIONS)[number];

export interface Options {
  readonly start:
    | { readonly how: 'new'; readonly id: string | null }
    | { readonly how: 'resume'; readonly id: string }
    | { readonly how: 'continue' };
  readonly permission: Permission;
  readonly isFullScreen: boolean;
  readonly prompt: string | null;
}

export type CommandLine =
  | { readonly type: 'run'; readonly options: Options }
  | { readonly type: 'print'; readonly text: string }
  | { readonly type: 'refuse'; readonly message: string };

export const HELP = `Usage: uuldana-demo [options] [-- PROMPT]

An agent that needs no network, no account and no model: it repeats what you say, and keeps conversations as real agents do.

  --session-id UUID     the id of the new conversation
  --resume ID           go on with this conversation of this folder
  --continue            go on with the latest conversation of this folder
  --permission LEVEL    ${PERMISSIONS.join(', ')} (ask); it is only shown
  --full-screen         draw on the alternate screen
  --inline              draw below what the terminal shows (the default)
  --version             print the version
  --help                print this
  -- PROMPT             the first prompt

Conversations are kept in ~/.uuldana-demo, or in $UULDANA_DEMO_HOME.`;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function parseCommandLine(argv: readonly string[]): CommandLine {
  try {
    return commandLine(argv);
  } catch (error) {
    // parseArgs says what is wrong in words meant for users
    return { type: 'refuse', message: error instanceof Error ? error.message : String(error) };
  }
}

function commandLine(argv: readonly string[]): CommandLine {
  const split = argv.includes('--') ? argv.indexOf('--') : argv.length;
  const { values } = parseArgs({
    args: argv.slice(0, split),
    options: {
      'session-id': { type: 'string' },
      resume: { type: 'string' },
      continue: { type: 'boolean' },
      permission: { type: 'string' },
      'full-screen': { type: 'boolean' },
      inline: { type: 'boolean' },
      version: { type: 'boolean' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return { type: 'print', text: HELP };
  if (values.version) return { type: 'print', text: VERSION };
  const starts = [values['session-id'], values.resume, values.continue].filter((value) => value !== undefined);
  if (starts.length > 1) return refuse('--session-id, --resume and --continue exclude each other');
  const id = values['session-id'] ?? null;
  if (id !== null && !UUID.test(id)) return refuse(`--session-id takes a UUID in lower case, not "${id}"`);
  const permission = PERMISSIONS.find((level) => level === (values.permission ?? 'ask'));
  if (permission === undefined) return refuse(`--permission takes one of ${PERMISSIONS.join(', ')}`);
  const prompt = argv.slice(split + 1).join(' ');
  const isFullScreen = values['full-screen'] === true && values.inline !== true;
  const start = startOf(id, values.resume, values.continue === true);
  return { type: 'run', options: { start, permission, isFullScreen, prompt: prompt === '' ? null : prompt } };
}

function startOf(id: string | null, resume: string | undefined, isContinued: boolean): Options['start'] {
  if (resume !== undefined) return { how: 'resume', id: resume };
  return isContinued ? { how: 'continue' } : { how: 'new', id };
}

function refuse(message: string): CommandLine {
  return { type: 'refuse', message };
}

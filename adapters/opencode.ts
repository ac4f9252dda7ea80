/**
 * OpenCode, as data: how it is started and resumed, where it keeps its conversations, what each permission level takes and holds.
 * Each fact has its version, date and the way it was seen in `sources`; adapters/README.md tells the same at length.
 */

import type { Adapter, LevelPromise, ListedConversation } from '../src/provider/adapter.ts';
import { opencodeChrome } from './chrome/opencode.ts';
import { because, KNOWN, LEAVES, PROMPT, STATED } from './flags/reasons.ts';
import { opencodeRaises } from './raises/opencode.ts';
import { opencodeSpeakers } from './speakers/opencode.ts';

type Decision = 'allow' | 'ask' | 'deny';

type Rules = Readonly<Record<string, Decision | Readonly<Record<string, Decision>>>>;

/**
 * What only reads, or keeps notes of the agent's own. The names are patterns that fit this one tool: settings are merged key by
 * key, the last key that fits decides, and a key that stands in the user's settings too stays where it stands there.
 */
const READING = {
  // as it is by default
  'rea?': { '*': 'allow', '*.env': 'ask', '*.env.*': 'ask', '*.env.example': 'allow' },
  'glo?': 'allow',
  'gre?': 'allow',
  'lis?': 'allow',
  'todowrit?': 'allow',
  'questio?': 'allow',
} as const satisfies Rules;

/** Everything; the first is there for versions that know no other pattern. */
const all = (decision: Decision): Rules => ({ '*': decision, '?*': decision });

/** Rules for the agent as such and for the agents it ships with, since rules of an agent outrank the others. */
function rules(permission: Rules): Record<string, string> {
  const agent = Object.fromEntries(['build', 'plan', 'general', 'explore'].map((name) => [name, { permission }]));
  return {
    OPENCODE_CONFIG_CONTENT: JSON.stringify({ permission, agent }),
    OPENCODE_PERMISSION: JSON.stringify(permission),
    OPENCODE_DISABLE_PROJECT_CONFIG: '1',
  };
}

const atLaunch = (others: Decision, more: Rules = {}) =>
  ({
    args: ['--agent', 'build'],
    env: rules({ ...all(others), ...READING, ...more }),
    strength: 'at-launch',
    reaches: 'bypass',
    enforcedBy: [
      { how: 'env', what: 'OPENCODE_CONFIG_CONTENT' },
      { how: 'env', what: 'OPENCODE_PERMISSION' },
      { how: 'env', what: 'OPENCODE_DISABLE_PROJECT_CONFIG=1' },
      { how: 'flag', what: '--agent build' },
    ],
  }) as const satisfies LevelPromise;

/** The beginning of a line of its log. */
const LINE = 'timestamp=\\S+ level=\\w+ run=(?<run>[0-9a-f]{8}) ';

/** A value in its log. */
const VALUE = '(?:"(?:[^"\\\\]|\\\\.)*"|[^\\s"]+)';

/** A conversation that is begun by itself: those that the agent begins for a task have a parent, and a title that the model chose. */
const OF_A_PERSON = `slug=${VALUE} version=${VALUE} projectID=${VALUE} directory=${VALUE} path=${VALUE} workspaceID=${VALUE} parentID=undefined`;

/** `3 hours`, `2 hours 59 minutes`, `8h 59m` */
const SPAN = '\\d+ ?[a-z]+(?: \\d+ ?[a-z]+)?';

export const opencode = {
  id: 'opencode',
  title: 'OpenCode',
  homepage: 'https://opencode.ai',
  bin: 'opencode',
  install: 'npm install -g opencode-ai',
  testedWith: '1.18.33',
  probe: true,
  needsTerminal: true,
  args: {
    new: [['--prompt={prompt}']],
    resume: [['--session', '{native_id}']],
    continue: [['--continue']],
  },
  // the input box with the line below it; where it asks for a decision, both are gone
  pasted: {
    ways: ['resume', 'continue'],
    ready: '^\\s*╹▀{20,}\\s*\\n(?!.*\\besc interrupt\\b).*\\bctrl\\+p commands\\s*$',
  },
  levels: {
    'read-only': atLaunch('deny'),
    ask: atLaunch('ask'),
    edits: atLaunch('ask', { 'edi?': 'allow' }),
    bypass: {
      args: ['--auto'],
      strength: 'at-launch',
      reaches: 'bypass',
      enforcedBy: [{ how: 'flag', what: '--auto' }],
    },
  },
  raises: opencodeRaises,
  // it runs and writes in its folder unasked
  defaultLevel: 'bypass',
  settingsDefaults: [],
  // nothing that brings in agents, settings or folders, that changes the conversation, or that opens a port
  allowedFlags: {
    '--log-level': 'value',
    '--model': 'value',
    '-m': 'value',
    '--pure': 'flag',
  },
  refusedFlags: {
    ...because(STATED, ['--auto', '--agent']),
    ...because(KNOWN, ['-c', '--continue', '-s', '--session', '--fork']),
    ...because(LEAVES, ['--port', '--hostname', '--mdns', '--mdns-domain', '--cors', '--mini']),
    ...because(PROMPT, ['--prompt']),
  },
  env: {
    // which conversation is live is read off its log
    set: { OPENCODE_LOG_LEVEL: 'INFO' },
    // left for its tools
    unset: ['AGENT', 'OPENCODE', 'OPENCODE_PID'],
  },
  native: {
    root: { env: 'XDG_DATA_HOME', below: 'opencode', home: '.local/share/opencode' },
    folderOf: null,
    idFrom: () => null,
    registry: null,
    log: {
      file: 'log/opencode.log',
      run: `^${LINE}`,
      conversation: `^${LINE}message=(?:created id|stream .* session\\.id)=(?<id>ses_\\w+) (?:${OF_A_PERSON} |small=false agent=.* mode=primary$)`,
      turn: `^${LINE}message=(?:created id|loop session\\.id)=(?<id>ses_\\w+) (?:slug=|step=0$)`,
    },
    listing: {
      args: ['session', 'list', '--format', 'json', '--pure'],
      env: { OPENCODE_DISABLE_PROJECT_CONFIG: '1' },
      read: listed,
      program: 'opencode',
    },
    farewell: '^\\s*Continue\\s+opencode -s (?<id>ses_\\w+)$',
  },
  titlePattern: '^OC \\| (?<title>.+)$',
  speakers: opencodeSpeakers,
  chrome: opencodeChrome,
  limitPatterns: [
    // the first letters may lie under the spinner: "■⬝⬝⬝⬝5⬝hour usage limit reached"
    `^[⬝■][⬝■\\w -]{0,30}usage limit reached\\. It will reset in (?<resets_at>${SPAN}|less than a minute)`,
    `^[⬝■][⬝■ ]{0,12}Free usage exceeded, subscribe to Go(?: \\[retrying in (?<resets_at>${SPAN}))?`,
  ],
  sources: {
    speakers:
      '1.18.33, 2026-11-30: screens of conversations with tools, approvals and a resume (fixtures/opencode/speakers)',
    chrome: '1.18.33, 2026-11-30: the recordings of fixtures/opencode/recordings',
    raises: 'adapters/raises/opencode.ts',
    args: '1.18.33, 2026-11-30: in --help, and run against a loopback model. --prompt together with --session or --continue is ignored. Unknown id: "Session not found", exit 1. --continue takes the latest conversation of exactly this folder',
    pasted:
      '1.18.33, 2026-11-30: the screen at a start and after a resume, at work, and with its dialog "Permission required"; a paste of 4505 lines (111 KB) stands as "[Pasted ~4505 lines]" and is sent whole',
    levels:
      '1.18.33, 2026-11-30: shell calls of a loopback model. With agent.build.permission allow in the user’s own settings OPENCODE_PERMISSION alone did not hold (the call ran); with the rules of the agents in OPENCODE_CONFIG_CONTENT it asked, and where the user’s rules name single tools (agent.build.permission.bash), only with a key like ?* that the user’s settings do not have: of merged keys those of the user come first, and the last one that fits decides. read-only: no tool that runs or writes was offered, subagents neither. Ways up: "Enable auto-approve permissions" in the command palette (off again at the next start), and an agent of the user’s own with rules of its own, chosen with Tab (its call ran, under read-only too). --agent build outranks default_agent of the settings and the agent of the conversation. Settings of the folder are not read',
    defaultLevel:
      '1.18.33, 2026-11-30: run without flags and settings, shell calls and writes in the folder ran unasked',
    allowedFlags: '1.18.33, 2026-11-30: --help',
    'env.unset': '1.18.33, 2026-11-30: a shell call of the model printed its environment',
    'native.log':
      '1.18.33, 2026-11-30, on Linux: all processes append to one log; each line has a `run` of its process, drawn at its start. The position of its descriptor is the end of its own last line: seen with five started at once in one folder. Lines are written once a second (strings of the program: batchWindow 1000), so those of the last second are lost with kill -9. A conversation exists from its first message on: "created" names it, with parentID=undefined where it is not a subagent’s; "stream" lines name it later (mode=primary, those of its titles are small=true); "loop ... step=0" begins each turn, of subagents too',
    'native.listing':
      '1.18.33, 2026-11-30: run; a conversation is there as soon as it was created, kill -9 right after notwithstanding; it lists conversations of other folders too where none is under version control',
    'native.farewell': '1.18.33, 2026-11-30: shown at /exit',
    titlePattern:
      '1.18.33, 2026-11-30: "OpenCode" until the conversation has a title, then "OC | " and its title, cut at 40 characters',
    limitPatterns: '1.18.33, 2026-11-30: both seen with a loopback model',
  },
} as const satisfies Adapter;

function listed(stdout: string, workspace: string): readonly ListedConversation[] | null {
  // nothing at all is printed where there is no conversation (1.18.33, run)
  const rows = stdout.trim() === '' ? [] : parsed(stdout);
  if (!Array.isArray(rows)) return null;
  return rows.flatMap((row: unknown) => {
    if (typeof row !== 'object' || row === null) return [];
    const { id, created, updated, directory } = row as Readonly<Record<string, unknown>>;
    if (typeof id !== 'string' || typeof created !== 'number' || typeof updated !== 'number') return [];
    return directory === workspace ? [{ id, createdAt: created, modifiedAt: updated }] : [];
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // a version that prints something else: then nothing is known
    return null;
  }
}

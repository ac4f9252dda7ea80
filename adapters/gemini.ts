/**
 * Gemini CLI, as data: how it is started and resumed, where it keeps its conversations, what each permission level takes and
 * holds. Each fact has its version, date and the way it was seen in `sources`; adapters/README.md tells the same at length.
 */

import type { Adapter, LevelPromise } from '../src/provider/adapter.ts';
import { geminiChrome } from './chrome/gemini.ts';
import { BRINGS_IN, because, ELSEWHERE, KNOWN, LEAVES, PROMPT, STATED } from './flags/reasons.ts';
import { geminiRaises } from './raises/gemini.ts';
import { geminiSpeakers } from './speakers/gemini.ts';

/** What only reads, or keeps notes of the agent's own. Whatever is not named here counts as a tool that may change something. */
const READING = [
  'read_file',
  'read_many_files',
  'list_directory',
  'glob',
  'grep_search',
  'get_internal_docs',
  'read_background_output',
  'list_background_processes',
  'activate_skill',
  'ask_user',
  'enter_plan_mode',
  'exit_plan_mode',
  'update_topic',
  'write_todos',
];

const WRITING = ['write_file', 'replace'];

/** Modes that the person at the keyboard reaches with Shift+Tab and Ctrl+Y. */
const FREER_MODES = ['autoEdit', 'yolo'];

interface Rule {
  readonly tools: readonly string[];
  readonly decision: 'allow' | 'ask_user' | 'deny';
  readonly modes?: readonly string[];
}

/**
 * A file of rules for `--admin-policy`, which no rule of the user's or the folder's outranks; later rules win. They hold in every
 * mode, and an answer "Allow for this session" does not change them.
 */
function policy(rules: readonly Rule[]): string {
  const list = (words: readonly string[]) =>
    words.length === 1 ? `"${words[0]}"` : `[${words.map((word) => `"${word}"`).join(', ')}]`;
  return rules
    .map(({ tools, decision, modes }, index) =>
      [
        '[[rule]]',
        `toolName = ${list(tools)}`,
        `decision = "${decision}"`,
        `priority = ${900 + index}`,
        ...(modes === undefined ? [] : [`modes = ${list(modes)}`]),
        '',
      ].join('\n'),
    )
    .join('\n');
}

const heldBy = <L extends LevelPromise['reaches']>(level: L, mode: string, rules: readonly Rule[]) =>
  ({
    args: ['--approval-mode', mode, '--admin-policy', '{file}'],
    file: { name: 'policy.toml', text: policy(rules) },
    strength: 'held',
    reaches: level,
    enforcedBy: [
      { how: 'flag', what: `--approval-mode ${mode}` },
      { how: 'settings', what: '--admin-policy' },
    ],
  }) as const satisfies LevelPromise;

const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const ID_LENGTH_IN_NAMES = 8;

/** `7:35 PM UTC`, `11:04 PM GMT+1` */
const WHEN = '\\d{1,2}:\\d{2}[ \\u202f]?[AP]M(?: [A-Z]{2,5}(?:[+-]\\d{1,2}(?::\\d{2})?)?)?';

/** `13h5m2s` */
const SPAN = '\\d+ ?[a-z]+(?: ?\\d+ ?[a-z]+){0,3}';

export const gemini = {
  id: 'gemini',
  title: 'Gemini CLI',
  homepage: 'https://geminicli.com',
  bin: 'gemini',
  install: 'npm install -g @google/gemini-cli',
  testedWith: '0.61.0',
  probe: true,
  needsTerminal: true,
  args: {
    new: [['--session-id', '{native_id}'], ['--prompt-interactive={prompt}']],
    resume: [['--resume', '{native_id}'], ['--prompt-interactive={prompt}']],
    continue: [['--resume', 'latest'], ['--prompt-interactive={prompt}']],
  },
  pasted: { ways: [], ready: '^\\s*[>*] +(?:Type your message|\\[Pasted Text: \\d+ lines\\])' },
  levels: {
    'read-only': heldBy('read-only', 'plan', [
      { tools: ['*'], decision: 'deny' },
      { tools: READING, decision: 'allow' },
    ]),
    ask: heldBy('ask', 'default', [
      { tools: ['*'], decision: 'ask_user' },
      { tools: READING, decision: 'allow' },
      // in these modes it writes unasked whatever a rule says, unless that rule denies
      { tools: WRITING, decision: 'deny', modes: FREER_MODES },
    ]),
    edits: heldBy('edits', 'auto_edit', [
      { tools: ['*'], decision: 'ask_user' },
      { tools: READING, decision: 'allow' },
      { tools: WRITING, decision: 'allow', modes: FREER_MODES },
    ]),
    bypass: {
      args: ['--approval-mode', 'yolo'],
      strength: 'at-launch',
      reaches: 'bypass',
      enforcedBy: [{ how: 'flag', what: '--approval-mode yolo' }],
    },
  },
  raises: geminiRaises,
  defaultLevel: 'ask',
  settingsDefaults: [
    {
      base: 'root',
      file: 'settings.json',
      key: ['general', 'defaultApprovalMode'],
      levels: { default: 'ask', auto_edit: 'edits', plan: 'read-only' },
    },
  ],
  // nothing that brings in tools, rules, extensions or folders, that changes mode or conversation, or that ends the interactive mode
  allowedFlags: {
    '--debug': 'flag',
    '-d': 'flag',
    // read from; what is written there is asked for
    '--include-directories': { takes: 'value', upTo: 'ask' },
    '--model': 'value',
    '-m': 'value',
    '--screen-reader': 'flag',
  },
  refusedFlags: {
    ...because(STATED, [
      '-y',
      '--yolo',
      '--approval-mode',
      '--policy',
      '--admin-policy',
      '--allowed-tools',
      '--skip-trust',
    ]),
    ...because(KNOWN, ['-r', '--resume', '--session-id', '--session-file', '--list-sessions', '--delete-session']),
    ...because(BRINGS_IN, ['-e', '--extensions', '--allowed-mcp-server-names']),
    ...because(LEAVES, ['-p', '--prompt', '--acp', '--experimental-acp', '-o', '--output-format', '-s', '--sandbox']),
    ...because(PROMPT, ['-i', '--prompt-interactive']),
    ...because(ELSEWHERE, ['-w', '--worktree']),
  },
  env: {
    set: {},
    unset: [
      // left for its tools
      'GEMINI_CLI',
      'GEMINI_CLI_NO_RELAUNCH',
      // trusts the folder without a question
      'GEMINI_CLI_TRUST_WORKSPACE',
    ],
  },
  native: {
    root: { env: 'GEMINI_CLI_HOME', below: '.gemini', home: '.gemini' },
    index: { file: 'projects.json', key: ['projects'] },
    folderOf: (_workspace, name) => (name === null ? null : `tmp/${name}/chats`),
    idFrom: (fileName) => /^session-[0-9T-]+-([0-9a-f]{8})\.jsonl?$/.exec(fileName)?.[1] ?? null,
    keyOf: (nativeId) => nativeId.slice(0, ID_LENGTH_IN_NAMES),
    begunEmpty: true,
    registry: null,
    written: { program: 'gemini' },
    listing: {
      args: ['--list-sessions'],
      env: {},
      read: (stdout) =>
        [...stdout.matchAll(new RegExp(`^\\s*\\d+\\. .*\\[(${ID})\\]\\s*$`, 'gm'))].flatMap(([, id]) =>
          // it gives no time but "5 minutes ago"
          id === undefined ? [] : [{ id, createdAt: 0, modifiedAt: 0 }],
        ),
    },
    stubs: { prefix: 'aside-', maxBytes: 65_536 },
    keptPrefix: 'kept-',
    farewell: `^\\W*To resume this session: gemini --resume '?(?<id>${ID})'?\\W*$`,
  },
  titlePattern: null,
  speakers: geminiSpeakers,
  chrome: geminiChrome,
  limitPatterns: [
    // its dialog; the words alone may be the model's
    `^Usage limit reached for [\\w.-]+\\. (?:Access resets at (?<resets_at>${WHEN})\\. )?/(?:stats|model) `,
    `^✕ \\[API Error: You have exhausted your (?:daily quota|capacity) on this model\\.(?: Your quota will reset after (?<resets_at>${SPAN})\\.)?`,
    '^⚡ You have reached your daily [\\w.-]+ quota limit',
  ],
  promptPattern: '^\\s*> {1,3}(?!/|Type your message)\\S',
  sources: {
    speakers:
      '0.61.0, 2026-11-30: screens of conversations with tools, approvals and a resume (fixtures/gemini/speakers)',
    chrome: '0.61.0, 2026-11-30: the recordings of fixtures/gemini/recordings',
    raises: 'adapters/raises/gemini.ts',
    args: '0.61.0, 2026-11-30: in --help (which names latest and an index for --resume), and run against a loopback model; a whole id resumes too. Unknown id: "Invalid session identifier", exit 42. latest goes by the start of a conversation, not by its last use',
    pasted:
      '0.61.0, 2026-11-30: pastes of 35 and of 4505 lines (111 KB) stand as "[Pasted Text: 35 lines]" in its box and are sent whole',
    levels:
      '0.61.0, 2026-11-30: shell and file-writing calls of a loopback model, with a rule of the user that allows everything, tools.allowed of the folder, and (ask) a BeforeTool hook of the user that allows, of which it was not checked that it ran; plan, default, auto-edit and YOLO, Shift+Tab, Ctrl+Y, and the answer "Allow for this session". read-only: no tool that runs or writes was offered, in YOLO neither. It ignores --admin-policy, and says so, where the machine has policies of its own (/etc/gemini-cli/policies). MCP tools: covered by "*", not run',
    'levels.settings':
      '0.61.0, 2026-11-30: a file in GEMINI_CLI_SYSTEM_SETTINGS_PATH or GEMINI_CLI_SYSTEM_DEFAULTS_PATH is skipped with a warning unless it and every folder above it are owned by root and writable by nobody else (run as uid 65534), so settings are no lock for an ordinary user. --admin-policy has no such check (its source, and run with a file of another user)',
    defaultLevel: '0.61.0, 2026-11-30: --approval-mode in --help, and run',
    settingsDefaults: '0.61.0, 2026-11-30: its settings schema; auto_edit was run',
    allowedFlags: '0.61.0, 2026-11-30: --help',
    'env.unset':
      '0.61.0, 2026-11-30: a shell call of the model printed its environment; the trust variable is from its source',
    'native.folderOf':
      '0.61.0, 2026-11-30: projects.json names each folder it was started in; GEMINI_CLI_HOME is from its source',
    'native.idFrom':
      '0.61.0, 2026-11-30: the file appears at the start, and at /clear; 8 digits of the id stand in its name',
    'native.written':
      '0.61.0, 2026-11-30: the file is held open by nobody. It is written at each message and answer, and once when /resume loads it; at a start once more that of an older conversation, for its summary',
    'native.listing':
      '0.61.0, 2026-11-30: run; conversations in which nobody spoke are missing. It deletes stubs and their conversations as a start does, and may ask the model for summaries',
    'native.begunEmpty':
      '0.61.0, 2026-11-30: the file is made with two writes within 1 ms, and written again with the first message, 0.3 s later at the earliest; --resume of one in which nobody spoke: "Invalid session identifier", exit 42',
    'native.stubs':
      '0.61.0, 2026-11-30: every --resume in a later minute than the start leaves session-<now>-<same 8 digits>.jsonl (845 bytes), which is written within 1 ms (strace) and never again; the next start of another conversation in the folder, --list-sessions too, deleted it and the conversation. With the stub renamed nothing was deleted and the conversation resumed. Public issue google-gemini/gemini-cli#27368. Settings that switch the clean-up off are no way: see levels.settings',
    'native.keptPrefix':
      '0.61.0, 2026-11-30: a conversation that was begun and not spoken in was deleted by the start of another one in the folder, and what was said in it then was kept without its first line and could not be resumed. Files whose names do not begin with session- are not looked at (run, and its source)',
    'native.farewell': '0.61.0, 2026-11-30: in the box at /quit',
    titlePattern: '0.61.0, 2026-11-30: its state, or what it thinks of, and the folder: "◇  Ready (work)"',
    limitPatterns:
      '0.61.0, 2026-11-30: the first two seen with a loopback model; the others from public issues of 0.10 and 0.22',
  },
} as const satisfies Adapter;

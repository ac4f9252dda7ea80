/**
 * Codex CLI, as data: how it is started and resumed, where it keeps its conversations, what each permission level takes and holds.
 * Each fact has its version, date and the way it was seen in `sources`; adapters/README.md tells the same at length.
 */

import type { Adapter, LevelPromise } from '../src/provider/adapter.ts';
import { codexChrome } from './chrome/codex.ts';
import { BRINGS_IN, because, ELSEWHERE, LEAVES, STATED } from './flags/reasons.ts';
import { codexRaises } from './raises/codex.ts';
import { codexSpeakers } from './speakers/codex.ts';

/** Where its menu /permissions leads from every level. */
const atLaunch = <S extends string, A extends string>(sandbox: S, approval: A) =>
  ({
    args: ['--sandbox', sandbox, '--ask-for-approval', approval],
    strength: 'at-launch',
    reaches: 'bypass',
    enforcedBy: [
      { how: 'flag', what: `--sandbox ${sandbox}` },
      { how: 'flag', what: `--ask-for-approval ${approval}` },
    ],
  }) as const satisfies LevelPromise;

/** Settings of the user or the folder may have a model answer in the person's place. Where the level says "ask", the person is asked. */
const askedByPerson = <P extends LevelPromise>(promise: P) =>
  ({
    ...promise,
    args: [...promise.args, '--config', 'approvals_reviewer="user"'],
    enforcedBy: [...promise.enforcedBy, { how: 'flag', what: '--config approvals_reviewer="user"' }],
  }) as const satisfies LevelPromise;

const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const CONVERSATION = new RegExp(`^rollout-\\d{4}-\\d{2}-\\d{2}T\\d{2}-\\d{2}-\\d{2}-(${ID})\\.jsonl(?:\\.zst)?$`);
const LOCK = new RegExp(`^(${ID})\\.lock$`);

/** `6:02 PM` of the same day, `Dec 4th, 2026 3:03 PM` of another, in the zone of its process. */
const WHEN =
  '(?:(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \\d{1,2}(?:st|nd|rd|th), \\d{4} )?\\d{1,2}:\\d{2} [AP]M';

/** `5 days 22 hours 11 minutes`, in older versions */
const SPAN = '\\d+ [a-z]+(?: \\d+ [a-z]+){0,2}';

export const codex = {
  id: 'codex',
  title: 'Codex',
  homepage: 'https://developers.openai.com/codex/cli',
  bin: 'codex',
  install: 'npm install -g @openai/codex',
  testedWith: '0.171.0',
  probe: true,
  needsTerminal: true,
  args: {
    // without the flag a daemon that outlives the terminal holds the conversation and runs the tools
    new: [['--no-daemon'], ['--', '{prompt}']],
    resume: [
      ['resume', '--no-daemon', '{native_id}'],
      ['--', '{prompt}'],
    ],
    continue: [
      ['resume', '--last', '--no-daemon'],
      ['--', '{prompt}'],
    ],
  },
  optionalFlags: ['--no-daemon'],
  // its box and the row of model and folder, which comes once the conversation is loaded
  pasted: { ways: [], ready: '^› (?!\\d+\\. ).*\\n {2}\\S.* · [~/]' },
  levels: {
    // "never" refuses whatever the sandbox stops; "on-request" asks for it
    'read-only': atLaunch('read-only', 'never'),
    ask: askedByPerson(atLaunch('read-only', 'on-request')),
    auto: atLaunch('workspace-write', 'on-request'),
    bypass: atLaunch('danger-full-access', 'never'),
  },
  defaultLevel: 'auto',
  settingsDefaults: [
    {
      base: 'root',
      file: 'config.toml',
      format: 'toml',
      key: ['sandbox_mode'],
      levels: { 'read-only': 'ask', 'workspace-write': 'auto', 'danger-full-access': 'bypass' },
    },
  ],
  // nothing that brings in rules, profiles, settings or folders, that changes sandbox or conversation, or that opens the network
  allowedFlags: {
    '--image': 'value',
    '-i': 'value',
    '--local-provider': 'value',
    '--model': 'value',
    '-m': 'value',
    '--no-alt-screen': 'flag',
    '--oss': 'flag',
    '--strict-config': 'flag',
  },
  refusedFlags: {
    ...because(STATED, [
      '-a',
      '--ask-for-approval',
      '-s',
      '--sandbox',
      '--approve-for-me',
      '--dangerously-bypass-approvals-and-sandbox',
      '--yolo',
      '--full-auto',
    ]),
    ...because(BRINGS_IN, [
      '-c',
      '--config',
      '--enable',
      '--disable',
      '-p',
      '--profile',
      '--dangerously-bypass-hook-trust',
    ]),
    ...because(LEAVES, ['--remote', '--remote-auth-token-env']),
    ...because(ELSEWHERE, ['-C', '--cd', '--worktree', '--add-dir']),
  },
  raises: codexRaises,
  env: {
    set: {},
    // left for its tools
    unset: [
      'CODEX_APPLY_PATCH_PRESERVE_LINE_ENDINGS',
      'CODEX_CI',
      'CODEX_MANAGED_*',
      'CODEX_PERMISSION_PROFILE',
      'CODEX_SANDBOX*',
      'CODEX_SESSION_ID',
      'CODEX_THREAD_ID',
      'CODEX_TOOL_CALL_ID',
      'CODEX_VERSION',
    ],
  },
  native: {
    root: { env: 'CODEX_HOME', home: '.codex' },
    folderOf: () => 'sessions',
    depth: 3,
    idFrom: (fileName) => CONVERSATION.exec(fileName)?.[1] ?? null,
    registry: null,
    held: {
      folder: 'thread-writer-locks',
      idFrom: (fileName) => LOCK.exec(fileName)?.[1] ?? null,
      mark: 'tui-thread-reference-capabilities/{native_id}',
    },
    farewell: `^To continue this session, run:\\n\\s*codex resume (?<id>${ID})$`,
  },
  notices: ({ env, root }) => (isBelow(root, env['TMPDIR'] || '/tmp') ? [HOME_BELOW_TMPDIR] : []),
  titlePattern: null,
  speakers: codexSpeakers,
  chrome: codexChrome,
  limitPatterns: [
    `^■ You['’]ve hit your usage limit\\b(?:.{0,300}?[Tt]ry again (?:(?:at|in) (?<resets_at>${WHEN}|${SPAN})|later))?`,
    '^■ (?:You hit your spend cap|Your workspace is out of credits|Quota exceeded\\. Check your plan|To use Codex with your ChatGPT plan, upgrade)',
  ],
  promptPattern: '^\\s*› (?!/|Ask Codex to do|Shutting down|\\d+\\. )\\S',
  sources: {
    speakers:
      '0.171.0, 2026-11-30: screens of conversations with tools, approvals and a resume (fixtures/codex/speakers)',
    chrome: '0.171.0, 2026-11-30: the recordings of fixtures/codex/recordings',
    args: '0.171.0, 2026-11-30: in --help, and run against a loopback model. Without --no-daemon it starts two processes of sessions of their own (app-server, its updater), which hold the conversation and live on after kill -9; with it nothing is left, also where such a daemon runs. Unknown id: exit 1. An id that another process has open: it says so, and waits',
    optionalFlags: 'public issues and release notes, not run: versions before the daemon do not know the flag',
    pasted:
      '0.171.0, 2026-11-30: a paste of 111 KB stands as "[Pasted Content 111423 chars]" in its box and is sent whole; one of less than 1000 characters stands there as it is and hides the rows below, so that it is not sent',
    levels:
      '0.171.0, 2026-11-30: shell calls of a loopback model. read-only with never: "Read-only file system", and a call that asks to leave the sandbox is rejected. read-only with on-request: the same call is asked for. workspace-write: writes in the folder run, and that call is asked for. /permissions offers Full Access in each. No flags ask for edits alone and let commands wait, so there is no level edits. Flags at a resume replace what the conversation remembers, and what config.toml of user and folder say of sandbox and approval. With approvals_reviewer = "auto_review" in either a model answered in the person\'s place; --config outranks both',
    raises:
      '0.171.0, 2026-11-30: with prefix_rule(pattern=["touch"], decision="allow") of user or trusted folder the command ran outside of the read-only sandbox, with "never" too; a PermissionRequest hook that its user had trusted answered allow. Files of /etc/codex: strings of the program, not run',
    defaultLevel: '0.171.0, 2026-11-30: its own menu marks "Ask for approval" (workspace-write, on-request) as current',
    settingsDefaults:
      '0.171.0, 2026-11-30: with read-only in config.toml and no flags its menu marks "Read Only (with approval required for edits)" as current; danger-full-access was seen with approval_policy never; workspace-write is the default',
    allowedFlags: '0.171.0, 2026-11-30: --help',
    'env.unset':
      '0.171.0, 2026-11-30: a shell call of the model printed its environment; CODEX_MANAGED_* are set by the npm package at each start',
    'native.folderOf':
      '0.171.0, 2026-11-30: sessions/YYYY/MM/DD for all workspaces; the file appears with the first message. Compressed files (.zst): a string of the program only',
    'native.held':
      '0.171.0, 2026-11-30, on Linux: its process holds thread-writer-locks/<id>.lock from its start on for each conversation it has loaded, made anew by /new, /clear, /fork, /resume, its agent command center and `codex resume`; of subagents too, for which no file lies in tui-thread-reference-capabilities. Not made anew for one that it still has loaded: one that works, one that a fork was made of. Locks go at exit and stay after kill -9, held by nobody',
    'native.farewell': '0.171.0, 2026-11-30: shown at /quit',
    notices:
      '0.171.0, 2026-11-30: "Refusing to create helper binaries under temporary dir", and sandboxed commands fail',
    titlePattern: '0.171.0, 2026-11-30: model and folder',
    limitPatterns:
      '0.171.0, 2026-11-30: the first line seen with a loopback model; it breaks its lines itself. The others: seen or strings of the program',
  },
} as const satisfies Adapter;

const HOME_BELOW_TMPDIR =
  'CODEX_HOME lies below TMPDIR, where Codex makes no helpers for its sandbox: commands will fail. Set TMPDIR to another folder.';

function isBelow(path: string, folder: string): boolean {
  return `${path}/`.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

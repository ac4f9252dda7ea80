/**
 * Claude Code, as data: how it is started and resumed, where it keeps its conversations, what each permission level takes and
 * holds. Each fact has its version, date and the way it was seen in `sources`; adapters/README.md tells the same at length, with
 * the ways up that are left. test/agents says when one of them has gone stale.
 */

import type { Adapter, LevelPromise, Lock } from '../src/provider/adapter.ts';
import { claudeChrome } from './chrome/claude.ts';
import { claudeFlags, claudeRefusedFlags } from './flags/claude.ts';
import { claudeRaises } from './raises/claude.ts';
import { claudeSpeakers } from './speakers/claude.ts';

/** Takes bypass away for the whole run, whatever the user's settings say and whatever is chosen inside. Shown in its help. */
const NO_BYPASS = '--settings={"permissions":{"disableBypassPermissionsMode":"disable"}}';

/** Tools that run something or reach beyond the folder. Tools of MCP servers may do anything. */
const RUNNING = ['Bash', 'PowerShell', 'Monitor', 'EnterWorktree', 'mcp__*'];

const WRITING = ['Edit', 'Write', 'NotebookEdit'];

/**
 * Rules that ask outrank those that allow and PreToolUse hooks that allow, in every mode; only PermissionRequest hooks outrank them.
 * A rule of --settings cannot be removed inside. What --settings says outranks the settings of user, folder and person.
 */
const lock = (mode: string, asked: readonly string[], more: readonly string[]) =>
  ({
    args: [
      '--permission-mode',
      mode,
      `--settings=${JSON.stringify({
        disableAllHooks: true,
        permissions: { disableBypassPermissionsMode: 'disable', disableAutoMode: 'disable', ask: asked },
        sandbox: { autoAllowBashIfSandboxed: false },
      })}`,
    ],
    enforcedBy: [
      { how: 'flag', what: `--permission-mode ${mode}` },
      { how: 'settings', what: 'permissions.ask' },
      { how: 'settings', what: 'disableAutoMode' },
      { how: 'settings', what: 'disableBypassPermissionsMode' },
      { how: 'settings', what: 'disableAllHooks' },
      { how: 'env', what: 'CLAUDE_CODE_DISABLE_AGENT_VIEW=1' },
    ],
    overrides: ['command-rules', 'permission-hooks', 'tool-hooks', 'hooks-of-definitions', 'sandbox', ...more],
    costs: ['command-rules', 'hooks', 'hooks-of-definitions', 'status-line', 'plugins', ...more],
  }) as const satisfies Lock;

/** A mode that the person at the keyboard leaves with Shift+Tab, up to auto mode. Rules and hooks of any settings decide in it, too. */
const atLaunch = <M extends string>(mode: M) =>
  ({
    args: ['--permission-mode', mode, NO_BYPASS],
    strength: 'at-launch',
    reaches: 'auto',
    enforcedBy: [
      { how: 'flag', what: `--permission-mode ${mode}` },
      { how: 'settings', what: 'disableBypassPermissionsMode' },
    ],
  }) as const satisfies LevelPromise;

/** Its words for a level in the user's own settings. Plan mode asks for whatever it would run. */
const WORDS = { default: 'ask', manual: 'ask', plan: 'ask', dontAsk: 'ask', acceptEdits: 'edits' } as const;

/** A file of the repository never raises the level, so its freer words count as ask, and `auto`, the default anyway, not at all. */
const WORKSPACE_WORDS = { ...WORDS, acceptEdits: 'ask', bypassPermissions: 'ask' } as const;

const MODE_KEY = ['permissions', 'defaultMode'] as const;

/** `3pm`, `3pm (Europe/Berlin)`, `Dec 4, 3pm (UTC)`, `Jan 2, 2027, 3:30pm (Europe/Berlin)` */
const WHEN =
  '(?:(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]* \\d{1,2},? (?:\\d{4},? )?(?:at )?)?\\d{1,2}(?::\\d{2})? ?[ap]m(?: \\([A-Za-z_]+(?:/[A-Za-z0-9_+-]+)*\\))?';

/** The words of a notice stand alone or behind its corner; behind a bullet the model is speaking. */
const NOTICE = '^(?:⎿\\s*)?';

export const claude = {
  id: 'claude',
  title: 'Claude Code',
  homepage: 'https://code.claude.com',
  bin: 'claude',
  install: 'npm install -g @anthropic-ai/claude-code',
  testedWith: '2.1.332',
  probe: true,
  needsTerminal: true,
  args: {
    new: [
      ['--session-id', '{native_id}'],
      ['--', '{prompt}'],
    ],
    resume: [
      ['--resume', '{native_id}'],
      ['--', '{prompt}'],
    ],
    continue: [['--continue'], ['--', '{prompt}']],
  },
  // its box between two lines, and the footer of its modes; a paste has a hint of its own there
  pasted: {
    ways: [],
    ready:
      '^─{20,}\\n❯(?!\\s*\\d+\\. )[^\\n]*\\n─{20,}\\n(?!.*esc to interrupt).*(?:mode on|accept edits on|bypass permissions on|paste again to expand)',
  },
  levels: {
    'read-only': {
      // a list of what there is, since a list of what is forbidden misses tools with new names; no tools of MCP servers
      args: ['--permission-mode', 'manual', '--tools=Read,Glob,Grep', '--strict-mcp-config', NO_BYPASS],
      strength: 'held',
      reaches: 'read-only',
      enforcedBy: [
        { how: 'flag', what: '--tools=Read,Glob,Grep' },
        { how: 'flag', what: '--strict-mcp-config' },
        { how: 'env', what: 'CLAUDE_CODE_DISABLE_AGENT_VIEW=1' },
      ],
    },
    ask: { ...atLaunch('manual'), lock: lock('manual', [...RUNNING, ...WRITING], ['edit-rules']) },
    edits: { ...atLaunch('acceptEdits'), lock: lock('acceptEdits', RUNNING, []) },
    auto: atLaunch('auto'),
    bypass: {
      args: ['--permission-mode', 'bypassPermissions'],
      strength: 'at-launch',
      reaches: 'bypass',
      enforcedBy: [{ how: 'flag', what: '--permission-mode bypassPermissions' }],
    },
  },
  raises: claudeRaises,
  defaultLevel: 'auto',
  settingsDefaults: [
    {
      base: 'root',
      file: 'settings.json',
      key: MODE_KEY,
      levels: { ...WORDS, auto: 'auto', bypassPermissions: 'bypass' },
    },
    { base: 'workspace', file: '.claude/settings.json', key: MODE_KEY, levels: WORKSPACE_WORDS },
    { base: 'workspace', file: '.claude/settings.local.json', key: MODE_KEY, levels: WORKSPACE_WORDS },
  ],
  allowedFlags: claudeFlags,
  refusedFlags: claudeRefusedFlags,
  env: {
    // the agent view moves the conversation into a daemon outside the terminal, and starts others with all tools
    set: { CLAUDE_CODE_DISABLE_AGENT_VIEW: '1' },
    unset: [
      // left for its tools; with CLAUDE_CODE_CHILD_SESSION a conversation is neither saved nor registered
      'CLAUDECODE',
      'AI_AGENT',
      'CLAUDE_CODE_CHILD_*',
      'CLAUDE_CODE_ENTRYPOINT',
      'CLAUDE_CODE_EXECPATH',
      'CLAUDE_CODE_MESSAGING_*',
      'CLAUDE_CODE_SESSION_*',
      'CLAUDE_EFFORT',
      'CLAUDE_PID',
      // left by its daemon for the sessions it starts: rules and trust among them
      'CLAUDE_BG_*',
      'CLAUDE_CODE_RELAUNCH_*',
      // skips the question whether the folder is trusted
      'CLAUDE_CODE_SANDBOXED',
      'CLAUDE_CODE_EVEN_MORE_DANGEROUSLY_SKIP_PERMISSIONS',
    ],
  },
  native: {
    root: { env: 'CLAUDE_CONFIG_DIR', home: '.claude' },
    folderOf: (workspace) => `projects/${folderName(workspace)}`,
    idFrom: (fileName) => /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.jsonl$/.exec(fileName)?.[1] ?? null,
    stubBelow: 512,
    registry: {
      file: 'sessions/{pid}.json',
      idKey: 'sessionId',
      workspaceKey: 'cwd',
      startedAtKey: 'startedAt',
    },
  },
  speakers: claudeSpeakers,
  chrome: claudeChrome,
  limitPatterns: [
    `${NOTICE}You['’]ve (?:hit|reached) your (?!fast limit)[\\w'’ -]{0,40}(?:limit|budget)(?: (?:·.*? )?resets (?<resets_at>${WHEN})| ·|\\.|$)`,
    `${NOTICE}(?:Claude (?:AI |Max |Pro )?)?(?:(?:5-hour|session|weekly|usage|Opus|Sonnet|Fable)(?: weekly)? limit|Limit) reached(?:\\.| [·∙]) ?(?:Your limit will reset at|(?:limit )?resets) (?<resets_at>${WHEN})`,
    `${NOTICE}(?:Claude (?:AI )?)?usage limit reached\\|(?<resets_at>\\d{10,13})`,
    `${NOTICE}(?:You['’]re out of (?:extra usage|usage credits)|Your org is out of usage|Credit balance (?:is )?too low)(?: ·.*?resets (?<resets_at>${WHEN})| ·|\\.|$)`,
    '^● API Error: \\d{3} You have reached your specified API usage limits\\.(?: You will regain access on (?<resets_at>\\d{4}-\\d{2}-\\d{2}(?: at \\d{2}:\\d{2}(?: UTC)?)?))?',
  ],
  promptPattern: '^\\s*❯\\s(?!/|Resend your message|Once fixed, resend|Try "|\\d+\\. )\\S',
  sources: {
    speakers:
      '2.1.332, 2026-11-30: screens of conversations with tools, approvals and a resume (fixtures/claude/speakers); summaries of tools other than "Listed" from their form only',
    chrome: '2.1.332, 2026-11-30: the recordings of fixtures/claude/recordings',
    args: '2.1.332, 2026-11-30: in --help, and run against a loopback model. Unknown id, and an id that nobody spoke in: "No conversation found", exit 1. An id of --session-id that has a file: "already in use", exit 1',
    pasted:
      '2.1.332, 2026-11-30: pastes of 34 and of 4504 lines (111 KB) stand as "[Pasted text #1 +34 lines]" in its box and are sent whole',
    levels:
      '2.1.332, 2026-11-30: driven in a terminal, shell and file-writing calls by a loopback model, all modes of Shift+Tab, settings of user, project and folder that allow everything (adapters/README.md)',
    'levels.lock':
      '2.1.332, 2026-11-30: with settings of user, folder and person that allow everything (rules, PreToolUse and PermissionRequest hooks, defaultMode bypass, its sandbox), an agent of the folder with such hooks and an MCP server: asked in all modes of Shift+Tab. Rules that ask outrank allow rules and PreToolUse hooks, not PermissionRequest hooks, which are taken up while it runs; disableAllHooks in --settings is not undone by other settings. "This rule comes from a read-only source (the --settings flag)". Its sandbox was not installed',
    raises: 'adapters/raises/claude.ts',
    defaultLevel: '2.1.332, 2026-11-30: started with no flag and no settings it says "auto mode on"',
    settingsDefaults:
      '2.1.332, 2026-11-30: started with no flag and each word in each file; bypassPermissions in a file of the folder starts manual mode',
    allowedFlags: '2.1.332, 2026-11-30: --help',
    'env.set':
      '2.1.332, 2026-11-30: the left arrow in an empty prompt "moved to the background"; with the variable it does not, and /background is unknown',
    'env.unset':
      '2.1.332, 2026-11-30: a shell call of the model printed its environment; started with all of it, it left neither a file in projects/ nor one in sessions/. CLAUDE_CODE_SANDBOXED: seen to skip the trust dialog. CLAUDE_BG_*, CLAUDE_CODE_RELAUNCH_*, ..._DANGEROUSLY_SKIP_PERMISSIONS: names in the program only',
    'native.folderOf':
      '2.1.332, 2026-11-30: 11 folders with spaces, dots, accents, CJK, emoji, of 22 to 383 UTF-16 units; 200 units whole, from 201 cut with a hash',
    'native.idFrom':
      '2.1.332, 2026-11-30: the file appears with the first message, after /clear at once, and as a stub that cannot be resumed at the exit of a run in which nobody spoke',
    'native.stubBelow':
      '2.1.332, 2026-11-30: /exit with nothing said leaves 188 bytes in its classic renderer, of which --resume says "No conversation found"; the smallest that was resumed had 1908',
    'native.registry':
      '2.1.332, 2026-11-30: appears at the start, once the folder is trusted; follows /clear, /resume and --resume; removed at exit, left after kill -9. The pid is that of the process started, also through npm’s link',
    limitPatterns:
      '2.1.332, 2026-11-30: credit balance and API cap seen with a loopback model; the notices of subscriptions from public issues of 2.0.55 to 2.1.215 and strings of the program, not seen',
  },
} as const satisfies Adapter;

/** Longer names are cut here and end in a hash, so that they fit into a file system. */
const NAME_UNITS = 200;

function folderName(workspace: string): string {
  const name = workspace.replace(/[^a-zA-Z0-9]/g, '-');
  return name.length <= NAME_UNITS ? name : `${name.slice(0, NAME_UNITS)}-${hash36(workspace)}`;
}

/** The 32-bit hash `h * 31 + unit` over the UTF-16 units of the whole path, its absolute value in base 36. */
function hash36(text: string): string {
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  return Math.abs(hash).toString(36);
}

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { claude as adapter } from '../../../adapters/claude.ts';
import type { Cast } from './cast.ts';

/** Any key does; it is approved by its last 20 characters. */
const KEY = `sk-dummy-${'0'.repeat(60)}`;

export const claude: Cast = {
  adapter,
  files: ({ trusted }) => ({ '.claude.json': firstRunDone(trusted) }),
  withServer: ({ trusted }, name, server) => ({
    // else its tools stand behind a search for tools, which a model without ideas does not make
    '.claude.json': {
      ...firstRunDone(trusted),
      mcpServers: { [name]: { type: 'stdio', alwaysLoad: true, ...server } },
    },
    '.claude/settings.json': { permissions: { allow: [`mcp__${name}`] } },
  }),
  env: ({ url }) => ({
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: KEY,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    SHELL: '/bin/bash',
  }),
  // its footer, in every mode
  ready: /(manual|plan|auto) mode on|accept edits on|bypass permissions on/,
  box: '❯\\s',
  reset: { command: '/clear', shows: /\/clear[\s\S]*mode on/ },
  leave: '/exit',
  asks: {
    // the second and the third where auto mode cannot decide
    shows: /❯ (1\. Yes|No\n\s+Yes)|Enter to stay in auto mode/,
    no: '\x1b',
    after:
      /^(?![\s\S]*(❯ (1\. Yes|No\n\s+Yes)|Enter to stay in auto mode))[\s\S]*(Interrupted|Rejected write to)[\s\S]*(mode|edits) on/,
    done: '',
  },
  plain: (prompt) => ['--permission-mode', 'manual', '--', prompt],
  forget: ({ home, workspace }, id) => rmSync(join(home, '.claude', adapter.native.folderOf(workspace), `${id}.jsonl`)),
  isConversation: (path) => /\/projects\/[^/]+\/[^/]+\.jsonl$/.test(path),
  move: (folder) => ({ CLAUDE_CONFIG_DIR: folder }),
};

const TRUSTED = { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true };

/** Without this it asks for a theme and a login, and without a network it ends there. */
function firstRunDone(folders: readonly string[]): object {
  return {
    hasCompletedOnboarding: true,
    lastOnboardingVersion: adapter.testedWith,
    theme: 'dark',
    customApiKeyResponses: { approved: [KEY.slice(-20)], rejected: [] },
    projects: Object.fromEntries(folders.map((folder) => [folder, TRUSTED])),
  };
}

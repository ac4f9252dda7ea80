import { join } from 'node:path';
import { gemini as adapter } from '../../../adapters/gemini.ts';
import type { Cast, Place } from './cast.ts';
import { removeNamed } from './remove.ts';

const SETTINGS = {
  security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: true } },
  general: { enableAutoUpdate: false },
  privacy: { usageStatisticsEnabled: false },
  ui: { theme: 'Default' },
  model: { name: 'gemini-2.5-flash' },
};

export const gemini: Cast = {
  adapter,
  files: (place) => ({ '.gemini/settings.json': SETTINGS, ...trustOf(place) }),
  withServer: (place, name, server) => ({
    '.gemini/settings.json': { ...SETTINGS, mcpServers: { [name]: { ...server, trust: true } } },
    ...trustOf(place),
  }),
  env: ({ url }) => ({ GEMINI_API_KEY: 'dummy', GOOGLE_GEMINI_BASE_URL: url }),
  ready: /Type your message/,
  rests: '[\\s\\S]*\\? for shortcuts',
  // a star where nothing is asked
  box: '[>*]\\s+',
  // the screen is empty before the box is back, and what is typed until then stays unsent
  reset: { command: '/clear', shows: /^(?![\s\S]*You said)[\s\S]*Type your message/ },
  lists: (command) => new RegExp(`^ *${command.slice(1)} {2,}\\S`, 'm'),
  leave: '/quit',
  asks: {
    shows: /● 1\. Allow once/,
    no: '\x1b',
    after: /^(?![\s\S]*● 1\. Allow once)[\s\S]*Request cancelled[\s\S]*Type your message/,
    done: '',
  },
  plain: (prompt) => ['--approval-mode', 'default', '--prompt-interactive', prompt],
  forget: ({ home }, id) => removeNamed(join(home, '.gemini', 'tmp'), new RegExp(`-${id.slice(0, 8)}.jsonl$`)),
  isConversation: (path) => /\/chats\/[^/]*session-[^/]+\.jsonl?$/.test(path),
  move: (folder) => ({ GEMINI_CLI_HOME: folder }),
};

function trustOf({ trusted }: Place) {
  return { '.gemini/trustedFolders.json': Object.fromEntries(trusted.map((folder) => [folder, 'TRUST_FOLDER'])) };
}

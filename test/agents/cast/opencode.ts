import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { opencode as adapter } from '../../../adapters/opencode.ts';
import type { Cast } from './cast.ts';

export const opencode: Cast = {
  adapter,
  files: ({ url }) => ({
    '.config/opencode/opencode.json': {
      autoupdate: false,
      share: 'disabled',
      model: 'fake/fake-model',
      small_model: 'fake/fake-model',
      enabled_providers: ['fake'],
      provider: {
        fake: {
          npm: '@ai-sdk/openai-compatible',
          name: 'Fake',
          options: { baseURL: `${url}/v1`, apiKey: 'dummy' },
          models: {
            'fake-model': { name: 'Fake Model', tool_call: true, limit: { context: 100_000, output: 8000 } },
          },
        },
      },
    },
  }),
  // without a network it waits for the list of models, and several that begin at once fall over the lock they wait with
  env: () => ({ OPENCODE_DISABLE_MODELS_FETCH: '1' }),
  ready: /ctrl\+p commands/,
  box: '┃\\s+',
  // an empty row, the agent and its model, the edge
  below: '[^\\n]*\\n[^\\n]*┃\\s*\\n[^\\n]*┃ +\\w+( auto)? · [^\\n]*\\n[^\\n]*╹',
  reset: { command: '/new', shows: /Ask anything/ },
  leave: '/exit',
  plain: (prompt) => ['--prompt', prompt],
  forget: ({ home, workspace }, id) => {
    const env = { HOME: home, PATH: process.env['PATH'] };
    execFileSync(join(home, 'bin', 'opencode'), ['session', 'delete', id], { cwd: workspace, env, stdio: 'ignore' });
  },
  isConversation: (path) => /\/opencode\.db(-\w+)?$/.test(path),
  move: (folder) => ({ XDG_DATA_HOME: folder }),
};

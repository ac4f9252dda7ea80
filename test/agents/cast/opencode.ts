import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { opencode as adapter } from '../../../adapters/opencode.ts';
import type { Cast, Place } from './cast.ts';

const CONFIG = '.config/opencode/opencode.json';

export const opencode: Cast = {
  adapter,
  files: (place) => ({ [CONFIG]: configOf(place) }),
  withServer: (place, name, { command, args, env }) => ({
    [CONFIG]: {
      ...configOf(place),
      mcp: { [name]: { type: 'local', command: [command, ...args], environment: env, enabled: true } },
    },
  }),
  // without a network it tries for the list of models again and again
  env: () => ({ OPENCODE_DISABLE_MODELS_FETCH: '1' }),
  // of five that begin with an empty data directory one never shows anything: it makes its database first
  prepare: async (place) => own(place, 'session', 'list'),
  ready: /ctrl\+p commands/,
  box: '┃\\s+',
  // an empty row, the agent and its model, the edge
  below: '[^\\n]*\\n[^\\n]*┃\\s*\\n[^\\n]*┃ +\\w+( auto)? · [^\\n]*\\n[^\\n]*╹',
  reset: { command: '/new', shows: /Ask anything/ },
  leave: '/exit',
  // esc is Reject
  asks: {
    shows: /△ Permission required[\s\S]*enter confirm/,
    no: '\x1b',
    after: /^(?![\s\S]*△ Permission)[\s\S]*ctrl\+p commands/,
    done: '[\\s\\S]*▣[^\\n]*\\dm?s',
  },
  plain: (prompt) => ['--prompt', prompt],
  forget: (place, id) => own(place, 'session', 'delete', id),
  isConversation: (path) => /\/opencode\.db(-\w+)?$/.test(path),
  move: (folder) => ({ XDG_DATA_HOME: folder }),
};

/** A command of its own, in the workspace. */
function own({ home, workspace }: Pick<Place, 'home' | 'workspace'>, ...args: readonly string[]): void {
  const env = { HOME: home, PATH: process.env['PATH'] };
  execFileSync(join(home, 'bin', 'opencode'), args, { cwd: workspace, env, stdio: 'ignore' });
}

function configOf({ url }: Place) {
  return {
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
  };
}

import { join } from 'node:path';
import { codex as adapter } from '../../../adapters/codex.ts';
import type { Cast, Place } from './cast.ts';
import { removeNamed } from './remove.ts';

export const codex: Cast = {
  adapter,
  files: (place) => ({ '.codex/config.toml': configOf(place).join('\n') }),
  withServer: (place, name, { command, args, env }) => ({
    '.codex/config.toml': [
      // a model of the newest kind reaches these tools only by writing code
      ...configOf(place).map((line) => (line.startsWith('model =') ? 'model = "fake-model"' : line)),
      `[mcp_servers.${name}]`,
      `command = ${JSON.stringify(command)}`,
      `args = ${JSON.stringify(args)}`,
      `[mcp_servers.${name}.env]`,
      ...Object.entries(env).map(([key, value]) => `${key} = ${JSON.stringify(value)}`),
      '',
    ].join('\n'),
  }),
  // its sandbox refuses a CODEX_HOME below TMPDIR
  env: ({ home }) => ({ FAKE_API_KEY: 'dummy', TMPDIR: join(home, 'tmp') }),
  // the model is named once the conversation is loaded; what is typed before is lost
  ready: /› Ask Codex to do anything[\s\S]*GPT-6\.2-Sol/,
  // "'/new' is disabled while a task is in progress"
  rests: '[\\s\\S]*Worked for',
  box: '›\\s',
  reset: { command: '/new', shows: /^(?![\s\S]*You said)[\s\S]*› Ask Codex to do anything[\s\S]*GPT-6\.2-Sol/ },
  approve: 'y',
  leave: '/quit',
  asks: {
    shows: /Would you like to [\s\S]*› 1\. Yes/,
    no: '\x1b',
    after: /^(?![\s\S]*Would you like)[\s\S]*Conversation interrupted[\s\S]*› Ask Codex/,
    done: '[\\s\\S]*› Ask Codex to do anything',
  },
  plain: (prompt) => ['--no-daemon', '--sandbox', 'read-only', '--ask-for-approval', 'on-request', '--', prompt],
  forget: ({ home }, id) => removeNamed(join(home, '.codex', 'sessions'), new RegExp(`rollout-.*-${id}.jsonl$`)),
  isConversation: (path) => /\/sessions\/.*\/rollout-[^/]+$/.test(path),
  move: (folder) => ({ CODEX_HOME: join(folder, '.codex') }),
};

/** Lines of its config file. */
function configOf({ trusted, url }: Place): readonly string[] {
  return [
    // of the newest kind, with the tools that most users have
    'model = "gpt-6.2-sol"',
    'model_provider = "fake"',
    'check_for_update_on_startup = false',
    '[analytics]',
    'enabled = false',
    '[model_providers.fake]',
    'name = "fake"',
    `base_url = "${url}/v1"`,
    'env_key = "FAKE_API_KEY"',
    'wire_api = "responses"',
    ...trusted.flatMap((folder) => [`[projects."${folder}"]`, 'trust_level = "trusted"']),
    '',
  ];
}

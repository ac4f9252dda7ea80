/** Every command of the README is executed, as it stands there, in a shell. */

import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { BIN, createSandbox, type Sandbox } from '../support/sandbox.ts';

const TOP = fileURLToPath(new URL('../..', import.meta.url));
const README = readFileSync(join(TOP, 'README.md'), 'utf8');
const BLOCKS = [...README.matchAll(/^```(sh|console|json)\n([\s\S]*?)^```$/gm)].map(([, language, text]) => ({
  language,
  text: text ?? '',
}));
const commandsOf = (language: string) =>
  BLOCKS.filter((block) => block.language === language).flatMap(({ text }) =>
    text.split('\n').flatMap((line) => {
      const command = language === 'console' ? /^\$ (.*)$/.exec(line)?.[1] : line.replace(/\s#.*$/, '').trim();
      return command ? [command] : [];
    }),
  );

/** Stands for an installed agent: knows the flags, and ends with its input. */
const AGENT = `#!/bin/sh
case "$1" in
  --version) echo '2.1.332 (Claude Code)'; exit ;;
  --help) echo '--session-id --resume --continue --permission-mode --settings --sandbox --ask-for-approval --config --no-daemon'; exit ;;
esac
echo 'Here I am.'
cat
`;

/** A user with the default directories, and \`uuldana\` and an agent on the PATH. */
function newcomer(): Sandbox & { shell(command: string): Promise<string> } {
  const box = createSandbox();
  symlinkSync(BIN, join(box.bin, 'uuldana'));
  for (const name of ['claude', 'codex', 'gemini', 'myagent']) box.program(name, AGENT);
  const { UULDANA_DATA_DIR: _, UULDANA_CONFIG_DIR: __, ...env } = box.env;
  const shell = async (command: string) => {
    const { all } = await execa('bash', ['-c', command], {
      cwd: box.workspace,
      env,
      extendEnv: false,
      input: '',
      all: true,
      timeout: 60_000,
    });
    return all;
  };
  return { ...box, shell };
}

test('the transcript: its commands run', async () => {
  const commands = commandsOf('console');
  expect(commands.length).toBeGreaterThan(2);
  const user = newcomer();
  for (const command of commands) expect(await user.shell(command)).not.toContain('uuldana --help');
});

test('the daily commands run, one after the other', async () => {
  const commands = commandsOf('sh').filter((command) => !command.startsWith('npm '));
  expect(commands.length).toBeGreaterThan(12);
  const user = newcomer();
  for (const command of commands) await user.shell(command);
  expect(existsSync(join(user.home, '.local/share/uuldana'))).toBe(false);
});

test('the config example is valid and starts that agent', async () => {
  const config = BLOCKS.find(({ language }) => language === 'json')?.text ?? '';
  const user = newcomer();
  user.writeConfig(config);
  const { exitCode, stdout } = await user.run(['myagent', '--dry-run', '--json']);
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ provider: 'myagent', permission: { effective: 'auto' } });
});

test('the npm commands are scripts of this package, and start tells its story without a terminal', async () => {
  const { name, scripts } = JSON.parse(readFileSync(join(TOP, 'package.json'), 'utf8')) as {
    name: string;
    scripts: Record<string, string>;
  };
  const commands = commandsOf('sh').filter((command) => command.startsWith('npm '));
  expect(commands).toEqual(['npm start', 'npm test', `npm install -g ${name}`]);
  expect(Object.keys(scripts)).toEqual(
    expect.arrayContaining(['start', 'test', 'build', 'check', 'bench', 'test:agents']),
  );
  const box = createSandbox();
  const story = await execa('npm', ['start'], {
    cwd: TOP,
    env: { ...box.env, PATH: process.env['PATH'] ?? '' },
    extendEnv: false,
    stdin: 'ignore',
    all: true,
  });
  expect(story.all).toContain('All went as told');
});

test('the links of the documents lead somewhere', () => {
  for (const document of [
    'README.md',
    'src/README.md',
    'adapters/README.md',
    'src/journal/FORMAT.md',
    'src/journal/AUDIT.md',
  ]) {
    const folder = join(TOP, document, '..');
    const links = [...readFileSync(join(TOP, document), 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(
      ([, link]) => link ?? '',
    );
    expect({ document, missing: links.filter((link) => !existsSync(join(folder, link))) }).toEqual({
      document,
      missing: [],
    });
  }
});

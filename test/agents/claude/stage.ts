/** Claude Code on its stage: settings in its files, and what its registry and its folders say. */

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { claude as adapter } from '../../../adapters/claude.ts';
import type { TestPty } from '../../support/pty-harness.ts';
import { claude as cast } from '../cast/claude.ts';
import { pinnedOf } from '../casts.ts';
import * as anyStage from '../stage.ts';

export const VERSION = pinnedOf('claude').version;

/** Claude's own settings, by the file they stand in. */
interface Settings {
  readonly user?: object;
  readonly project?: object;
  readonly local?: object;
}

export interface Stage extends anyStage.Stage {
  /** Ids of its conversations in the workspace, or in another folder. */
  conversations(workspace?: string): readonly string[];
  /** What its live registry says of the process, or null. */
  registered(pid: number): { sessionId: string; cwd: string; startedAt: number } | null;
}

export async function createStage(settings: Settings = {}): Promise<Stage> {
  const stage = await anyStage.createStage(cast);
  const root = join(stage.home, '.claude');
  if (settings.user) writeJson(join(root, 'settings.json'), settings.user);
  if (settings.project) writeJson(join(stage.workspace, '.claude', 'settings.json'), settings.project);
  if (settings.local) writeJson(join(stage.workspace, '.claude', 'settings.local.json'), settings.local);
  return {
    ...stage,
    conversations(workspace = stage.workspace) {
      const folder = join(root, adapter.native.folderOf(workspace));
      return existsSync(folder) ? readdirSync(folder).flatMap((name) => adapter.native.idFrom(name) ?? []) : [];
    },
    registered(pid) {
      const file = join(root, adapter.native.registry.file.replace('{pid}', String(pid)));
      return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
    },
  };
}

function writeJson(path: string, value: object): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(value));
}

/** Its footer, in every mode, once it takes input. */
export const READY = cast.ready;

export const say = (pty: TestPty, prompt: string, answer: RegExp) => anyStage.say({ cast }, pty, prompt, answer);
export const type = (pty: TestPty, text: string) => anyStage.type({ cast }, pty, text);
export const leave = (pty: TestPty) => anyStage.leave({ cast }, pty);

/** Presses a key in a dialog until something follows: for a moment after it appears, a dialog takes no keys. */
export async function press(pty: TestPty, key: string, dialog: RegExp, then: RegExp): Promise<void> {
  for (let presses = 1; ; presses++) {
    pty.send(key);
    try {
      return void (await pty.waitForText(then, 2000));
    } catch (error) {
      if (presses === 10) throw error;
      // the key was taken and the rest is slow: it is not pressed again
      if (!dialog.test(pty.screen())) return void (await pty.waitForText(then));
    }
  }
}

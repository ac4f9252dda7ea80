import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Removes every file below the folder whose name fits; that none does is an error. */
export function removeNamed(folder: string, name: RegExp): void {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => name.test(path));
  if (files.length === 0) throw new Error(`no file ${name} below ${folder}`);
  for (const file of files) rmSync(join(folder, file));
}

/** Waits for the checkpoint in which uuldana keeps the screen of a living run (data/live/<session>/screen.json). */

import { existsSync, readdirSync, readFileSync, watch } from 'node:fs';
import { join } from 'node:path';

/** @param live  the folder `live` of the data directory, with one session in it */
export function checkpointWith(live: string, text: string, patienceMs: number): Promise<void> {
  const folder = join(live, readdirSync(live)[0] ?? '');
  const file = join(folder, 'screen.json');
  const isThere = () => existsSync(file) && readFileSync(file, 'utf8').includes(text);
  return new Promise((resolve, reject) => {
    const settle = (then: () => void) => {
      clearTimeout(timer);
      watcher.close();
      then();
    };
    const look = () => {
      if (isThere()) settle(resolve);
    };
    const timer = setTimeout(
      () => settle(() => reject(new Error(`no checkpoint in ${folder} held "${text}"`))),
      patienceMs,
    );
    const watcher = watch(folder, look);
    look();
  });
}

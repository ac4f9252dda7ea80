/** The folder that a run takes place in. */

import { accessSync, constants, statSync } from 'node:fs';
import { errnoOf, UuldanaError } from '../core/errors.ts';
import { shortId } from '../core/ids.ts';
import type { Ports } from './ports.ts';
import type { SessionSummary } from './summaries.ts';

/**
 * The folder that a new session belongs to: the current one.
 *
 * @throws UuldanaError `workspace` when it is gone or cannot be entered
 */
export function launchWorkspace(ports: Ports): string {
  const workspace = ports.currentFolder();
  const problem = folderProblem(workspace);
  if (problem === null) return workspace;
  throw new UuldanaError('workspace', `The current folder ${problem}: ${workspace}`, {
    hint: 'Change to another folder.',
  });
}

/**
 * @param recorded  the session's workspace; null when the journal no longer says
 * @param here      the user says that the current folder is it now (`--here`)
 * @throws UuldanaError `workspace` when the folder is gone, no folder or not accessible
 */
export function resumeWorkspace(ports: Ports, recorded: string | null, here: boolean, found: SessionSummary): string {
  if (here) return ports.currentFolder();
  const hint = `If it moved, go there and type: uuldana resume ${shortId(found.session)} --here`;
  if (recorded === null)
    throw new UuldanaError('workspace', 'The journal no longer says which folder the session belongs to', { hint });
  const problem = folderProblem(recorded);
  if (problem !== null)
    throw new UuldanaError('workspace', `The folder of the session ${problem}: ${recorded}`, { hint });
  return recorded;
}

function folderProblem(path: string): string | null {
  try {
    if (!statSync(path).isDirectory()) return 'is no folder any more';
    accessSync(path, constants.R_OK | constants.X_OK);
    return null;
  } catch (error) {
    return errnoOf(error) === 'ENOENT' ? 'is gone' : `cannot be entered (${errnoOf(error) ?? 'unknown reason'})`;
  }
}

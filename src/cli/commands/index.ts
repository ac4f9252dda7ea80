/** All commands, in the order in which the help lists them. */

import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { addAudit } from './audit.ts';
import { addCompletion } from './completion.ts';
import { addDelete } from './delete.ts';
import { addHandoff } from './handoff.ts';
import { addLaunch } from './launch.ts';
import { addList } from './list.ts';
import { addLog } from './log.ts';
import { addMcp } from './mcp.ts';
import { addProviders } from './providers.ts';
import { addRead } from './read.ts';
import { addRename } from './rename.ts';
import { addResume } from './resume.ts';
import { addSearch } from './search.ts';
import { addShow } from './show.ts';
import { addVerify } from './verify.ts';

export function addCommands(program: Command, context: CommandContext): void {
  for (const add of [
    addLaunch,
    addResume,
    addHandoff,
    addList,
    addShow,
    addLog,
    addSearch,
    addRead,
    addVerify,
    addRename,
    addDelete,
    addProviders,
    addAudit,
    addMcp,
    addCompletion,
  ])
    add(program, context);
}

/** Asks an agent to list its conversations. It may take seconds, so nobody asks but a resume that has to. */

import type { ListedConversation, NativeStore } from './adapter.ts';
import { commandOutput } from './command-output.ts';
import { NATIVE_ID } from './live-question.ts';

export interface ListingRequest {
  /** The agent's program, absolute. */
  readonly file: string;
  readonly workspace: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** An agent that is starved of processor time took 17 s once. */
const TIMEOUT_MS = 30_000;
const MAX_BYTES = 8_388_608;

/** The conversations of exactly this workspace; null when there is no such command, or it failed. Never rejects. */
export async function askForConversations(
  { listing }: Pick<NativeStore, 'listing'>,
  { file, workspace, env }: ListingRequest,
): Promise<readonly ListedConversation[] | null> {
  if (listing === undefined) return null;
  const { stdout, failure } = await commandOutput(file, listing.args, {
    cwd: workspace,
    env: { ...env, ...listing.env },
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
  });
  if (failure !== null) return null;
  return listing.read(stdout, workspace)?.filter(({ id }) => NATIVE_ID.test(id)) ?? null;
}

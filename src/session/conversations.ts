/** What the use cases ask of the provider's conversation files around a run: what is there, and what must not stay there. */

import { resolve } from 'node:path';
import type { ListedConversation } from '../provider/adapter.ts';
import { childEnvironment } from '../provider/environment.ts';
import type { Program, RunPlan } from './plan.ts';
import type { Ports } from './ports.ts';

/** The absolute path of the folder below which the provider keeps its conversations; null when it has none. */
export async function nativeRootOf(
  ports: Ports,
  { program, workspace }: { program: Pick<Program, 'adapter'>; workspace: string },
): Promise<string | null> {
  const store = program.adapter.native;
  if (store === null) return null;
  const { nativeRoot } = await ports.provider();
  return resolve(workspace, nativeRoot(store, ports.env, ports.home));
}

/** Whether the provider's files hold the conversation; null: it cannot be told. */
export type ConversationState = 'present' | 'absent' | null;

/** Tells a conversation that was never kept, since nobody spoke to the agent, from one that is deleted later. */
export async function conversationState(
  ports: Ports,
  { program, workspace }: RunPlan,
  nativeId: string | null,
): Promise<ConversationState> {
  const store = program.adapter.native;
  if (store === null || nativeId === null) return null;
  const { keyOf, listResumable, nativeRoot } = await ports.provider();
  const listed = listResumable(store, nativeRoot(store, ports.env, ports.home), workspace);
  if (listed === null) return null;
  return listed.some(({ id }) => id === keyOf(store, nativeId)) ? 'present' : 'absent';
}

/** How long a stub that is still in work is waited for: longer than one needs to come to rest. */
const STUB_WAIT_MS = 1000;
const STUB_LOOK_MS = 50;

/** To be done before an agent starts, or lists: it deletes conversations that have a stub beside them. */
export async function clearStubs(
  ports: Ports,
  { program, workspace }: { program: Pick<Program, 'adapter'>; workspace: string },
): Promise<void> {
  const store = program.adapter.native;
  if (store?.stubs === undefined) return;
  const { nativeRoot, setStubsAside } = await ports.provider();
  const root = nativeRoot(store, ports.env, ports.home);
  const until = ports.clock.elapsed() + STUB_WAIT_MS;
  while (setStubsAside(store, root, workspace, ports.clock.now()).inWork) {
    if (ports.clock.elapsed() > until) return;
    await new Promise((resolve) => setTimeout(resolve, STUB_LOOK_MS));
  }
}

/** The conversations of the workspace as the agent itself lists them; null when it cannot, or it failed. */
export async function askAgent(
  ports: Ports,
  { program, workspace }: { program: Pick<Program, 'adapter' | 'file'>; workspace: string },
): Promise<readonly ListedConversation[] | null> {
  const { native, env } = program.adapter;
  if (native === null) return null;
  const { askForConversations } = await ports.provider();
  // for some agents to list is to start
  await clearStubs(ports, { program, workspace });
  const given = childEnvironment(ports.env, env).env;
  return await askForConversations(native, { file: program.file, workspace, env: given });
}

/** What stands in the way of a good run of a provider on this machine, as its adapter knows. */

import { resolve } from 'node:path';
import type { Adapter } from '../provider/adapter.ts';
import type { Ports } from './ports.ts';

/** Sentences for the user; none when nothing does. */
export async function noticesOf(ports: Ports, adapter: Adapter, workspace: string): Promise<readonly string[]> {
  if (adapter.notices === undefined || adapter.native === null) return [];
  const { nativeRoot } = await ports.provider();
  const root = resolve(workspace, nativeRoot(adapter.native, ports.env, ports.home));
  return adapter.notices({ env: ports.env, root });
}

/** The list of adapters, asked by id. Pure: the list comes in, so no provider is known here. */

import { closest } from '../core/did-you-mean.ts';
import { UuldanaError } from '../core/errors.ts';
import type { Adapter } from './adapter.ts';

export function adapterIds(adapters: readonly Pick<Adapter, 'id'>[]): string[] {
  return adapters.map(({ id }) => id);
}

/** @throws UuldanaError `provider-unknown`, with what was probably meant and what there is */
export function findAdapter(adapters: readonly Adapter[], id: string): Adapter {
  const found = adapters.find((adapter) => adapter.id === id);
  if (found !== undefined) return found;
  const ids = adapterIds(adapters);
  const meant = closest(id.toLowerCase(), ids);
  throw new UuldanaError('provider-unknown', `There is no provider "${id}"`, {
    hint: `${meant === null ? '' : `Did you mean ${meant}? `}Providers: ${ids.join(', ')}.`,
  });
}

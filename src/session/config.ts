/** The user's configuration as the use cases see it. How the file is read stands in config-file.ts, which is loaded when there is one. */

import type { Level } from '../core/permission.ts';
import type { ProviderConfig } from '../provider/custom.ts';

export interface Config {
  readonly defaultProvider: string | null;
  /** The ceiling of new sessions. */
  readonly ceiling: Level;
  readonly strictCeiling: boolean;
  readonly capture: 'screen' | 'conversation';
  readonly redact: boolean;
  readonly keepJournals: number;
  readonly suspendKey: 'ctrl-z' | null;
  readonly providers: Readonly<Record<string, ProviderConfig>>;
}

export const DEFAULT_CONFIG: Config = {
  defaultProvider: null,
  ceiling: 'auto',
  strictCeiling: false,
  capture: 'screen',
  redact: true,
  keepJournals: 200,
  suspendKey: 'ctrl-z',
  providers: {},
};

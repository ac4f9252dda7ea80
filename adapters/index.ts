/** Every provider that uuldana knows by itself. A new one is its file, its fixture folder and its line here. */

import type { Adapter } from '../src/provider/adapter.ts';
import { claude } from './claude.ts';
import { codex } from './codex.ts';
import { demo } from './demo.ts';
import { gemini } from './gemini.ts';
import { opencode } from './opencode.ts';

export const adapters: readonly Adapter[] = [claude, codex, gemini, opencode, demo];

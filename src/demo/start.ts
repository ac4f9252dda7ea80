/**
 * What `npm start` runs. At a terminal it is uuldana itself; without one it tells a story of a launch, a crash and a resume, so
 * that a first look needs neither an agent nor a terminal.
 */

import process from 'node:process';
import { tellStory } from './story.ts';

const uuldana = new URL('../../../bin/uuldana.js', import.meta.url);

if (process.stdin.isTTY === true && process.stdout.isTTY === true) await import(uuldana.href);
else process.exitCode = await tellStory(uuldana, (text) => void process.stdout.write(`${text}\n`));

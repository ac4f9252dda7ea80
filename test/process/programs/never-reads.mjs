// Writes a line every 100 ms and reads nothing; Ctrl-C is the kernel's, which gets it when there is room. Ends after 20 lines.
import { execFileSync } from 'node:child_process';

execFileSync('stty', ['raw', '-echo'], { stdio: ['inherit', 'inherit', 'inherit'] });
console.log('ready\r');
let ticks = 0;
const timer = setInterval(() => {
  console.log(`tick ${++ticks}\r`);
  if (ticks === 20) clearInterval(timer);
}, 100);

// Writes FRAMES_MB megabytes of frames as a full-screen agent draws them: cursor home, 38 coloured lines, erase to the end of each.
import { writeSync } from 'node:fs';

const target = Number(process.env.FRAMES_MB ?? 40) * 1024 * 1024;
const words =
  'amber branch circle dragon ember forest garden harbor island jungle kettle lantern meadow needle orchard'.split(' ');
const frames = Array.from({ length: 16 }, (_, frame) =>
  Buffer.from(
    `\x1b[?2026h\x1b[H${Array.from({ length: 38 }, (__, row) => {
      const text = Array.from({ length: 12 }, (___, n) => words[(frame * 7 + row * 3 + n) % words.length]).join(' ');
      return `\x1b[38;5;${(row + frame) % 200}m${text.slice(0, 100)}\x1b[0m\x1b[K\r\n`;
    }).join('')}\x1b[?2026l`,
  ),
);
process.stdout.write('');
for (let written = 0, frame = 0; written < target; frame += 1) {
  const bytes = frames[frame % frames.length];
  let offset = 0;
  while (offset < bytes.length) {
    try {
      offset += writeSync(1, bytes, offset);
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
    }
  }
  written += bytes.length;
}

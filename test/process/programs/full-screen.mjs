// Switches on what full-screen agents switch on, and never off; ends with 7 at any catchable signal, with 0 at q.
for (const signal of ['SIGHUP', 'SIGTERM', 'SIGINT', 'SIGQUIT']) process.on(signal, () => process.exit(7));
process.stdin.setRawMode(true);
process.stdout.write(
  '\x1b[>1u\x1b[?1049h\x1b[>1u\x1b[?1003;1006;1004;2004h\x1b[?1h\x1b=\x1b[?25l\x1b[2J\x1b[3;3Hready\x1b]2;full screen\x07',
);
const draw = () =>
  process.stdout.write(`\x1b[?2026h\x1b[5;3Hdrawn ${process.stdout.columns}x${process.stdout.rows}\x1b[K\x1b[?2026l`);
process.stdout.on('resize', draw);
process.stdin.on('data', (keys) => {
  if (keys.includes('q')) process.exit(0);
  process.stdout.write(`\x1b[7;3Htyped ${JSON.stringify(keys.toString('latin1'))}\x1b[K`);
});

// Says the size of its terminal when it is born and whenever it changes; ends with q.
const size = () => `${process.stdout.columns}x${process.stdout.rows}`;
process.stdin.setRawMode(true);
console.log(`born ${size()}\r`);
process.stdout.on('resize', () => console.log(`now ${size()}\r`));
process.stdin.on('data', (keys) => keys.includes('q') && process.exit());

// Asks its terminal for the cursor's place and says what came back.
process.stdin.setRawMode(true);
process.stdout.write('here\x1b[6n');
process.stdin.once('data', (answer) => {
  console.log(`answer ${JSON.stringify(answer.toString('latin1'))}\r`);
  process.exit();
});

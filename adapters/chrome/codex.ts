/** Rows of Codex's screen that are interface and no conversation. Seen in the recordings of fixtures/codex/recordings. */

export const codexChrome: readonly string[] = [
  // its picture while it loads
  '^\\s*[\\u2800-\\u28ff][\\s\\u2800-\\u28ff]*$',
  '^ {5}loading$',
  // its banner: name and folder
  '^\\s+>_ OpenAI Codex \\(v',
  '^ {5}[~/]\\S*$',
  // the input box while it is empty or a command is typed
  '^› Ask Codex to do anything',
  '^› /\\w+ {2,}\\S',
  '^› (/\\w*|Shutting down\\.\\.\\.)$',
  '^ {2}/[\\w-]+ {2,}\\S',
  // its footer: model and folder, hints
  '^ {2}\\S.* · [~/]\\S*( · .*)?$',
  '← for agents|\\? for shortcuts|⚠ \\d+ warnings? · f\\d to view',
  // a spinner, and what is left of it
  '^\\s*[•◦] \\S.*\\(.*esc to interrupt\\)',
  '^ {2}Worked for .*• \\d\\d?:\\d\\d\\s*$',
  '^ {2}└ Tip: ',
  '^\\s+\\+ \\d+ lines \\(\\^t to expand\\)',
  // over the last row, while somebody has scrolled back
  'Back to bottom · esc',
];

/** Rows of OpenCode's screen that are interface and no conversation. Seen in the recordings of fixtures/opencode/recordings. */

export const opencodeChrome: readonly string[] = [
  // the input box, down to its edge
  '^\\s*┃\\s*┃?$',
  '^\\s*┃\\s+Ask anything…',
  // the one of the first page stands in its middle
  '^ {10,}(┃|● Tip )',
  '^\\s*┃\\s+(Build|Plan)( auto)? · ',
  '^\\s*╹▀+\\s*$',
  // commands offered while one is typed
  '^\\s*┃ ?/[\\w-]+ {2,}\\S.*┃\\s*$',
  // its footer
  '\\bctrl\\+p commands\\s*$|\\besc (again to )?interrupt\\b',
  '^\\s+[~/]\\S*(:\\S+)?(\\s+.*)?\\s\\d+\\.\\d+\\.\\d+\\s*$',
  // which agent answered, with which model
  '^\\s+▣ {2}\\w+ · ',
  '^\\s*┃\\s+Click to (expand|collapse)\\s*$',
  // its logo, and what it says of a session when it ends; the row that names the conversation stays
  '^\\s*[█▀▄][█▀▄\\s]*$',
  '^ {2}Session {3}\\S',
  // a warning of its own, at an exit while it still colours an answer
  '^Code highlighting failed, falling back to plain text',
];

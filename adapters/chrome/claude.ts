/** Rows of Claude Code's screen that are interface and no conversation. Seen in the recordings of fixtures/claude/recordings. */

export const claudeChrome: readonly string[] = [
  // the edges of the input box, with the session's name in the upper one
  '^─{3,}.*─{3,}\\s*$',
  '^❯\\s*$',
  // its footer: the mode, hints
  '^\\s{1,4}(⏸|⏵⏵) .* on\\b',
  '\\? for shortcuts',
  '◐ .*/effort\\s*$',
  // commands offered while one is typed
  '^ {2}[❯ ] /[\\w:-]+ {2,}\\S',
  // a spinner, and what is left of it
  '^\\s*[·✢✳✶✻✽*] \\S+…( .*)?$',
  '^\\s*[·✢✳✶✻✽*] \\S.*\\((esc to interrupt|\\d+m?s?\\b).*\\)\\s*$',
  '^[·✢✳✶✻✽*] \\S+ for \\d.*$',
  '^\\s*⎿ {1,2}Tip: ',
  // over the last row, while somebody has scrolled back
  'Jump to bottom \\(|\\d+ new messages? .*↓',
  // its banner, which is drawn in several frames
  'Claude Code v\\d',
  '^[ ▐▝▘]{0,2}[▐▝▛▜▘▌▙▟█]{2,}',
];

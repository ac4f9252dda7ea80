/** The signs by which the lines of Codex are told apart. */

import type { Speakers } from '../../src/provider/adapter.ts';

export const codexSpeakers: Speakers = {
  chrome: [
    '^ {2}>_ OpenAI Codex ',
    '^ {5}[~/]\\S*\\s*\\n',
    '^ {2}Worked for ',
    '^[•◦] .*\\(.*esc to interrupt\\)',
    '^› (?:Ask Codex to do anything|Shutting down\\.\\.\\.)\\s*\\n',
    '^ {2}\\S+ \\S+ · [~/]',
    // the answers of a dialog
    '^[› ] \\d\\. .*\\((?:\\w|esc)\\)\\s*\\n',
    '^ {2}Press enter to confirm',
    '^ {2}← for agents',
    '^ {4}\\+ Show details\\s*\\n',
    '^ {2}└ Tip: ',
    '^Token usage: total=',
    '^To continue this session, run:\\s*\\n',
    '^ {2}codex resume \\S+\\s*\\n',
    '^Or run codex resume and select ',
  ],
  tool: [
    '^(?<mark>• )[^\\n]*\\n {2}└ (?!Tip: )',
    '^(?<mark>• )(?:Added|Edited|Deleted) \\S.* \\(\\+\\d+ -\\d+\\)\\s*\\n',
  ],
  user: ['^(?<mark>› )\\S'],
  agent: ['^(?<mark>• )'],
};

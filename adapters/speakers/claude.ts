/** The signs by which the lines of Claude Code are told apart. */

import type { Speakers } from '../../src/provider/adapter.ts';

export const claudeSpeakers: Speakers = {
  chrome: [
    '^[─╌]{10,}\\s*\\n',
    // its mark, and the facts beside it
    '^ *[▐▝▘~][▛▜▘▝█▐▌ ]*',
    '^ +Claude Code v\\d',
    // "✻ Brewed for 0s · done 11:16 PM", "✽ Thinking… (esc to interrupt)"
    '^[·✢✳✶✻✽] (?:\\p{Lu}\\S* for \\d|\\S.*… ?\\()',
    // in its input box a no-break space follows, and before what was said an ordinary one
    '^❯(?:\\u00a0|\\s*\\n)',
    '^ +[⏸⏵]',
    '^ +[◐◑◒◓○●] \\w+ · /effort',
    // the commands that fit what is typed
    '^ {2}(?:❯|  ) *\\/[\\w-]+ {2,}\\S',
    '^Resume this session with:\\s*\\n',
    '^claude --resume \\S+\\s*\\n',
  ],
  tool: [
    '^(?<mark>● )(?:[A-Z]\\w+\\(|[^\\n]*\\n {2}⎿)',
    '^(?<mark> {2})⎿',
    '^(?<mark> {2})(?:Listed|Read|Searched for|Ran) \\d+ [a-z ]+(?:\\(ctrl\\+o to expand\\))?\\s*\\n',
  ],
  user: ['^(?<mark>❯ )\\S'],
  agent: ['^(?<mark>● )'],
};

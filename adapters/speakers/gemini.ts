/** The signs by which the lines of Gemini CLI are told apart. */

import type { Speakers } from '../../src/provider/adapter.ts';

export const geminiSpeakers: Speakers = {
  chrome: [
    '^─{10,}\\s*\\n',
    // its mark, and what it says at its start
    '^ {1,3}[▝▗▀▜▄▟]{2,}',
    '^Tips for getting started:\\s*\\n',
    '^[1-4]\\. (?:Create GEMINI\\.md files|/help for more|Ask coding questions|Be specific for)',
    '^⚠ {2}Warning: True color',
    '^ {3}visual experience\\.\\s*\\n',
    '^ +\\? for shortcuts\\s*\\n',
    '^ Shift\\+Tab to ',
    '^ > {3}Type your message',
    '^ workspace \\(/directory\\)',
    '^ \\S+ {3,}\\S.* {3,}gemini-\\S+\\s*\\n',
    // the edges of a box, and the summary that it leaves with
    '^[╭╰]─{10,}[╮╯]\\s*\\n',
    '^│\\s+│\\s*\\n',
    '^│ {2}(?:Agent powering down|Interaction Summary|Session ID:|Tool Calls:|Success Rate:|User Agreement:|Code Changes:)',
    '^│ {2}(?:Performance|Wall Time:|Agent Active:| {2}» (?:API|Tool) Time:|Model Usage|Use /model to view|Model {3,}Reqs)',
    '^│ {2}(?:─{10,}|gemini-\\S+ {2,}\\d| {2}↳ \\w+ {2,}\\d|To resume this session: )',
  ],
  tool: ['^(?<mark>│ )', '^(?<mark> {2})[✓✗x⊷?] {2}\\S', '^(?<mark> > )\\[Function Response: '],
  user: ['^(?<mark> > )\\S'],
  agent: ['^(?<mark>✦ )'],
};

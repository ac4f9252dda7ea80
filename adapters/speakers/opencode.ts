/** The signs by which the lines of OpenCode are told apart. */

import type { Speakers } from '../../src/provider/adapter.ts';

export const opencodeSpeakers: Speakers = {
  chrome: [
    '^ {2}┃\\s*\\n',
    '^ {2}┃ {2}(?:Build|Plan) · ',
    '^ {2}┃ \\/[\\w-]+ {2,}\\S',
    '^ {2}┃ {2}Click to (?:expand|collapse)\\s*\\n',
    '^ {2}┃ +Allow once {2,}Allow always',
    '^ {2}╹▀{10,}',
    '^ {5}▣ {2}',
    ' ctrl\\+p commands\\s*\\n',
    // what it leaves with
    '^ {2,}[█▀▄ ]+\\n',
    '^ {2}Session {3}\\S',
    '^ {2}Continue {2}opencode ',
  ],
  tool: ['^(?<mark> {2}┃ {2})(?:[#$→←✱△%] ?)', '^(?<mark> {5})[$→←✱⚙%] \\S'],
  user: ['^(?<mark> {2}┃ {2})\\S'],
  agent: ['^(?<mark> {5})'],
  bar: '^ {2}┃',
};

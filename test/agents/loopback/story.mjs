// A long answer in Markdown that is the same each time, so that what the model said is known line by line: headings, paragraphs
// longer than a row, lists, code, wide characters, emoji. No line but those of code comes twice.

const SYLLABLES = 'ba be bo da de di fo ga ge go ha ho ja ka ke ko la le lo ma me mo na ne no pa pe po ra re ro sa se so ta te to va ve wo'.split(' ');
const ENDINGS = 'n r l s m ck nd st th lm rn sk'.split(' ');
const IDEOGRAPHS = [...'山川海空花鳥風月雨雪春夏秋冬朝夕星雲石木林森火水土金銀銅鉄道橋門窓机本紙筆墨茶米魚貝犬猫馬牛羊虎竜'];
const EMOJI = ['🚀', '🌊', '🔥', '🍀', '🎉', '🐙', '🧭', '🪁', '🦊', '🍋', '👩‍💻', '❤️'];

/**
 * @param count  lines with text, fences of code aside
 * @param seed   which story
 */
export function story(count, seed) {
  const tell = teller(seed);
  const lines = [];
  for (let chapter = 1; textLines(lines) < count - 1; chapter++) lines.push(...tell(chapter));
  return [...lines, `This is the very end of the story number ${seed}.`].join('\n');
}

const textLines = (lines) => lines.filter((line) => line !== '' && !line.startsWith('```')).length;

function teller(seed) {
  const random = randomFrom(seed);
  const pick = (list) => list[random(list.length)];
  const several = (length, make) => Array.from({ length }, make);
  const word = () => several(2 + random(2), () => pick(SYLLABLES)).join('') + pick(ENDINGS);
  const words = (length) => several(length, word).join(' ');
  const sentence = (length) => words(length).replace(/^./, (letter) => letter.toUpperCase()) + '.';
  const ideographs = (length) => several(length, () => pick(IDEOGRAPHS)).join('');

  return (chapter) => [
    `## Chapter ${chapter}: ${words(3)}`,
    '',
    sentence(8 + random(4)),
    '',
    sentence(24 + random(12)),
    '',
    ...several(5, () => `- ${sentence(5 + random(5))}`),
    '',
    '```js',
    `function ${word()}${chapter}(${word()}) {`,
    `  const value = lookup("${words(3)}");`,
    '  if (!value) {',
    '    return null;',
    '  }',
    `  log("${words(5)}", value);`,
    '  return value;',
    '}',
    '```',
    '',
    `${ideographs(12 + random(10))}、${ideographs(6)} ${words(3)} ${pick(EMOJI)} ${words(2)} ${pick(EMOJI)} ${ideographs(4)}`,
    '',
    ...[1, 2, 3].map((number) => `${number}. **${word()}** ${sentence(5)}`),
    '',
    `${sentence(7)} Use \`${word()}_${word()}\` here.`,
    '',
  ];
}

/** xorshift32: returns whole numbers below a limit. */
function randomFrom(seed) {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  return (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % limit;
  };
}

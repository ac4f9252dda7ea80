import { describe, expect, test } from 'vitest';
import { RULES } from '../../src/redact/rules.ts';
import { createRedactor } from '../../src/redact/secrets.ts';

const rules = RULES.map((rule) => [`${rule.kind} ${rule.keywords[0]}`, rule] as const);

describe('no rule can be made slow', () => {
  test.each(rules)('%s: every quantifier is bounded and none stands inside another', (_, { pattern }) => {
    // escapes and classes hold no quantifiers
    const skeleton = pattern.source.replace(/\\k<\w+>|\\u\w{4}|\\./g, 'x').replace(/\[[^\]]*\]/g, 'x');
    expect(skeleton.replace(/\(\?[:=!]|\(\?<[!=]|\(\?<\w+>/g, '(')).not.toMatch(/[*+]|\{\d+,\}/);
    for (const bounds of skeleton.matchAll(/\{(?:\d+,)?(\d+)\}/g)) expect(Number(bounds[1])).toBeLessThanOrEqual(8192);
    expect(skeleton).not.toMatch(/\)\{/);
  });

  test.each(rules)('%s: sticky, with indices, keywords in lower case', (_, { pattern, keywords }) => {
    expect(pattern.flags).toMatch(/^di?y$/);
    for (const keyword of keywords) expect(keyword).toBe(keyword.toLowerCase());
  });

  test('a mebibyte of all that the rules look for ends, and so does much of one thing', () => {
    const parts = [
      ...new Set(RULES.flatMap(({ keywords }) => keywords)),
      'password="a1',
      'eyJaaaaaaaa.eyJ-',
      '-----BEGIN PRIVATE KEY-----\n',
    ];
    const redactor = createRedactor({ A_TOKEN: 'aaaaaaaa', B_TOKEN: 'sk-sk-sk-sk-' });
    const pieces = [parts.join(''), 'sk-', 'eyJ-', 'sk-proj-aB3dE5fG7hJ9kL1mN2pQ4r\n', 'token ', ' ', '\n', '://a:'];
    for (const [index, part] of pieces.entries()) {
      const size = index === 0 ? 2 ** 20 : 2 ** 18;
      const text = part.repeat(Math.ceil(size / part.length));
      expect(redactor.text(text).text.split('\n')).toHaveLength(text.split('\n').length);
    }
  });
});

test('kinds read well in a mark', () => {
  for (const { kind } of RULES) expect(kind).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
});

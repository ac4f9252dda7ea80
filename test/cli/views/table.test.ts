import { expect, test } from 'vitest';
import { table } from '../../../src/cli/views/table.ts';

test.each([
  [
    [
      ['A', 'BB', 'C'],
      ['1', '2', '3'],
    ],
    'A  BB  C\n1  2   3\n',
  ],
  [
    [
      ['NAME', 'X'],
      ['日本', '1'],
      ['a', '2'],
    ],
    'NAME  X\n日本  1\na     2\n',
  ],
  [
    [
      ['N', 'X'],
      ['👩‍💻', '1'],
      ['é', '2'],
    ],
    'N   X\n👩‍💻  1\né   2\n',
  ],
  [[['N'], ['a\u001b[31mb\nc']], 'N\nab c\n'],
  [[], ''],
])('%j', async (rows, text) => {
  expect(await table(rows)).toBe(text);
});

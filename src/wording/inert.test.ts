import { expect, test } from 'vitest';

import { code, inert, inertInLine, inertShort, inHtml } from './inert.ts';

test('escapes words that would begin a list, heading or command, and keeps them on one line', () => {
  expect(inert(' /act\n dig ')).toBe(String.raw`\/act dig`);
  expect(['+ a', '# a', '= a', '- a'].map(inert)).toEqual(
    ['+ a', '# a', '= a', '- a'].map((one) => `\\${one}`),
  );
  expect([inert('12. a'), inert('12) a'), inert('12 a')]).toEqual([
    String.raw`12\. a`,
    String.raw`12\) a`,
    '12 a',
  ]);
  expect(inertInLine(' - 12.\n a ')).toBe('- 12. a');
});

test('escapes markup and entities', () => {
  expect(inertInLine('*a* _b_ <i> [x] `c` &amp; & d')).toBe(
    String.raw`\*a\* \_b\_ \<i\> \[x\] \`c\` \&amp; & d`,
  );
  expect(inHtml('a < b > c & d')).toBe('a &lt; b &gt; c &amp; d');
});

test('cuts a text that is longer than allowed, and no other', () => {
  expect(inertShort('abcd', 4)).toBe('abcd');
  expect(inertShort('abcde', 4)).toBe('abcd…');
  expect(inertShort('a'.repeat(201))).toBe(`${'a'.repeat(200)}…`);
});

test('wraps code in more backticks than it contains', () => {
  expect(code('a\n b')).toBe('`a b`');
  expect(code('a `` b')).toBe('```a `` b```');
  expect([code('`a'), code('a`')]).toEqual(['`` `a ``', '`` a` ``']);
});

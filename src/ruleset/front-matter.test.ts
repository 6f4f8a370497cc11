import fc from 'fast-check';
import { expect, test } from 'vitest';
import { moreIfSlow } from '../../test/slowly.ts';
import { joinFile, readMarkdownFile, splitFrontMatter } from './front-matter.ts';
import { writeFrontMatter } from './front-matter-write.ts';

const FILE =
  '---\ntitle: Votes # of all\n# about order\norder: 10\nover:\n  - A\n  - B\n\nnote: |\n  two\n  lines\n---\nText.\n';

test('splits a file into data and body, and its parts joined give the file back', () => {
  const { data, body, bodyLine, keyLines } = readMarkdownFile('a.md', FILE);
  expect(data).toEqual({ title: 'Votes', order: 10, over: ['A', 'B'], note: 'two\nlines\n' });
  expect({ body, bodyLine, keyLines }).toEqual({
    body: 'Text.\n',
    bodyLine: 13,
    keyLines: { title: 2, order: 4, over: 5, note: 9 },
  });
  for (const text of [
    FILE,
    '',
    'Text',
    '---\n---\n',
    '\uFEFF---\na: 1\n---',
    FILE.replaceAll('\n', '\r\n'),
  ]) {
    expect(joinFile(splitFrontMatter(text))).toBe(text);
  }
});

test.each([
  ['a number', { order: 20 }, 'order: 10', 'order: 20'],
  ['a text beside a comment', { title: 'Ties' }, 'title: Votes #', 'title: Ties #'],
  ['a text that needs quotes', { title: 'a: b' }, 'title: Votes #', 'title: "a: b" #'],
  ['a list', { over: ['C'] }, '  - A\n  - B\n', '  - C\n'],
  ['a key that goes', { over: undefined }, 'over:\n  - A\n  - B\n', ''],
  ['a block of lines', { note: 'one' }, 'note: |\n  two\n  lines\n', 'note: one\n'],
  ['a new key', { rare: true }, '---\nText', 'rare: true\n---\nText'],
  ['nothing that differs', { order: 10, over: ['A', 'B'] }, '', ''],
])('writes %s and leaves every other byte alone', (_, changes, before, after) => {
  expect(writeFrontMatter(FILE, changes)).toBe(FILE.replace(before, after));
  const crlf = (text: string): string => text.replaceAll('\n', '\r\n');
  expect(writeFrontMatter(crlf(FILE), changes)).toBe(crlf(FILE.replace(before, after)));
});

test('written values read back unchanged', () => {
  const value = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.array(fc.string(), { maxLength: 3 }),
    fc.dictionary(fc.stringMatching(/^[a-z]{1,4}$/), fc.string()),
  );
  const key = fc.constantFrom('title', 'order', 'over', 'note', 'fresh', 'other-key');
  fc.assert(
    fc.property(fc.array(fc.tuple(key, value), { maxLength: 4 }), (changes) => {
      const written = changes.reduce((text, [name, to]) => writeFrontMatter(text, { [name]: to }), FILE);
      const { data, body, problems } = readMarkdownFile('a.md', written);
      expect(problems).toEqual([]);
      expect(body).toBe('Text.\n');
      expect(data).toEqual({ ...readMarkdownFile('a.md', FILE).data, ...Object.fromEntries(changes) });
    }),
    { numRuns: moreIfSlow(100, 300) },
  );
});

test('overwrites a number’s text even if the new number looks much like it', () => {
  expect(writeFrontMatter('---\na: 1.50\n---\n', { a: 1.5 })).toBe('---\na: 1.5\n---\n');
  expect(writeFrontMatter('---\na: 9007199254740993\n---\n', { a: 2 ** 53 })).toBe(
    '---\na: 9007199254740992\n---\n',
  );
});

test.each([
  '9007199254740993',
  '1e400',
  '0x20000000000001',
  '-9007199254740993',
  '[1, 4.9999999999999999999]',
])('rejects a number that can’t be represented exactly, unless quoted: %s', (number) => {
  const { problems } = readMarkdownFile('a.md', `---\ntitle: A\norder: ${number}\n---\n`);
  expect(problems).toMatchObject([{ code: 'yaml-unreadable', message: expect.stringContaining('number') }]);
  expect(readMarkdownFile('a.md', `---\ntitle: A\norder: "${number}"\n---\n`).problems).toEqual([]);
});

/** Ways in which YAML and other languages write numbers. Parsers read most of them as another number, or as none. */
const numberInAnyWay = fc
  .record({
    sign: fc.constantFrom('', '-', '+'),
    prefix: fc.constantFrom('', '0', '00', '0x', '0X', '0o', '0b', '0O'),
    digits: fc.stringMatching(/^[0-9a-f_]{0,6}$/u),
    rest: fc.constantFrom(
      '',
      '.',
      '.0',
      '.50',
      'e3',
      'E3',
      'e+3',
      '.5e1',
      ':30',
      'n',
      '_000',
      '%',
      '.inf',
      '.nan',
    ),
  })
  .map(({ sign, prefix, digits, rest }) => `${sign}${prefix}${digits}${rest}`);

test('reads only plain decimals as numbers, wherever they occur', () => {
  fc.assert(
    fc.property(
      numberInAnyWay,
      fc.constantFrom('order: N', 'x-a: [1, N]', 'x-a: {b: N}', 'x-a:\n  - N', 'N: 1'),
      (figures, place) => {
        const { data, problems } = readMarkdownFile(
          'a.md',
          `---\ntitle: A\n${place.replace('N', figures)}\n---\n`,
        );
        const isPlain = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/u.test(figures);
        const numbers: unknown[] = [];
        JSON.stringify(data, (_, value: unknown) => {
          if (typeof value === 'number' && value !== 1) numbers.push(value);
          return value;
        });
        if (isPlain) expect(problems).toEqual([]);
        else if (problems.length === 0) {
          expect(numbers).toEqual([]);
          if (place === 'N: 1' && figures !== '') expect(Object.keys(data)).toContain(figures);
        }
      },
    ),
    { numRuns: process.env['GITNOMIC_FUZZ'] === undefined ? moreIfSlow(300, 1_000) : 50_000 },
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isExact, numberInWords, readQuantity, splitWords } from './number-words.ts';
import { ruleText } from './rule-text.ts';
import type { RuleEntry } from './manifest.ts';

const saying = (text: string) =>
  ruleText({ path: 'core/keywords', values: { it: { text, line: 7 } } } as unknown as RuleEntry);

test.each([
  ['48', 48],
  ['−1', -1],
  ['1,000,000', 1_000_000],
  ['$5000', 5000],
  ['12.5', 12.5],
  ['Three', 3],
  ['twice', 2],
  ['no', 0],
  ['twenty-one', 21],
  ['zero', 0],
  ['one hundred', 100],
  ['a hundred and five', 105],
  ['one thousand', 1000],
  ['half', 0.5],
  ['three quarters', 0.75],
  ['1/4', 0.25],
  ['¾', 0.75],
  ['40%', 0.4],
])('%s is a number', (text, number) => {
  expect(saying(text).value('it')).toBe(number);
});

test.each([
  ['half', 7, 3],
  ['one more than half', 7, 4],
  ['One more than half', 8, 5],
  ['half and one more', 8, 5],
  ['two less than half', 8, 2],
  ['two-thirds', 7, 4],
  ['a third', 9, 3],
  ['60%', 7, 4],
  ['forty per cent', 10, 4],
  ['four', 9, 4],
])('%s of %i is %i', (text, of, number) => {
  expect(saying(text).share('it', of)).toBe(number);
});

test.each([
  '',
  'many',
  'two three',
  'third',
  'no quarters',
  'many more than half',
  'one more than many',
  'twenty eleven',
  'thirds',
  '1/0',
  'half past nine',
  '1e3',
  'two halfs of it',
])('"%s" is neither a number nor a share', (text) => {
  expect(readQuantity(text)).toBe(null);
});

test('an error says where it is, what was expected and what was found', () => {
  expect(() => saying('most').share('it', 3)).toThrow(
    'core/keywords.md:7: the live value "it" must be a share, such as half, two thirds or one more than half, but is "most"',
  );
  expect(() => saying('one more than half').value('it')).toThrow(
    'must be a number, such as 48, three or two thirds, but is "one more than half"',
  );
});

test('writes a number in words, largest part first', () => {
  expect([99, 100, 101, 1000, 1_000_000].map(numberInWords)).toEqual([
    'ninety nine',
    'one hundred',
    'one hundred one',
    'one thousand',
    'one million',
  ]);
});

test('splits a text without numbers into its words', () => {
  expect(splitWords('a tale, told')).toEqual(['a', ' ', 'tale', ',', ' ', 'told']);
});

test('splits a text into words, and keeps its numbers and shares whole', () => {
  const text =
    'Of all, one more than half of twenty-one or 1,000 (40%): a third waits a day. No two are alike.';
  expect(splitWords(text).join('')).toBe(text);
  expect(splitWords(text).filter((piece) => readQuantity(piece) !== null)).toEqual([
    'one more than half',
    'twenty-one',
    '1,000',
    '40%',
    'a third',
    'a',
    'No',
    'two',
  ]);
});

test('reads every number as it is written, in words or figures, and every share of it', () => {
  const count = fc.integer({ min: 0, max: 999_999_999 });
  fc.assert(
    fc.property(count, fc.integer({ min: 1, max: 50 }), fc.nat(1000), (number, plus, of) => {
      const said = numberInWords(number);
      expect(readQuantity(said)).toEqual({ plus: number, share: null });
      expect(readQuantity(String(number))).toEqual({ plus: number, share: null });
      expect(readQuantity(said.replace(' ', '-'))).toEqual({ plus: number, share: null });
      const half = Math.floor(of / 2);
      expect(saying(`${numberInWords(plus)} more than half`).share('it', of)).toBe(half + plus);
      expect(saying(`${String(plus)}/60`).share('it', of)).toBe(Math.floor((of * plus) / 60));
    }),
  );
});

test('a value with dates is the one that holds at the time', () => {
  const at = (text: string, now: string) =>
    ruleText({ path: 'core/votes', values: { it: { text, line: 7 } } } as unknown as RuleEntry, () => now);
  const twice = '48, 36 from 2030-07-01, and 24 from 2031-01-01';
  expect(at(twice, '2030-06-30T23:59:59Z').value('it')).toBe(48);
  expect(at(twice, '2030-07-01T00:00:00Z').value('it')).toBe(36);
  expect(at(twice, '2031-05-01T00:00:00Z').value('it')).toBe(24);
  const quorum = 'one more than half, and two thirds from 2030-07-01';
  expect(at(quorum, '2030-06-01T00:00:00Z').share('it', 9)).toBe(5);
  expect(at(quorum, '2030-07-02T00:00:00Z').share('it', 9)).toBe(6);
  expect(at('Monday and Friday from 2030-02-30', '2031-01-01T00:00:00Z').words('it')).toBe(
    'Monday and Friday from 2030-02-30',
  );
});

test('reads a single word the same with the shortcut as in full', () => {
  const parts = fc.constantFrom(
    ...'half halves third thirds quarter fourths a an no none never twenty million hundred once percent fivepercent per cent s nine teen e'.split(
      ' ',
    ),
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(parts, { maxLength: 3 }).map((all) => all.join('')),
        fc.string({ maxLength: 8 }),
      ),
      (word) => {
        expect(readQuantity(word)).toEqual(readQuantity(` ${word}`));
      },
    ),
    { numRuns: 2000 },
  );
});

test.each([
  '0',
  '-0',
  '007',
  '1.50',
  '.5',
  '5.',
  '0.1',
  '1e21',
  '1E+21',
  '9007199254740992',
  '5e-324',
  '0e999',
])('%s is exactly a number', (figures) => expect(isExact(figures)).toBe(true));

test.each(
  [
    '9007199254740993',
    '-9007199254740993',
    '1e400',
    '1e-400',
    '4.9999999999999999999',
    '9'.repeat(10_000),
    `0.${'3'.repeat(10_000)}`,
    'x',
    'Infinity',
    'NaN',
  ].map((figures) => [figures.slice(0, 40), figures]),
)('%s isn’t exactly a number', (_, figures = '') => expect(isExact(figures)).toBe(false));

test('a number as the computer writes it is exactly that number, in either notation', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      for (const figures of [String(number), number.toExponential()]) expect(isExact(figures)).toBe(true);
    }),
  );
});

test('a number too large to be exact isn’t a live value, and a negative zero is zero', () => {
  for (const figures of ['9007199254740993', '9,007,199,254,740,993', '9'.repeat(400), '9007199254740993%'])
    expect(readQuantity(figures)).toBeNull();
  expect(readQuantity('9007199254740993/2')).toBeNull();
  expect(readQuantity('-0')).toEqual({ plus: 0, share: null });
  expect(readQuantity('9007199254740992')).toEqual({ plus: 2 ** 53, share: null });
});

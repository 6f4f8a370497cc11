import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import fc from 'fast-check';
import { expect, test } from 'vitest';

import { splitFrontMatter } from './front-matter.ts';
import { parseWholly } from './markdown.ts';
import { readPlainBody } from './plain-body.ts';

const RUNS = Number(process.env['GITNOMIC_FUZZ'] ?? 1_500);
const library = fileURLToPath(new URL('../../content/library', import.meta.url));
const bodies = readdirSync(library, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.md'))
  .map((path) => splitFrontMatter(readFileSync(join(library, path), 'utf8')).body);

/** Of a text that is read here, both readers say the same; of any other the parser has the word. */
function isAsParsed(body: string): boolean {
  const read = readPlainBody(body, 7);
  if (read === null) return false;
  expect(read, body).toEqual(parseWholly('core/rule.md', body, 7));
  return true;
}

test('nearly all rules of the library are read without the parser, each as the parser reads it', () => {
  expect(bodies.length).toBeGreaterThan(200);
  expect(bodies.filter(isAsParsed).length).toBeGreaterThan(0.95 * bodies.length);
});

/** What a line is made of, and what stands between lines. */
const inLines: readonly string[] = [
  'word Word 12 3. 1. a 12) (b) “c” \'d\' "e" : ; ? ! … — . , + = # / % $ é Ж 字 🎲 none (none) *none* x X'.split(
    ' ',
  ),
  '[48](#value:window) [ten words](#value:limit) [Terms](#list:terms) [Lords](#list:lords) [Tags](#table:tags)'.split(
    ' ',
  ),
  '[ ] [x] [] [Core] ![ ]( ](#value:a) [a](b) [a](#value:) [^1] ]: * ** *** *so* **Word**. **Word:** _ __ ` ~ < > & \\ @ www. http:'.split(
    ' ',
  ),
  '| |a| | :- -- ---'.split(' '),
  [
    ' ',
    ' ',
    ' ',
    ' ',
    '  ',
    '\t',
    '\u00a0',
    '\u2028',
    '\ufeff',
    '\0',
    '[a b](#value:c)',
    '[a](#value:b "c")',
  ],
].flat();
const begins: readonly string[] = [
  '',
  '',
  '',
  '',
  'Word ',
  '- ',
  '- ',
  '1. ',
  '2. ',
  '10. ',
  '1) ',
  '* ',
  '+ ',
  '> ',
  '# ',
  '## ',
  ' ',
  '   ',
  '    ',
  '| a | b |\n|---|---|\n| ',
  '| a |\n| :-: |\n',
  '| ',
  '---',
  '===',
  '***',
  '```',
  '[a]: b',
  '**A**. ',
  '[x] ',
];
const ends: readonly string[] = ['', '', '', '', '.', ' |', ' ', '  ', '\\'];
const lineEnds: readonly string[] = ['\n', '\n', '\n\n', '\n\n', '\n\n\n', '\r\n', '\n \n'];

const line = fc
  .tuple(
    fc.constantFrom(...begins),
    fc.array(fc.constantFrom(...inLines), { maxLength: 5 }),
    fc.constantFrom('', ' '),
    fc.constantFrom(...ends),
  )
  .map(([begin, words, between, end]) => begin + words.join(between) + end);
const anyText = fc
  .array(fc.tuple(line, fc.constantFrom(...lineEnds)), { maxLength: 6 })
  .map((lines) => lines.flat().join(''));

/** Mostly of what is read here, so that what is almost so comes up often. */
const plainLine = fc
  .tuple(
    fc.constantFrom('', '', '- ', '- ', '1. ', '2. ', '| a | b |\n|---|---|\n| '),
    fc.array(
      fc.constantFrom(
        ...'word Word 12 (b) “c” [Core] **Word**. *so* [48](#value:window) [3](#value:limit) [Lords](#list:lords) [Tags](#table:tags) (none) . | none : ! 1.'.split(
          ' ',
        ),
      ),
      { minLength: 1, maxLength: 4 },
    ),
    fc.constantFrom('', '', '', '.', ' |'),
  )
  .map(([begin, words, end]) => begin + words.join(' ') + end);
const nearlyPlain = fc
  .array(fc.tuple(plainLine, fc.constantFrom('\n', '\n', '\n\n', '\n\n\n')), { maxLength: 7 })
  .map((lines) => lines.flat().join(''));

/** A text of the library in which something has been left out, doubled, or put in. */
const changed = fc
  .tuple(
    fc.constantFrom(...bodies),
    fc.array(
      fc.tuple(
        fc.nat(4000),
        fc.nat(4),
        fc.constantFrom('', '', '\n', '\n\n', ...inLines, ...begins, ...ends),
      ),
      { minLength: 1, maxLength: 4 },
    ),
  )
  .map(([body, changes]) =>
    changes.reduce(
      (text, [place, without, put]) => {
        const at = place % (text.length + 1);
        return text.slice(0, at) + put + text.slice(at + without);
      },
      body.slice(0, 1500),
    ),
  );

test.each([
  ['anything', anyText, 0.02],
  ['nearly plain texts', nearlyPlain, 0.2],
  ['changed texts of the library', changed, 0.2],
])('of %s it reads what it reads as the parser does', (_, texts, least) => {
  let read = 0;
  fc.assert(
    fc.property(texts, (text) => {
      if (isAsParsed(text)) read++;
    }),
    { numRuns: RUNS },
  );
  expect(read).toBeGreaterThan(least * RUNS);
});

test.each([
  ['a name that stands twice', '[1](#value:a) and [2](#value:a)'],
  ['a table that is missing', 'The [Tags](#table:tags) are:\n\n- A'],
  ['a list that is missing', '- A\n\nThe [lords](#list:lords) are above.'],
  ['two columns of one name', 'The [Tags](#table:tags):\n\n| A | a |\n|---|---|\n| 1 | 2 |'],
  ['two lists that may be one', '- A\n\n- B'],
  ['a line that goes on with an item', '- A\nB'],
  ['a task', '- [x] done'],
  ['code', 'The `code`.'],
  ['a heading', '# Title'],
  ['an address', 'See www.example.org.'],
])('%s is left to the parser', (_, body) => {
  expect(readPlainBody(body, 1)).toBeNull();
});

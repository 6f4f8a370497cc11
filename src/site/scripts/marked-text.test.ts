import fc from 'fast-check';
import { expect, test } from 'vitest';

import { shippedLibrary } from '../../store/fixtures/shipped-library.ts';
import { splitFrontMatter } from '../../ruleset/front-matter.ts';
import {
  changedParts,
  differenceRead,
  isMarked,
  MarkedText,
  type Piece,
  type Stretch,
  excerptOf,
} from './marked-text.ts';

const html = (pieces: readonly (Piece | string)[]): string =>
  pieces
    .map((piece) =>
      typeof piece === 'string'
        ? piece
        : `<${piece.tag}${piece.start === undefined ? '' : ` start="${piece.start}"`}>${html(piece.inside)}</${piece.tag}>`,
    )
    .join('');
const words = (pieces: readonly (Piece | string)[]): string =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : words(piece.inside))).join('');
/** Marks the text between double angles. */
const shown = (text: string): string => {
  const stretches: Stretch[] = [];
  let plain = '';
  for (const [at, part] of text.split(/«|»/u).entries()) {
    if (at % 2 === 1) stretches.push([plain.length, plain.length + part.length]);
    plain += part;
  }
  return html(new MarkedText(plain, stretches, 'ins').blocks());
};

test.each([
  ['A «new» word', '<p>A <ins>new</ins> word</p>'],
  ['two\nlines', '<p>two lines</p>'],
  ['one\n\n«two»', '<p>one</p><p><ins>two</ins></p>'],
  ['## Of «it»\nSo.', '<h3>Of <ins>it</ins></h3><p>So.</p>'],
  ['**a «b»** and *c*', '<p><strong>a <ins>b</ins></strong> and <em>c</em></p>'],
  ['**so *very* bold**', '<p><strong>so <em>very</em> bold</strong></p>'],
  ['see [the «rule»](../votes.md), `x`', '<p>see the <ins>rule</ins>, <code>x</code></p>'],
  ['- one\n- «two»\n  more', '<ul><li>one</li><li><ins>two</ins>   more</li></ul>'],
  ['9. nine\n10. ten', '<ol start="9"><li>nine</li><li>ten</li></ol>'],
  ['So:\n1. one\n   - in it\n2. two', '<p>So:</p><ol><li>one<ul><li>in it</li></ul></li><li>two</li></ol>'],
  ['> said\n> so', '<blockquote>said so</blockquote>'],
  [
    '| a | b |\n|---|---|\n| 1 | «2» |',
    '<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td><ins>2</ins></td></tr></table>',
  ],
  ['| a |\n| b |', '<table><tr><td>a</td></tr><tr><td>b</td></tr></table>'],
  [
    'of:\n| a | b |\n|---|---|\n| 1 | 2 |«)»\nSo.',
    '<p>of:</p><table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td><td><ins>)</ins></td></tr></table><p>So.</p>',
  ],
  ['| a | b\n|---|\n…', '<table><tr><th>a</th><th>b</th></tr></table><p>…</p>'],
  ['|---|---|', ''],
  ['«all\n\nof it»', '<p><ins>all</ins></p><p><ins>of it</ins></p>'],
  ['<b onclick="x">', '<p><b onclick="x"></p>'],
  ['', ''],
])('renders %j', (text, expected) => {
  expect(shown(text)).toBe(expected);
});

test('a change of only markup or a link’s target isn’t marked', () => {
  expect(isMarked(new MarkedText('**a** [b](c)', [[8, 11]], 'del').blocks())).toBe(false);
  expect(isMarked(new MarkedText('**a** [b](c)', [[2, 3]], 'del').blocks())).toBe(true);
});

test('loses and adds no letter of the library’s rules', () => {
  const letters = (text: string): string => text.replace(/[^\p{L}]+/gu, '');
  for (const [path, text] of shippedLibrary) {
    if (!path.endsWith('.md') || path.includes('/site/')) continue;
    const body = splitFrontMatter(text).body.replace(/\[([^\]]*)\]\([^)]*\)/gu, '$1');
    expect(letters(words(new MarkedText(body, [], 'ins').blocks())), path).toBe(letters(body));
  }
});

test('any text with any marks is rendered, without duplicating letters', () => {
  const mixed = fc
    .array(
      fc.constantFrom('*', '**', '|', '\n', ' ', '- ', '1. ', '> ', '# ', '[', '](', ')', '`', 'a', '---'),
      {
        maxLength: 60,
      },
    )
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(mixed, fc.nat(30), fc.nat(30), (text, from, count) => {
      const marked = words(new MarkedText(text, [[from, from + count]], 'ins').blocks());
      expect(marked.replace(/[^a]/gu, '').length).toBeLessThanOrEqual(text.replace(/[^a]/gu, '').length);
    }),
  );
});

test('shows a difference as rendered: items, rows and bold words, with removals before additions', () => {
  const read = differenceRead([
    { kind: 'same', text: '---\ntitle: Oil\n---\nA **bold** word.\n\n- ' },
    { kind: 'removed', text: 'three' },
    { kind: 'added', text: 'four' },
    { kind: 'same', text: ' lamps\n' },
    { kind: 'removed', text: '- gone\n' },
    { kind: 'added', text: '- come\n' },
    { kind: 'same', text: '\n| a | b |\n|---|---|\n| 1 | ' },
    { kind: 'added', text: '2' },
    { kind: 'same', text: ' |' },
  ]);
  expect(html(read ?? [])).toBe(
    '<p>A <strong>bold</strong> word.</p><ul><li><del>three</del><ins>four</ins> lamps</li><li><del>gone</del></li><li><ins>come</ins></li></ul><table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td><ins>2</ins></td></tr></table>',
  );
});

test('returns nothing to render if only markup differs', () => {
  expect(
    differenceRead([
      { kind: 'removed', text: '**' },
      { kind: 'same', text: 'word' },
      { kind: 'removed', text: '**' },
    ]),
  ).toBeNull();
});

test('renders unchanged text as it is, and continues lists with unchanged items', () => {
  expect(html(differenceRead([{ kind: 'same', text: 'A **bold** word.' }]) ?? [])).toBe(
    '<p>A <strong>bold</strong> word.</p>',
  );
  const both = (before: string) =>
    html(
      differenceRead([
        { kind: 'same', text: before },
        { kind: 'removed', text: '- gone' },
        { kind: 'added', text: '- come' },
      ]) ?? [],
    );
  expect(both('- one\n')).toBe('<ul><li>one</li><li><del>gone</del></li><li><ins>come</ins></li></ul>');
  const words = [
    { kind: 'same', text: '- one\n' },
    { kind: 'added', text: '- two' },
  ] as const;
  expect(html(differenceRead(words) ?? [])).toBe('<ul><li>one</li><li><ins>two</ins></li></ul>');
});

test('puts an ellipsis between changes, also in lists, and keeps a numbered list whole', () => {
  const text = 'One.\n\nTwo.\n\nThree.\n\n- a\n- b\n- c\n\n1. d\n2. e\n\n| f |\n|---|\n| g |\n| h |';
  const marks = ['Three', 'b', 'e', 'h'].map((one): [number, number] => {
    const at = text.lastIndexOf(one);
    return [at, at + one.length];
  });
  expect(html(changedParts(new MarkedText(text, marks, 'ins').blocks()))).toBe(
    '<p>…</p><p><ins>Three</ins>.</p><ul><li>…</li><li><ins>b</ins></li><li>…</li></ul><ol><li>d</li><li><ins>e</ins></li></ol><table><tr><th>f</th></tr><tr><td><ins>h</ins></td></tr></table>',
  );
});

test('drops a heading without words', () => {
  expect(shown('#\n## Oil\n###   \nA lamp.')).toBe('<h3>Oil</h3><p>A lamp.</p>');
});

test('an excerpt has whole words, and dots for what is left out', () => {
  const text = 'Each lantern burns oil while it is lit, and goes dark without.';
  expect(excerptOf(text, text.indexOf('oil'), 8)).toBe('… burns oil …');
  expect(excerptOf(text, 0, 20)).toBe('Each lantern burns …');
  expect(excerptOf(text, text.indexOf('without'), 12)).toBe('… goes dark without.');
  expect(excerptOf(text, text.indexOf('lantern') + 2, 1)).toBe('… lantern …');
  expect(excerptOf('oil', 0, 99)).toBe('oil');
  expect(excerptOf('', 0, 9)).toBe('');
});

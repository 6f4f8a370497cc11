import fc from 'fast-check';

/** A rule with a piece of everything that the engine reads in a text. */
export const RULE = `---
title: Coins
order: 40
---
Money is nice, and open for [36 hours](#value:window) with [2](#value:few) votes.

| Each player has | starts at |
|---|---|
| Coins | 5 |
| Wood | 1 |

| When | who | gets | limit |
|---|---|---|---|
| each Sunday | each player | 1 Coin | |
| each Monday | each player | 2 Wood | once a week |

The [tools](#list:tools):

- Axe
- Saw

The [rooms](#table:rooms):

| Room | Size |
|---|---|
| Hall | 3 |
| Bone Hall | 4 |

This rule promises that Coins stays between 0 and 100. This rule promises that nobody votes twice.
`;

const PIECES: readonly string[] = [
  [
    '**',
    '*',
    '_',
    '~~',
    '`',
    '``',
    '```\n',
    '\\',
    '|',
    '\\|',
    ' | ',
    '- ',
    '1. ',
    '> ',
    '# ',
    '    ',
    '\t',
    ' ',
    '\n',
    '\n\n',
  ],
  [
    '<!--',
    '-->',
    '<details>',
    '</details>',
    '<p>',
    '<br>',
    '<del>',
    '</del>',
    '<span hidden>',
    '</span>',
    '&nbsp;',
    '&#51;',
  ],
  [
    '[x]',
    '[^1]',
    '[^1]: ',
    '[a]: #value:few\n',
    '[a]',
    '[9](#value:few)',
    '[9](#value:few "t")',
    '![9](#value:few)',
  ],
  [
    '[9](<#value:few>)',
    '[9](#value:%66ew)',
    '<#value:few>',
    '\u00a0',
    '\u200b',
    '\r',
    '\f',
    '\u2028',
    '|---|---|\n',
    '---\n',
  ],
  [
    '===\n',
    '* ',
    '1) ',
    '\\\n',
    '  \n',
    '\n> ',
    '\n    ',
    '1',
    '-',
    '.',
    'not ',
    ' 5',
    ':-:',
    '<a href="#value:few">9</a>',
  ],
].flat();
const AROUND: readonly (readonly [string, string])[] = [
  ['**', '**'],
  ['~~', '~~'],
  ['`', '`'],
  ['<!-- ', ' -->'],
  ['<span hidden>', '</span>'],
  ['[', '](#value:few)'],
  ['[', '](#value:new)'],
  ['![', '](x)'],
];
const BLOCKS: readonly (readonly [string, string])[] = [
  ['<details>\n\n', '\n</details>\n'],
  ['<!--\n', '-->\n'],
  ['```\n', '```\n'],
  ['<div>\n', '\n</div>\n'],
  ['[^1]: a\n\n    ', ''],
];

type Edit = (text: string) => string;

const share = fc.double({ min: 0, max: 0.9999, noNaN: true });
const BODY = RULE.indexOf('---', 4) + 4;
const placeIn = (text: string, at: number): number => Math.floor(BODY + at * Math.max(0, text.length - BODY));
const lineIn = (text: string, at: number): readonly [start: number, end: number] => {
  const place = placeIn(text, at);
  const end = text.indexOf('\n', place);
  return [text.lastIndexOf('\n', place - 1) + 1, end < 0 ? text.length : end + 1];
};

const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(share, fc.constantFrom(...PIECES)).map(
    ([at, piece]): Edit =>
      (text) =>
        text.slice(0, placeIn(text, at)) + piece + text.slice(placeIn(text, at)),
  ),
  fc.tuple(share, fc.integer({ min: 1, max: 4 })).map(
    ([at, count]): Edit =>
      (text) =>
        text.slice(0, placeIn(text, at)) + text.slice(placeIn(text, at) + count),
  ),
  fc
    .tuple(share, fc.constantFrom('> ', '- ', '    ', '  ', '# ', '\t', '| ', '<!-- '))
    .map(([at, before]): Edit => (text) => {
      const [start] = lineIn(text, at);
      return text.slice(0, start) + before + text.slice(start);
    }),
  fc.tuple(share, share, fc.boolean()).map(([from, to, isCopy]): Edit => (text) => {
    const [start, end] = lineIn(text, from);
    const rest = isCopy ? text : text.slice(0, start) + text.slice(end);
    const [place] = lineIn(rest, to);
    return rest.slice(0, place) + text.slice(start, end) + rest.slice(place);
  }),
  share.map((at): Edit => (text) => {
    const [start, end] = lineIn(text, at);
    return text.slice(0, start) + text.slice(end);
  }),
  fc.tuple(share, fc.constantFrom(...AROUND)).map(([at, [before, after]]): Edit => (text) => {
    const words = [...text.matchAll(/\[[^\]\n]*\]\([^)\n]*\)|\S+/gu)].filter(({ index }) => index >= BODY);
    const [word = '', start = 0] = [
      words[Math.floor(at * words.length)]?.[0],
      words[Math.floor(at * words.length)]?.index,
    ];
    return text.slice(0, start) + before + word + after + text.slice(start + word.length);
  }),
  fc.tuple(share, share, fc.constantFrom(...BLOCKS)).map(([one, other, [before, after]]): Edit => (text) => {
    const [start] = lineIn(text, Math.min(one, other));
    const [, end] = lineIn(text, Math.max(one, other));
    return text.slice(0, start) + before + text.slice(start, end) + after + text.slice(end);
  }),
  share.map(
    (at): Edit =>
      (text) =>
        text.slice(0, placeIn(text, at)) + text.slice(placeIn(text, at)).replace(/\d/u, '7'),
  ),
);

/** The rule with one to three edits. */
export const edited: fc.Arbitrary<string> = fc
  .array(edit, { minLength: 1, maxLength: 3 })
  .map((edits) => edits.reduce((text, change) => change(text), RULE));

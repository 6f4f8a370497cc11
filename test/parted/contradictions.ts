// Ten kinds of changes to a rule's words that its clause doesn't follow, made of whatever the words allow.
import { toCamel } from '../../src/kernel/names.ts';
import { splitFrontMatter } from '../../src/ruleset/front-matter.ts';
import { parseBody } from '../../src/ruleset/markdown.ts';

export interface Contradiction {
  readonly kind: string;
  readonly after: string;
}

const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** Replaces the first match in the body that is neither in a live value nor in a table. */
function inWords(text: string, pattern: RegExp, by: (found: string) => string): string | null {
  const { body } = splitFrontMatter(text);
  const from = text.length - body.length;
  const parse = parseBody('', body, 1);
  const kept = [
    ...[...body.matchAll(/\[(?:\[[^\]]*\]|[^\]])*\]\([^)]*\)/gu)].map((one) => ({
      start: one.index,
      end: one.index + one[0].length,
    })),
    ...[...body.matchAll(/^\|.*$/gmu)].map((one) => ({ start: one.index, end: one.index + one[0].length })),
    ...Object.values(parse.lists).flatMap(({ items, itemRanges }) =>
      itemRanges.filter((_, at) => (items[at]?.text.split(/\s+/u).length ?? 0) < 7),
    ),
  ];
  for (const one of body.matchAll(pattern)) {
    const isKept = kept.some(({ start, end }) => one.index < end && one.index + one[0].length > start);
    if (isKept) continue;
    const at = from + one.index;
    return `${text.slice(0, at)}${by(one[0])}${text.slice(at + one[0].length)}`;
  }
  return null;
}

const KINDS: Readonly<Record<string, (text: string, code: string) => string | null>> = {
  'number in words': (text) =>
    inWords(
      text,
      /\b(?:one|two|three|four|five|six|seven|eight|nine|ten)\b/gu,
      (word) => NUMBERS[(NUMBERS.indexOf(word) + 3) % 10] ?? 'ten',
    ),
  negation: (text) =>
    inWords(text, /\b(?:may|must|can|is|are)\b(?! not\b| never\b)/gu, (word) => `${word} not`),
  'swapped role': (text) =>
    inWords(text, /\b(?:Player|Emperor|Admin)\b(?!s)/gu, (word) =>
      word === 'Player' ? 'Emperor' : 'Player',
    ),
  unit: (text) =>
    inWords(text, /\b(?:minutes?|hours?|days?|weeks?|months?)\b/gu, (word) =>
      word.startsWith('week') ? 'month' : 'week',
    ),
  'may and must': (text) => inWords(text, /\b(?:may|must)\b/gu, (word) => (word === 'may' ? 'must' : 'may')),
  'an exception removed': (text) =>
    inWords(text, /,? (?:unless|except|but not|other than)\b[^.;:[\]|\n]*/gu, () => ''),
  'order of a list': (text) => {
    const lines = text.split('\n');
    const named = Object.values(parseBody('', text, 1).lists).flatMap(({ items }) =>
      items.map(({ line }) => line - 1),
    );
    const at = lines.findIndex(
      (line, place) =>
        /^(?:[-*]|\d+\.) /u.test(line) &&
        /^(?:[-*]|\d+\.) /u.test(lines[place + 1] ?? '') &&
        !named.includes(place),
    );
    if (at < 0) return null;
    const bare = (line: string | undefined): string => (line ?? '').replace(/^(?:[-*]|\d+\.) /u, '');
    const mark = (line: string | undefined): string => /^(?:[-*]|\d+\.) /u.exec(line ?? '')?.[0] ?? '';
    const [one, other] = [lines[at], lines[at + 1]];
    lines.splice(at, 2, `${mark(one)}${bare(other)}`, `${mark(other)}${bare(one)}`);
    return lines.join('\n');
  },
  'a renamed term': (text) =>
    inWords(text, /(?<=\p{Ll} )(?!Player|Emperor|Admin)\p{Lu}\p{Ll}{3,}\b/gu, (word) => `${word}wort`),
  'a cell': (text, code) => {
    const { body } = splitFrontMatter(text);
    const { tables } = parseBody('', body, 1);
    const lines = body.split('\n');
    for (const { columns, rows } of Object.values(tables))
      for (const [at, column] of columns.entries()) {
        const line = (rows[0]?.[at]?.line ?? 0) - 1;
        const cells = (lines[line] ?? '').split('|');
        if (
          code.includes(toCamel(column)) ||
          code.includes(column) ||
          line < 0 ||
          cells[at + 1] === undefined
        )
          continue;
        cells[at + 1] = ' Nothing happens at all. ';
        lines[line] = cells.join('|');
        return text.slice(0, text.length - body.length) + lines.join('\n');
      }
    return null;
  },
  'a new mechanic': (text) =>
    `${text.trimEnd()}\n\nWhenever a Player does so, they lose half of all that they own.\n`,
};

/** All kinds that the text allows. `code` is all that its clause runs. */
export function contradictionsOf(text: string, code: string): readonly Contradiction[] {
  return Object.entries(KINDS).flatMap(([kind, make]) => {
    const after = make(text, code);
    return after === null || after === text ? [] : [{ kind, after }];
  });
}

export const ALL_KINDS = Object.keys(KINDS);

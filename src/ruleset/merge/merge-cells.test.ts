import fc from 'fast-check';
import { expect, test } from 'vitest';

import { moreIfSlow } from '../../../test/slowly.ts';
import { tablesIn, writeCells } from '../edit-rows.ts';
import { mergeBody } from './merge-body.ts';

const RUNS = Number(process.env['GITNOMIC_FUZZ'] ?? moreIfSlow(20, 60));
const HEADINGS = ['when', 'who', 'gets', 'if'];
/** Few words, so that many rows are alike. */
const word = fc.constantFrom(
  'a round ends',
  'its author',
  'each player',
  '3 Coins',
  '1 Coin',
  'wins',
  '2',
  '',
);
const table = fc
  .array(fc.tuple(word, word, word, word), { minLength: 1, maxLength: 6 })
  .map(
    (rows) =>
      `A rule.\n\n| ${HEADINGS.join(' | ')} |\n| - | - | - | - |\n${rows.map((cells) => `| ${cells.map((cell, at) => (at === 0 ? cell || 'x' : cell)).join(' | ')} |`).join('\n')}\n\nThe end.\n`,
  );
const edit = fc.record({
  row: fc.nat(),
  column: fc.nat(),
  text: fc.constantFrom('5 Pearls', '7 Gems', '9 Hats', 'sings'),
});

test('changes to two different cells both apply, even in one row or between similar rows', () => {
  fc.assert(
    fc.property(table, edit, edit, (base, one, other) => {
      const rows = tablesIn(base)[0]?.rows.length ?? 0;
      const at = ({ row, column }: typeof one): readonly [number, number] => [
        row % rows,
        column % HEADINGS.length,
      ];
      const change = (text: string, which: typeof one): string => {
        const [row, column] = at(which);
        return writeCells(text, { table: 0, row }, new Map([[HEADINGS[column] ?? '', which.text]])) ?? text;
      };
      fc.pre(String(at(one)) !== String(at(other)));
      const { text, conflicts } = mergeBody(base, change(base, one), change(base, other));
      expect(conflicts).toEqual([]);
      const cells = (body: string): unknown =>
        tablesIn(body).map((found) => found.rows.map((row) => row.cells));
      expect(cells(text)).toEqual(cells(change(change(base, one), other)));
    }),
    { numRuns: RUNS },
  );
});

test('two different changes to one cell conflict', () => {
  const base = '| when | who |\n| - | - |\n| a round ends | each player |\n';
  const change = (text: string): string => base.replace('each player', text);
  expect(mergeBody(base, change('its author'), change('everybody')).conflicts).toHaveLength(1);
});

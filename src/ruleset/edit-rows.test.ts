import fc from 'fast-check';
import { expect, test } from 'vitest';

import { moreIfSlow } from '../../test/slowly.ts';
import { addRow, addTable, dropColumn, removeRow, tablesIn, writeCells } from './edit-rows.ts';

const RUNS = Number(process.env['GITNOMIC_FUZZ'] ?? moreIfSlow(20, 60));

/** Words that people write into cells, and what Markdown makes of some of them. */
const text = fc.stringMatching(/^[A-Za-z0-9 .,;<>=*_|`[\]()#~&\\−×"'éß/+-]{0,14}$/u).map((one) => one.trim());
const gap = fc.constantFrom('', ' ', '  ', '    ');
/** Cells as somebody writes them by hand, with links and marks and any spaces. */
const cell = fc.oneof(
  fc.constantFrom(
    '3 Coins',
    '[3](#value:n) Coins',
    '**wins**',
    'Points < 5',
    'a \\| b',
    '`code`',
    'né',
    '2 * 3',
    '',
    '—',
  ),
  fc.stringMatching(/^[A-Za-z0-9 ,.]{0,10}$/u),
);
interface Written {
  readonly columns: number;
  readonly text: string;
}
const table = fc
  .record({
    prefix: fc.constantFrom('', '', '> ', '  '),
    columns: fc.integer({ min: 1, max: 4 }),
    rows: fc.integer({ min: 1, max: 4 }),
    closed: fc.boolean(),
    seed: fc.array(fc.tuple(gap, cell, gap), { minLength: 24, maxLength: 24 }),
  })
  .map(({ prefix, columns, rows, closed, seed }): Written => {
    const end = closed || columns === 1 ? '|' : '';
    const line = (cells: readonly string[]): string => `${prefix}|${cells.join('|')}${end}`;
    const head = line(Array.from({ length: columns }, (_, at) => ` head ${at} `));
    const rule = line(Array.from({ length: columns }, () => ' --- '));
    const body = Array.from({ length: rows }, (_, row) =>
      line(
        Array.from({ length: columns }, (__, at) => {
          const [before = '', word = '', after = ''] = seed[row * columns + at] ?? [];
          return `${before}${at === 0 ? word || 'x' : word}${after || ' '}`;
        }),
      ),
    );
    return { columns, text: [head, rule, ...body].join('\n') };
  });
const body = fc
  .array(
    fc.oneof(
      table.map((one) => one.text),
      fc.constantFrom('Each Player has Coins.', '- an item', '# A head'),
    ),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .map((blocks) => `${blocks.join('\n\n')}\n`);

const plain = (of: string): readonly (readonly (readonly string[])[])[] =>
  tablesIn(of).map(({ rows }) => rows.map(({ cells }) => cells.map((one) => one.trim())));

test('changing a cell leaves the other cells of its row and all other lines untouched', () => {
  let count = 0;
  fc.assert(
    fc.property(body, fc.nat(), fc.nat(), fc.nat(), text, (before, t, r, c, word) => {
      const tables = tablesIn(before);
      if (tables.length === 0) return;
      const at = t % tables.length;
      const found = tables[at];
      const row = r % (found?.rows.length ?? 1);
      const column = c % (found?.header.length ?? 1);
      const line = (found?.rows[row]?.line ?? 1) - 1;
      const after = writeCells(before, { table: at, row }, new Map([[`head ${column}`, word]]));
      // A form says that it can't write this, and writes nothing.
      if (after === null) return;
      count++;
      const [old, now] = [before.split('\n'), after.split('\n')];
      expect(now.length).toBe(old.length);
      expect(now.toSpliced(line, 1)).toEqual(old.toSpliced(line, 1));
      const [was, is] = [plain(before)[at]?.[row] ?? [], plain(after)[at]?.[row] ?? []];
      expect(is.filter((_, n) => n !== column)).toEqual(was.filter((_, n) => n !== column));
    }),
    { numRuns: RUNS },
  );
  expect(count).toBeGreaterThan(RUNS / 4);
});

test('leaves a row byte for byte as it is if nothing in it is edited', () => {
  fc.assert(
    fc.property(body, (before) => {
      for (const [table, { rows }] of tablesIn(before).entries())
        for (const row of rows.keys()) expect(writeCells(before, { table, row }, new Map())).toBe(before);
    }),
    { numRuns: RUNS },
  );
});

test('adding a row and removing it again restores the text', () => {
  fc.assert(
    fc.property(body, fc.nat(), text, (before, t, word) => {
      const tables = tablesIn(before);
      if (tables.length === 0 || word === '') return;
      const table = t % tables.length;
      const longer = addRow(before, table, new Map([['head 0', word]]));
      if (longer === null) return;
      expect(removeRow(longer, { table, row: tables[table]?.rows.length ?? 0 })).toBe(before);
    }),
    { numRuns: RUNS },
  );
});

test('adds a column that the table lacks and leaves the other rows as they are', () => {
  const before = '| When | who | gets |\n| - | - | - |\n| a | b | c |\n|  d|e |  f  |\n';
  expect(writeCells(before, { table: 0, row: 1 }, new Map([['if', 'g']]))).toBe(
    '| When | who | gets | if |\n| - | - | - | --- |\n| a | b | c |\n|  d|e |  f  | g |\n',
  );
});

test('adds a table with its first row and removes the table with its last', () => {
  const made = addTable(
    'Words.\n',
    ['A player may', 'to get'],
    new Map([
      ['a player may', 'sing'],
      ['to get', '1 Coin'],
    ]),
  );
  expect(made).toBe(
    'Words.\n\n| A player may | to get |\n| ------------ | ------ |\n| sing         | 1 Coin |\n',
  );
  expect(removeRow(made, { table: 0, row: 0 })).toBe('Words.\n');
});

test('dropping a column keeps every other cell', () => {
  fc.assert(
    fc.property(body, fc.nat(), fc.nat(), (before, t, c) => {
      const tables = tablesIn(before);
      const table = tables.length === 0 ? 0 : t % tables.length;
      const column = c % (tables[table]?.header.length ?? 1);
      const after = dropColumn(before, table, column);
      if (after === null) return;
      const cut = tables.map(({ header, rows }, at) =>
        [header, ...rows.map(({ cells }) => cells)].map((cells) =>
          at === table ? cells.toSpliced(column, 1) : cells,
        ),
      );
      expect(tablesIn(after).map(({ header, rows }) => [header, ...rows.map(({ cells }) => cells)])).toEqual(
        cut,
      );
    }),
    { numRuns: RUNS },
  );
  const table = '| When | who | gets | if |\n| - | - | - | --- |\n| a | b | c | |\n|  d|e |  f  |\n';
  expect(dropColumn(table, 0, 3)).toBe(
    '| When | who | gets |\n| - | - | - |\n| a | b | c |\n|  d|e |  f  |\n',
  );
});

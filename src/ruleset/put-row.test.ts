import { expect, test } from 'vitest';

import { PLAIN_TERMS } from '../kernel/manifest.ts';
import { putRow, takeRow, type RowForm } from './put-row.ts';

const BODY = `| When                  | who        | gets    | limit      | if | instead of |
| --------------------- | ---------- | ------- | ---------- | -- | ---------- |
| a proposal is adopted | its author | 3 Coins |            |    | Votes      |
| a proposal is made    | its author | 1 Coin  | once a day |    |            |
`;

const row = (gets: string, more: Readonly<Record<string, string>> = {}): RowForm => ({
  is: 'events',
  lead: 'When',
  cells: new Map(
    Object.entries({
      '': 'a proposal is adopted',
      who: 'its author',
      gets,
      limit: '',
      if: '',
      'instead of': '',
      ...more,
    }),
  ),
});
const put = (form: RowForm): string | null => putRow(BODY, { table: 0, row: 0 }, form, PLAIN_TERMS);

test('drops an optional column when its last cell is emptied, but keeps one that was empty before', () => {
  expect(put(row('3 Coins'))).toBe(`| When                  | who        | gets    | limit      | if |
| --------------------- | ---------- | ------- | ---------- | -- |
| a proposal is adopted | its author | 3 Coins |            |    |
| a proposal is made    | its author | 1 Coin  | once a day |    |
`);
  expect(put(row('4 Coins', { 'instead of': 'Votes' }))).toBe(BODY.replace('3 Coins', '4 Coins'));
});

test('taking a row drops the columns that only it filled', () => {
  expect(takeRow(BODY, { table: 0, row: 0 }, PLAIN_TERMS))
    .toBe(`| When                  | who        | gets    | limit      | if |
| --------------------- | ---------- | ------- | ---------- | -- |
| a proposal is made    | its author | 1 Coin  | once a day |    |
`);
  expect(takeRow(BODY, { table: 0, row: 1 }, PLAIN_TERMS)).not.toContain('limit');
});

test('keeps a required column even if it’s empty', () => {
  expect(put(row('', { 'instead of': 'Votes' }))).toContain('gets');
});

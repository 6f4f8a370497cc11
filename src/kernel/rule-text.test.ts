import { describe, expect, test } from 'vitest';

import { integer, list, optional, text } from '../rules/types.ts';
import { manifestOf } from './fixtures/kernel-with.ts';
import type { RuleEntry } from './manifest.ts';
import { RuleError } from './refusal.ts';
import { ruleText } from './rule-text.ts';

const entry = manifestOf([
  {
    title: 'Lamps',
    values: {
      hours: '48',
      share: 'two thirds',
      most: 'one more than half',
      name: 'Lamplighter',
      later: '3, and 5 from 2030-01-01',
      'later-wrong': '3, and many from 2030-01-01',
      'first-wrong': 'many, and 3 from 2030-01-01',
    },
    lists: { lords: ['Ana', 'Bo'] },
    tables: {
      rooms: [
        ['id', 'starting-oil', 'owners', 'cost'],
        ['D4', '1,000', 'Ana, Bo', '–'],
        ['E5', 'three', '', '2'],
      ],
      short: [['id', 'size'], ['D4']],
    },
  },
]).rules[0] as RuleEntry;
const read = ruleText(entry);

/** Code, file, line and sentence of what is wrong. */
function wrong(run: () => unknown): readonly unknown[] {
  try {
    run();
    return [];
  } catch (error) {
    if (!(error instanceof RuleError)) throw error;
    return [error.code, error.file, error.line, error.message.replace(/^[^ ]+: /u, '')];
  }
}

describe('a live value', () => {
  test('is a number, a share of something, or words', () => {
    expect(read.value('hours')).toBe(48);
    expect([
      read.share('share', 10),
      read.share('most', 10),
      read.share('most', 11),
      read.share('hours', 10),
    ]).toEqual([6, 6, 6, 48]);
    expect(read.words('name')).toBe('Lamplighter');
  });

  test('with a date changes on that day', () => {
    const at = (now: string): readonly unknown[] => {
      const on = ruleText(entry, () => now);
      return [on.value('later'), on.words('later'), on.share('later', 9)];
    };
    expect(at('2029-12-31T23:59:59Z')).toEqual([3, '3', 3]);
    expect(at('2030-01-01T00:00:00Z')).toEqual([5, '5', 5]);
  });

  test('is a duration, with its unit inside or, in older texts, after it', () => {
    const of = (text: string, unit?: 'hour' | 'minute' | 'month'): ReturnType<typeof ruleText> =>
      ruleText({ ...entry, values: { it: { text, line: 5, ...(unit && { unit }) } } });
    expect([
      of('2 days').hours('it'),
      of('30', 'minute').hours('it'),
      of('2 days', 'hour').hours('it'),
    ]).toEqual([48, 0.5, 48]);
    expect(of('3', 'month').endOf('it', '2030-01-31T00:00:00Z')).toBe('2030-04-30T00:00:00Z');
    expect(wrong(() => of('3 lamps').hours('it'))).toEqual([
      'not-a-duration',
      'core/lamps.md',
      5,
      'the live value "it" must be a duration such as 48 hours, half an hour or two weeks, not in months or years, but is "3 lamps"',
    ]);
    for (const [text, unit] of [['48'], ['3', 'month'], ['2 days, and 3 from 2031-01-01']] as const)
      expect(wrong(() => of(text, unit).hours('it'))[0]).toBe('not-a-duration');
    expect(wrong(() => of('a third of a month').endOf('it', '2030-01-31T00:00:00Z'))[0]).toBe(
      'not-a-duration',
    );
  });

  test('is reported at once if it can’t be read now or later', () => {
    expect(wrong(() => read.value('name'))).toEqual([
      'not-a-number',
      'core/lamps.md',
      5,
      'the live value "name" must be a number, such as 48, three or two thirds, but is "Lamplighter"',
    ]);
    expect(wrong(() => read.share('name', 3))).toEqual([
      'not-a-share',
      'core/lamps.md',
      5,
      'the live value "name" must be a share, such as half, two thirds or one more than half, but is "Lamplighter"',
    ]);
    for (const name of ['later-wrong', 'first-wrong'])
      for (const now of ['2029-01-01T00:00:00Z', '2031-01-01T00:00:00Z'])
        expect(wrong(() => ruleText(entry, () => now).value(name))).toEqual([
          'not-a-number',
          'core/lamps.md',
          5,
          expect.stringContaining('but is "many"'),
        ]);
  });

  test('is reported if missing, with the nearest one or with how to write one', () => {
    expect(wrong(() => read.value('huors'))).toEqual([
      'no-value',
      'core/lamps.md',
      null,
      'there is no live value "huors" in the text; did you mean "hours"?',
    ]);
    expect(wrong(() => read.words('xyzzy-plugh'))).toEqual([
      'no-value',
      'core/lamps.md',
      null,
      'there is no live value "xyzzy-plugh" in the text; the text needs a link such as [48](#value:xyzzy-plugh)',
    ]);
  });
});

describe('a list', () => {
  test('is its items, frozen', () => {
    expect(read.list('lords')).toEqual(['Ana', 'Bo']);
    expect(Object.isFrozen(read.list('lords'))).toBe(true);
  });

  test('is reported if missing', () => {
    expect(wrong(() => read.list('lord'))[3]).toBe(
      'there is no live list "lord" in the text; did you mean "lords"?',
    );
    expect(wrong(() => read.list('xyzzy-plugh'))[3]).toContain('[xyzzy-plugh](#list:xyzzy-plugh)');
  });
});

describe('a table', () => {
  const columns = { id: text(), startingOil: integer(), owners: list(text()), cost: optional(integer()) };

  test('has a frozen row for each line, read by the types of its columns', () => {
    const rows = read.table('rooms', columns);
    expect(rows).toEqual([
      { id: 'D4', startingOil: 1000, owners: ['Ana', 'Bo'], cost: null },
      { id: 'E5', startingOil: 3, owners: [], cost: 2 },
    ]);
    expect([Object.isFrozen(rows), Object.isFrozen(rows[0])]).toEqual([true, true]);
  });

  test('is wrong at its line if it lacks a column or has a cell that can’t be read', () => {
    expect(wrong(() => read.table('rooms', { size: integer() }))).toEqual([
      'no-column',
      'core/lamps.md',
      5,
      'the table "rooms" must have a column "size"; it has id, starting-oil, owners, cost',
    ]);
    expect(wrong(() => read.table('rooms', { id: integer() }))).toEqual([
      'bad-cell',
      'core/lamps.md',
      5,
      '"id" in the table "rooms" must be a whole number, such as 3, but is "D4"',
    ]);
    expect(read.table('short', { id: text(), size: text() })).toEqual([{ id: 'D4', size: '' }]);
    expect(wrong(() => read.table('room', columns))[3]).toBe(
      'there is no live table "room" in the text; did you mean "rooms"?',
    );
  });
});

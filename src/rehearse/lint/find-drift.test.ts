import { describe, expect, test } from 'vitest';
import { readRuleset } from '../../ruleset/read.ts';
import { findDrift } from './find-drift.ts';

describe('drift between text and clause', () => {
  const said = (text: string, clause: string, exceptions: readonly string[] = []) => {
    const files = new Map([
      ['dynastic/lamps.md', `---\ntitle: Lamps\norder: 10\n---\n${text}\n`],
      [
        'dynastic/lamps.ts',
        `import { rule } from 'gitnomic/rules';\nexport default rule((g) => ({\n${clause}\n}));\n`,
      ],
    ]);
    return findDrift(files, readRuleset(files).manifest, new Set(exceptions)).map(
      ({ code, where }) => `${code} ${where}`,
    );
  };

  test('finds a live value, a list and a table that nothing reads', () => {
    const text =
      'A lamp burns for [3](#value:hours). The [keepers](#list:keepers) are:\n\n- Ana\n\nThe [lamps](#table:lamps) are:\n\n| id |\n|---|\n| a |';
    expect(said(text, '')).toEqual([
      'unread dynastic/lamps.md:5',
      'unread dynastic/lamps.md:7',
      'unread dynastic/lamps.md:11',
    ]);
    expect(said(text, "a: g.share('hours', 3), b: g.list('keepers'), c: g.table('lamps', {})")).toEqual([]);
    expect(said(text, "a: g.value(of('hours')), b: g.list('keepers'), c: g.table('lamps', {})")).toEqual([]);
  });

  test.each([
    ['A lamp burns [3](#value:burns) hours.', "of: g.value('burns')", ['unit-outside dynastic/lamps.md:5']],
    ['A lamp burns [3 hours](#value:burns).', "of: g.hours('burns')", []],
    ['[3](#value:lit) lamps burn.', "of: g.value('lit')", []],
    ['A lamp burns three hours.', 'hours: 3', ['said-twice dynastic/lamps.ts:3']],
    ['A lamp burns 1 hour.', 'hours: 1', ['said-twice dynastic/lamps.ts:3']],
    ['Half the lamps burn.', 'lit: Math.floor(8 / 2)', ['said-twice dynastic/lamps.ts:3']],
    ['| lamp | text |\n|---|---|\n| a | It burns 5 hours. |', 'hours: 5', ['said-twice dynastic/lamps.ts:3']],
    ['A lamp burns three hours.', 'hours: 4', []],
    ['One lamp burns.', 'at: 1', []],
    ['They are lit each Monday at 18:00.', "lit: 'monday'", ['said-twice dynastic/lamps.ts:3']],
    ['They are lit each Monday at 18:00.', "lit: ['tuesday', '18:00']", ['said-twice dynastic/lamps.ts:3']],
    ['Each burns for DICE2D6 hours, or 2d6.', "roll: '2d6'", ['said-twice dynastic/lamps.ts:3']],
    ['They are lit each [Monday](#value:day).', "lit: ['monday', g.value('day')]", []],
    ['They are lit at 18:00.', "lit: '8:00'", []],
    ['The lamp of Ana burns.', "of: 'ana'", []],
    ['1. A lamp burns.', 'at: 1', []],
  ])('%s with %s', (text, clause, expected) => {
    expect(said(text, clause)).toEqual(expected);
  });

  test('ignores what is listed as intended', () => {
    expect(said('Both are two.', 'both: 2', ['dynastic/lamps: two'])).toEqual([]);
  });
});

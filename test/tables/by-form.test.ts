// Rule changes of public nomics, entered into the form row by row from an empty rule, and played with all their checks.
import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { PLAIN_TERMS } from '../../src/kernel/manifest.ts';
import { IN_ENGLISH } from '../../src/language/wording.ts';
import { putRow } from '../../src/ruleset/put-row.ts';
import { namesBeside, mechanicRowsIn } from '../../src/ruleset/read-rows.ts';
import { Given } from '../../src/seat/forms/given.ts';
import { fieldsOfRow, rowGiven } from '../../src/seat/forms/row-fields.ts';
import { itemsIn, play, type Item } from './play.ts';

const FILES = new Map([['core/score.ts', 'player: { points: integer() }']]);
const items = itemsIn(readFileSync(new URL('given.yml', import.meta.url), 'utf8'));
const ONE_OF = process.env['GITNOMIC_SCENARIOS'] === 'all' ? 1 : 6;

/** Enters each row of a rule into an empty form, and gives what the form wrote. */
function entered({ rule, id }: Item): { readonly body: string; readonly typed: number } {
  const { words, moves, provided } = namesBeside(rule, FILES, PLAIN_TERMS, { path: null, memo: undefined });
  const scene = {
    words,
    moves: [...moves.keys()],
    kinds: ['proposal'],
    chosen: ['the chosen player'],
    provided,
  };
  let body = `The rule ${id}.\n`;
  let typed = 0;
  for (const { found, header, cells } of mechanicRowsIn(rule, PLAIN_TERMS)) {
    const { is } = found.form;
    const fields = fieldsOfRow({ is, lead: header[0] ?? '', cells }, scene, IN_ENGLISH.say);
    const given = new URLSearchParams(fields.map(({ name, given: [value = ''] }) => [name, value]));
    typed += fields.filter(({ name, given: [value = ''] }) => name.endsWith('-words') && value !== '').length;
    body =
      putRow(body, null, rowGiven(is, new Given(given), new Map(), scene), PLAIN_TERMS) ??
      'It can’t be written.';
  }
  return { body, typed };
}

const written = items.filter(({ rule }) => mechanicRowsIn(rule, PLAIN_TERMS).length > 0);

describe.each(written.filter((_, at) => at % ONE_OF === 0))('$id, written by the form', (item) => {
  const { body } = entered(item);
  test.each(item.checks)('$says', async (check) => {
    expect(body).toContain('|');
    expect(await play({ ...item, rule: body }, check)).toEqual([]);
  });
});

test('twenty of the rule changes are picked from lists, and only names and numbers are typed', () => {
  expect(written.filter((item) => entered(item).typed === 0).length).toBeGreaterThanOrEqual(20);
});

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

import { readRuleset } from '../../src/ruleset/read.ts';
import { composeRuleset } from '../../src/ruleset/compose.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';

const table = readFileSync(new URL('../../docs/suber.md', import.meta.url), 'utf8');
const rows = [...table.matchAll(/^\| `(suber-[^`]+)`/gmu)].map(([, row = '']) => row).sort();

test('each row of the table has a scenario, and scenarios name no other row', () => {
  const checked = [...shippedLibrary]
    .filter(([path]) => path.startsWith('core/suber/scenarios/'))
    .flatMap(([, text]) => (parse(text) as { checks: string[] }).checks);
  expect([...new Set(checked)].sort()).toEqual(rows);
});

test('each rule of the initial set has its row and its number', () => {
  const { manifest, problems } = readRuleset(composeRuleset(shippedLibrary, { core: 'suber' }).files);
  expect(problems).toEqual([]);
  const numbers = manifest.rules.map(({ number }) => number).filter((number) => /^\d+$/u.test(number));
  const wanted = [...between(101, 116), ...between(201, 213)].map(String);
  expect(numbers).toEqual(wanted);
  expect(rows).toEqual([...wanted, 'T1'].map((number) => `suber-${number}`));
});

function between(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

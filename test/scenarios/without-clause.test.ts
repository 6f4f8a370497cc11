import { expect, test } from 'vitest';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { runScenarioOn } from '../../src/rehearse/scenarios/run-on.ts';
import { ScenarioError } from '../../src/rehearse/scenarios/format.ts';
import { onKernel } from '../../src/scenario/on-kernel/fixtures/on-kernel.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';

/** It takes two minutes: it is for the long suite. */
const isLong = process.env['GITNOMIC_SCENARIOS'] === 'all';
const LONG_MS = 300_000;

const CORE = 'core/suber/';
const NOTHING = "import { rule } from 'gitnomic/rules';\nexport default rule(() => ({}));\n";

/** The scenarios that name each row of the table. */
const scenarios = new Map<string, string[]>();
for (const [path, text] of shippedLibrary) {
  if (!path.startsWith(`${CORE}scenarios/`)) continue;
  const [, rows = ''] = /^checks: \[(.*)\]$/mu.exec(text) ?? [];
  for (const row of rows.split(', ')) scenarios.set(row, [...(scenarios.get(row) ?? []), path]);
}

/** `110` → the clause of rule 110, of each rule that has one. */
const clauses = [...shippedLibrary].flatMap(([path, text]): [string, string][] => {
  const number = /^number: '?(\w+)'?$/mu.exec(text)?.[1];
  const clause = path.replace(/\.md$/u, '.ts');
  const isRule = path.startsWith(`${CORE}core/`) && path.endsWith('.md') && shippedLibrary.has(clause);
  return isRule && number !== undefined ? [[number, clause]] : [];
});

test('the first game’s rules have clauses, and each row has a scenario', () => {
  expect(clauses.length).toBeGreaterThan(20);
  expect(clauses.filter(([number]) => !scenarios.has(`suber-${number}`))).toEqual([]);
});

test.skipIf(!isLong).each(clauses)(
  'without rule %s’s clause, one of its row’s scenarios fails',
  { timeout: LONG_MS },
  async (number, clause) => {
    const library = new Map(shippedLibrary).set(clause, NOTHING);
    let failed = 0;
    for (const path of scenarios.get(`suber-${number}`) ?? []) if (!(await passes(path, library))) failed++;
    expect(failed).toBeGreaterThan(0);
  },
);

async function passes(path: string, library: ReadonlyMap<string, string>): Promise<boolean> {
  try {
    const run = await runScenarioOn(onKernel(), path, library.get(path) ?? '', { library, caches });
    return run.failures.length === 0;
  } catch (error) {
    // Rules that can't be read or played any more are no way to pass either.
    if (error instanceof ScenarioError) return false;
    throw error;
  }
}

import { expect, test } from 'vitest';

import { readScenario, ScenarioError } from './format.ts';

const WHOLE = `title: A vote
rules: { core: "2021" }
start: 2021-03-01T09:00:00Z
players: { ana: { admin: true }, bo: {} }
steps:
  - by: ana
    propose: { title: Tea }
  - by: bo
    vote: for
    on: Tea
`;

function faultsIn(text: string): readonly string[] {
  try {
    readScenario('tea.scenario.yml', text);
    return [];
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    return error.problems;
  }
}

test('a whole one has no fault', () => {
  expect(faultsIn(WHOLE)).toEqual([]);
});

test('each line that is left out or says something else is told in plain words, with its place', () => {
  const lines = WHOLE.split('\n');
  const spoilt = lines.flatMap((line, at) => {
    const [key = ''] = /^\w+/u.exec(line) ?? [];
    if (key === '') return [];
    const other = (value: string): string => lines.with(at, `${key}: ${value}`).join('\n');
    const without = key === 'steps' ? lines.slice(0, at) : lines.toSpliced(at, 1);
    return [without.join('\n'), ...(key === 'steps' ? [] : [other('3'), other('{}'), other('[{ a: 1 }]')])];
  });
  const said = spoilt.map(faultsIn);
  expect(said.filter((faults) => faults.length > 0).length).toBeGreaterThan(8);
  for (const fault of said.flat()) expect(fault).not.toMatch(/invalid|expected|received|undefined/iu);
  expect(said.flat()).toContain('start: it is missing; a text belongs here');
});

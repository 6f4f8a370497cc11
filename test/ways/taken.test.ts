import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { runScenario } from '../../src/scenario/run.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';

const table = readFileSync(new URL('../../docs/ways-to-decide.md', import.meta.url), 'utf8');
const MOST_LINES = 60;

test('each row of the table is shown by a scenario, and scenarios name no other', () => {
  const rows = [...table.matchAll(/^\| `(ways-[^`]+)`/gmu)].map(([, row = '']) => row).sort();
  const checked = [...shippedLibrary]
    .filter(([path]) => path.startsWith('ways-to-decide/scenarios/'))
    .flatMap(([, text]) => (parse(text) as { checks: string[] }).checks);
  expect([...new Set(checked)].sort()).toEqual(rows);
});

test('the clause of a way to decide is short', () => {
  const long = [...shippedLibrary]
    .filter(
      ([path]) =>
        /^ways-to-decide\/(?:core|dynastic)\/[^/]+\.ts$/u.test(path) && !path.endsWith('/questions.ts'),
    )
    .filter(([, text]) => text.split('\n').length > MOST_LINES)
    .map(([path]) => path);
  expect(long).toEqual([]);
});

/** The files of rules and what they import, as a proposal adds them to a section. */
function filesOf(section: string, ...names: string[]): Record<string, string> {
  const files = names.flatMap((name) => [`${name}.md`, `${name}.ts`]);
  return Object.fromEntries(
    files
      .filter((file) => shippedLibrary.has(`ways-to-decide/dynastic/${file}`))
      .map((file) => [
        `content/ruleset/${section}/${file}`,
        shippedLibrary.get(`ways-to-decide/dynastic/${file}`) ?? '',
      ]),
  );
}

const players = { ana: { admin: true }, bo: {}, cy: {}, dee: {}, eli: {} };
const votes = (on: string, at: string): object[] =>
  Object.keys(players).map((by) => ({ at, by, vote: 'FOR', on }));
const ASKED = [
  {
    at: '+100h',
    by: 'bo',
    act: 'ask',
    with: { question: 'What', way: 'approval', options: ['tea', 'milk'] },
  },
  { at: '+101h', by: 'cy', act: 'answer', with: { question: 'question-1', answer: ['milk'] } },
  {
    at: '+102h',
    by: 'bo',
    act: 'close-question',
    with: { question: 'question-1' },
    // oxlint-disable-next-line unicorn/no-thenable -- a key of the format, and no promise
    then: { questions: { 'question-1': { outcome: ['milk'] } } },
  },
];
const GROUNDS = 'helpers/grounds';
const APPROVAL = ['approval', 'helpers/count-most', 'helpers/count-ranked', 'helpers/fractions'];

const TAKEN: readonly (readonly [string, readonly object[]])[] = [
  [
    '2021',
    [
      {
        at: '+0h',
        by: 'ana',
        propose: { title: 'W', as: 'P1', changes: filesOf('dynastic', 'questions', GROUNDS, ...APPROVAL) },
      },
      ...votes('P1', '+1h'),
      { at: '+60h', tick: true },
    ],
  ],
  [
    'prose',
    [
      {
        at: '+0h',
        by: 'ana',
        propose: { title: 'W', as: 'P1', changes: filesOf('core', 'questions', GROUNDS, ...APPROVAL) },
      },
      { at: '+1h', by: 'ana', resolve: 'P1', as: 'enacted' },
    ],
  ],
  [
    'suber',
    [
      {
        at: '+0h',
        by: 'ana',
        propose: { title: 'W', as: 'P1', changes: filesOf('core', 'questions', GROUNDS) },
      },
      ...votes('P1', '+1h'),
      { at: '+1h', tick: true },
      { at: '+2h', by: 'ana', act: 'throw-die', dice: [1] },
      { at: '+3h', by: 'bo', propose: { title: 'V', as: 'P2', changes: filesOf('core', ...APPROVAL) } },
      ...votes('P2', '+4h'),
      { at: '+4h', tick: true },
    ],
  ],
];

test.each(TAKEN)('under %s a way to decide is taken by a proposal, and decides', async (core, steps) => {
  const scenario = {
    title: 'Taken',
    rules: { core },
    start: '2026-03-02T09:00:00Z',
    players,
    steps: [...steps, ...ASKED],
  };
  const { failures } = await runScenario(`${core}.yml`, JSON.stringify(scenario), shippedLibrary, caches);
  expect(failures).toEqual([]);
});

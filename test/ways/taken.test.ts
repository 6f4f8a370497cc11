/* oxlint-disable unicorn/no-thenable -- a key of the format, and no promise */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { runScenarioOn } from '../../src/rehearse/scenarios/run-on.ts';
import { onKernel } from '../../src/scenario/on-kernel/fixtures/on-kernel.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';
import { filesOf, PEOPLE, players, type Step } from './table-of-core.ts';

const table = readFileSync(new URL('../../docs/ways-to-decide.md', import.meta.url), 'utf8');
const MOST_LINES = 60;

test('each row of the table has a scenario, and scenarios name no other row', () => {
  const rows = [...table.matchAll(/^\| `(ways-[^`]+)`/gmu)].map(([, row = '']) => row).sort();
  const checked = [...shippedLibrary]
    .filter(([path]) => path.startsWith('ways-to-decide/scenarios/'))
    .flatMap(([, text]) => (parse(text) as { checks: string[] }).checks);
  expect([...new Set(checked)].sort()).toEqual(rows);
});

test('the clause of each way to decide is short', () => {
  const long = [...shippedLibrary]
    .filter(
      ([path]) =>
        /^ways-to-decide\/(?:core|dynastic)\/[^/]+\.ts$/u.test(path) &&
        !/\/(?:questions|doubt)\.ts$/u.test(path),
    )
    // The sentence of an action is told to people, and decides nothing.
    .filter(([, text]) => text.replaceAll(/^ *sentence: .*\n/gmu, '').split('\n').length > MOST_LINES)
    .map(([path]) => path);
  expect(long).toEqual([]);
});

const votes = (on: string, at: string): Step[] => PEOPLE.map((by) => ({ at, by, vote: 'FOR', on }));
const taken = (core: string, rules: readonly string[]): readonly Step[] => TAKEN[core]?.(rules) ?? [];

function atOnce(section: string, rules: readonly string[]): Step {
  const changes = filesOf(section, ...rules);
  return { at: '+0h', by: 'ana', propose: { title: '[Core] Ways', as: 'P1', changes } };
}

/** One at a time: whoever’s turn it is proposes a rule, everybody votes, and the die is thrown. */
function inTurns(rules: readonly string[]): readonly Step[] {
  return rules.flatMap((rule, turn) => {
    const by = PEOPLE[turn % PEOPLE.length];
    const [at, as] = [`+${turn}h`, `P${turn + 1}`];
    const propose = { title: rule, as, changes: filesOf('core', rule) };
    return [
      { at, by, propose },
      ...votes(as, at),
      { at, tick: true },
      { at, by, act: 'throw-die', dice: [1] },
    ];
  });
}

const byVotes = (rules: readonly string[]): readonly Step[] => [
  atOnce('dynastic', rules),
  ...votes('P1', '+1h'),
  { at: '+60h', by: 'ana', resolve: 'P1', as: 'enacted' },
];

const TAKEN: Readonly<Record<string, (rules: readonly string[]) => readonly Step[]>> = {
  '2008': byVotes,
  '2019': byVotes,
  '2021': byVotes,
  prose: (rules) => [atOnce('core', rules), { at: '+1h', by: 'ana', resolve: 'P1', as: 'enacted' }],
  suber: inTurns,
};

interface Shown {
  readonly rules: readonly string[];
  readonly way: string;
  readonly ask?: Step;
  readonly steps?: readonly Step[];
  readonly answers: Readonly<Record<string, readonly string[]>>;
  readonly closedAt?: string;
  readonly outcome: readonly string[];
}

const options = ['tea', 'milk', 'water'];
/** Each way that answers a question, with answers that one of the others would count otherwise. */
const QUESTIONS: readonly Shown[] = [
  {
    rules: ['ranked-choice'],
    way: 'ranked choice',
    answers: { bo: ['tea'], cy: ['milk'], dee: ['water', 'milk'] },
    outcome: ['milk'],
  },
  {
    rules: ['several-seats'],
    way: 'several seats',
    ask: { seats: 2 },
    answers: { bo: ['tea'], cy: ['tea', 'water'], dee: ['milk'], eli: ['tea', 'water'] },
    outcome: ['tea', 'milk'],
  },
  { rules: ['approval'], way: 'approval', answers: { bo: ['tea', 'milk'], cy: ['milk'] }, outcome: ['milk'] },
  { rules: ['weights'], way: 'weights', answers: { bo: ['tea'], cy: ['milk'] }, outcome: ['tea'] },
  {
    rules: ['delegation'],
    way: 'delegation',
    steps: [{ by: 'ana', act: 'trust', with: { whom: 'cy' } }],
    answers: { bo: ['tea'], cy: ['milk'] },
    outcome: ['milk'],
  },
  {
    rules: ['credits'],
    way: 'credits',
    answers: { bo: ['tea'], cy: ['tea'], dee: ['milk', 'milk', 'milk'] },
    outcome: ['milk'],
  },
  {
    rules: ['support-and-objections'],
    way: 'support',
    ask: { options: [] },
    answers: { cy: ['support'], dee: ['support'] },
    outcome: ['carried'],
  },
  {
    rules: ['consent'],
    way: 'consent',
    ask: { options: [] },
    answers: {},
    closedAt: '+180h',
    outcome: ['carried'],
  },
];

const OTHERS: readonly (readonly [rule: string, Step])[] = [
  [
    'officers',
    {
      by: 'bo',
      act: 'take-office',
      with: { office: 'herald' },
      then: { offices: { herald: { holder: 'bo' } } },
    },
  ],
  [
    'auctions',
    {
      by: 'bo',
      act: 'auction',
      with: { slot: 'noon' },
      then: { auctions: { 'auction-1': { seller: 'bo' } } },
    },
  ],
  [
    'secret-ballots',
    { by: 'bo', act: 'make-secret', with: { question: 'question-1' }, refused: 'is decided' },
  ],
];

function shown({ way, ask, steps = [], answers, closedAt, outcome }: Shown, n: number): readonly Step[] {
  const question = `question-${n + 1}`;
  const end = { questions: { [question]: { outcome } } };
  return [
    ...steps,
    { at: '+100h', by: 'bo', act: 'ask', with: { question: way, way, options, ...ask } },
    ...Object.entries(answers).map(([by, answer]) => ({ by, act: 'answer', with: { question, answer } })),
    closedAt === undefined
      ? { by: 'bo', act: 'close-question', with: { question }, then: end }
      : { at: closedAt, tick: true, then: end },
  ];
}

const driver = onKernel();
/** So many rules at a time: some cores bound how many there are. */
const HALF = Math.ceil((QUESTIONS.length + OTHERS.length) / 2);
const all = [
  ...QUESTIONS.map((one) => ({ rules: one.rules, steps: (n: number) => shown(one, n) })),
  ...OTHERS.map(([rule, step]) => ({ rules: [rule], steps: () => [step] })),
];
const PARTS = [all.slice(0, HALF), [...all.slice(2, 3), ...all.slice(HALF)]];

/** `npm run test:long` takes every way under every core; each time half of them are, by turns. */
const isWhole = process.env['GITNOMIC_SCENARIOS'] === 'all';
const played = Object.keys(TAKEN).flatMap((core, at) =>
  PARTS.flatMap((part, n) => (isWhole || at % 2 === n ? [[core, n + 1, part] as const] : [])),
);

test.each(played)(
  'under %s a proposal adopts every way to decide, and each decides: part %i',
  async (core, _, part) => {
    const rules = ['questions', ...part.flatMap((one) => one.rules)];
    const scenario = {
      title: 'Taken',
      rules: { core },
      start: '2026-03-02T09:00:00Z',
      players,
      steps: [
        ...taken(core, rules),
        { at: '+100h', tick: true },
        ...part.flatMap(({ steps }, n) => steps(n)),
      ],
    };
    const options = { library: shippedLibrary, caches };
    const { failures } = await runScenarioOn(driver, `${core}.yml`, JSON.stringify(scenario), options);
    expect(failures).toEqual([]);
  },
);

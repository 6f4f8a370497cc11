/* oxlint-disable unicorn/no-thenable -- a key of the format, and no promise */
import { expect, test } from 'vitest';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { runScenarioOn } from '../../src/rehearse/scenarios/run-on.ts';
import { onKernel } from '../../src/scenario/on-kernel/fixtures/on-kernel.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';
import { PEOPLE, players, TABLES, type Step, type Table } from './table-of-core.ts';

/** Who says what on a proposal; `0` is whoever has made it, and `1` the one after them. */
type Said = Readonly<Record<number, 'FOR' | 'AGAINST' | readonly string[]>>;

interface Way {
  readonly way: string;
  readonly rules: readonly string[];
  /** Taken as soon as the way is in force. */
  readonly first?: Step;
  /** Who alone votes. */
  readonly only?: string;
  readonly adopted: Said;
  readonly rejected: Said;
  /** Stands in the verdict on what is adopted. */
  readonly told: string;
}

const [A, B] = ['FOR', 'AGAINST'] as const;
const MOST: Said = { 0: A, 1: A, 2: A, 3: B, 4: B };
const FEWEST: Said = { 0: A, 1: A, 2: B, 3: B, 4: B };

const WAYS: readonly Way[] = [
  { way: 'approval', rules: ['approval'], adopted: MOST, rejected: FEWEST, told: 'adopt 3, reject 2' },
  {
    way: 'support',
    rules: ['support-and-objections'],
    adopted: { 0: A, 1: A, 2: A, 3: A, 4: B },
    rejected: MOST,
    told: '3 of 2 that it takes support it',
  },
  {
    way: 'consent',
    rules: ['consent'],
    adopted: { 0: A, 1: A, 2: A, 3: A, 4: A },
    rejected: { 0: A, 1: A, 2: A, 3: A, 4: B },
    told: 'Nobody objected in 3 days',
  },
  {
    way: 'ranked choice',
    rules: ['ranked-choice'],
    adopted: { 0: A, 1: ['adopt', 'reject'], 2: A, 3: B, 4: ['reject', 'adopt'] },
    rejected: FEWEST,
    told: '5 answers for one seat: 3 are enough. Round 1: adopt 3, reject 2',
  },
  {
    way: 'several seats',
    rules: ['several-seats'],
    adopted: MOST,
    rejected: FEWEST,
    told: '5 answers for one seat: 3 are enough',
  },
  { way: 'weights', rules: ['weights'], adopted: MOST, rejected: FEWEST, told: 'adopt 3, reject 2 (weight)' },
  {
    way: 'delegation',
    rules: ['delegation'],
    adopted: MOST,
    rejected: FEWEST,
    told: 'adopt 3, reject 2 (votes)',
  },
  {
    // One who pays nine credits for three votes and one who votes once are more than three who vote once.
    way: 'credits',
    rules: ['credits'],
    adopted: { 0: ['adopt', 'adopt', 'adopt'], 1: A, 2: B, 3: B, 4: B },
    rejected: FEWEST,
    told: 'adopt 3 for 9',
  },
  {
    // One coin more is more than four players.
    way: 'auction',
    rules: ['auctions', 'by-auction'],
    adopted: { 0: A, 1: ['adopt', 'adopt'], 2: B, 3: B, 4: B },
    rejected: { 0: A, 1: ['reject', 'reject'], 2: A, 3: A, 4: A },
    told: 'has it for 2. adopt wins.',
  },
  {
    way: 'officers',
    rules: ['officers', 'by-officers'],
    first: { by: 'bo', act: 'take-office', with: { office: 'herald' } },
    only: 'bo',
    adopted: { 1: A },
    rejected: { 1: B },
    told: '(herald): adopt.',
  },
  { way: 'power', rules: ['by-power'], adopted: MOST, rejected: FEWEST, told: '3 adopt and 2 reject it' },
  {
    way: 'approval',
    rules: ['approval', 'secret-ballots'],
    adopted: MOST,
    rejected: FEWEST,
    told: '0 sealed ballots were opened',
  },
];

/** Adds a rule's files, decides by it, and has one proposal adopted and one rejected. */
function played(table: Table, { way, rules, first, only, adopted, rejected, told }: Way): void {
  for (const rule of rules) table.take(rule, way);
  table.decideBy(way);
  if (first !== undefined) table.act(first);
  if (only !== undefined) table.voters = [only];
  if (rules.includes('secret-ballots')) table.amend('Secret Ballots', 'openly', 'in secret');
  for (const [said, status] of [
    [adopted, 'enacted'],
    [rejected, 'failed'],
  ] as const)
    table.propose({
      said: (question, by) =>
        Object.entries(said).map(([at, what]) =>
          typeof what === 'string'
            ? { by: only ?? by(Number(at)), vote: what, on: question.on }
            : { by: by(Number(at)), act: 'answer', with: { question: question.id, answer: what } },
        ),
      status,
      told: status === 'enacted' ? told : '',
    });
}

/** `npm run test:long` has every way under every core; each time half of the cores have some of them. */
const isWhole = process.env['GITNOMIC_SCENARIOS'] === 'all';
const OF_WAYS = 6;
const games = Object.entries(TABLES).flatMap(([core, open], at) =>
  Array.from({ length: OF_WAYS }, (_, part) => part)
    .filter((part) => isWhole || (part === at % OF_WAYS && at % 2 === 0))
    .map((part) => [core, part + 1, open] as const),
);

const driver = onKernel();

test.each(games)(
  'under %s each way that a proposal switches on decides proposals: part %i',
  async (core, part, open) => {
    const table = open();
    table.take('questions');
    table.take('decisions');
    const ways = WAYS.filter((_, n) => n % OF_WAYS === part - 1);
    for (const way of ways) played(table, way);
    const scenario = {
      title: 'Decided',
      rules: { core },
      start: '2026-03-02T09:00:00Z',
      players,
      steps: table.steps,
    };
    const options = { library: shippedLibrary, caches };
    const { failures } = await runScenarioOn(driver, `${core}.yml`, JSON.stringify(scenario), options);
    expect(failures).toEqual([]);
    expect(table.steps.filter(({ vote }) => vote !== undefined).length).toBeGreaterThan(
      PEOPLE.length * ways.length,
    );
  },
);

import { expect, test } from 'vitest';

import type { State } from '../../src/kernel/state.ts';
import { SimulatedDynasty, type Moment } from './gallery-dynasty.ts';

const DYNASTIES = Number(process.env['GITNOMIC_DYNASTIES'] ?? 2);

interface Piece {
  readonly art: string;
  readonly price: number;
}
type Entry = Piece | { readonly set: readonly Piece[] };

const piecesOf = (entries: readonly Entry[]): readonly Piece[] =>
  entries.flatMap((entry) => ('set' in entry ? entry.set : [entry]));
const people = (state: State): readonly Record<string, unknown>[] => Object.values(state.players);
const sum = (state: State, variable: string): number =>
  people(state).reduce((total, one) => total + Number(one[variable] ?? 0), 0);
const vault = (state: State): readonly Piece[] => state.game['vault'] as readonly Piece[];
const held = (state: State): readonly Piece[] => [
  ...people(state).flatMap((one) => piecesOf((one['collection'] ?? []) as readonly Entry[])),
  ...vault(state),
];
const things = (state: State, collection: string): readonly Record<string, unknown>[] =>
  Object.values(state.things[collection] ?? {});

/** What was paid for sales, and how much the purchases can have cost: spyglasses are 1500, the others whole thousands. */
function checkMoney({ step, before, after }: Moment): void {
  const change = sum(after, 'cash') - sum(before, 'cash');
  const prices = new Map(held(before).map(({ art, price }) => [art, price]));
  const known = new Set(vault(before).map(({ art }) => art));
  const sold = vault(after)
    .filter(({ art }) => !known.has(art))
    .reduce((total, { art }) => total + (prices.get(art) ?? 0), 0);
  const told = (state: State): number => (state.emperor['revelations'] as readonly unknown[]).length;
  const others = sold - change - 1500 * (told(after) - told(before));
  expect(others >= 0 && others % 1000 === 0, `${step}: the money adds up (${others} left)`).toBe(true);
  const changesHandsOnly = change === 0 || step.endsWith('start-round');
  expect(changesHandsOnly, `${step}: money only changes hands`).toBe(true);
  const least = Math.min(...people(after).map((one) => Number(one['cash'] ?? 0)));
  expect(least, `${step}: nobody is in debt`).toBeGreaterThanOrEqual(0);
}

/** Kudos come from totaling alone: one for each of the scrupulous, and 3, 2 and 1 for the first of the ranking. */
function checkKudos({ step, before, after }: Moment): void {
  const change = sum(after, 'kudos') - sum(before, 'kudos');
  const round = things(after, 'rounds').at(-1);
  const { scrupulous = [], ranking = [] } = (step.endsWith('start-round') ? round : {}) as Record<
    string,
    readonly unknown[]
  >;
  const places = [3, 2, 1].slice(0, ranking.length).reduce((total, kudos) => total + kudos, 0);
  expect(change, `${step}: kudos add up`).toBe(scrupulous.length + places);
}

function checkArt({ step, after }: Moment): void {
  const titles = things(after, 'art').map(({ title }) => String(title).toLowerCase());
  expect(new Set(titles).size, `${step}: no title stands twice`).toBe(titles.length);
  const owned = held(after).map(({ art }) => art);
  expect(new Set(owned).size, `${step}: each piece is in one place`).toBe(owned.length);
}

/** Whose a piece is shows when its gallery is judged; sealed words never do. */
function checkSecrets({ step, after, open }: Moment): void {
  expect(open.match(/secret-\d+/)?.[0], `${step}: nothing sealed is published`).toBeUndefined();
  for (const gallery of things(after, 'galleries')) {
    if (gallery['revealed'] === true) continue;
    for (const id of gallery['art'] as readonly string[]) {
      expect(after.things['art']?.[id]?.['submitter'], `${step}: ${id} has no name yet`).toBeNull();
    }
  }
  expect(open, `${step}: the emperor's own values are not published`).not.toContain('submitters');
}

test.each(Array.from({ length: DYNASTIES }, (_, number) => number + 1))(
  'dynasty %i',
  async (number) => {
    const dynasty = new SimulatedDynasty(`dynasty ${number}`, (moment) => {
      checkMoney(moment);
      checkKudos(moment);
      checkArt(moment);
      checkSecrets(moment);
    });
    const end = await dynasty.run();
    expect(end.game['round']).toBe(14);
    expect(end.players[String(end.game['star'])]?.['victory']).toBe(true);
    expect(dynasty.accepted).toBeGreaterThan(200);
  },
  600_000,
);

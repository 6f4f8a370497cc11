// How two courses of a game differ.
import { expect, test } from 'vitest';

import { emptyState, type PostData, type State } from '../../kernel/state.ts';
import { ana, bo } from '../../tick/fixtures/embedded-game.ts';
import { differencesBetween, disclosedIn, endingsBetween } from './differences.ts';
import { pierGame } from './fixtures/pier.ts';
import { WITHOUT_SECRETS } from './replay-history.ts';

const state = (more: Partial<State>): State => ({ ...emptyState(), ...more });

test('reports differing values by their places, as deep as they are somebody’s or something’s', () => {
  const before = state({
    game: { tide: 1, list: { a: 1 } },
    dynasty: { number: 1 },
    players: { ana: { oil: 3, 'last-active': 'x' }, bo: { oil: 1 } },
    things: { rooms: { hall: { lit: true, deep: { a: 1 } } } },
  });
  const after = state({
    game: { tide: 2, list: { a: 2 } },
    dynasty: { number: 1 },
    players: { ana: { oil: 4, 'last-active': 'y' }, cy: { oil: 2 } },
    things: { rooms: { hall: { lit: true, deep: { a: 2 } } } },
  });
  expect(
    differencesBetween(before, after).map(({ path, before: was, after: is }) => [path.join('.'), was, is]),
  ).toEqual([
    ['game.tide', 1, 2],
    ['game.list', { a: 1 }, { a: 2 }],
    ['players.ana.oil', 3, 4],
    ['players.bo', { oil: 1 }, null],
    ['players.cy', null, { oil: 2 }],
    ['things.rooms.hall.deep', { a: 1 }, { a: 2 }],
  ]);
  expect(differencesBetween(before, before)).toEqual([]);
});

test('names matters that ended differently, and those that only one course has', () => {
  const post = (title: string, status: string | null, resolvedAt: string | null = null): PostData =>
    ({ title, status, resolvedAt }) as unknown as PostData;
  const before = state({
    posts: { '1': post('Tea', 'enacted'), '2': post('Gin', 'failed'), '3': post('Ale', 'pending') },
  });
  const after = state({
    posts: {
      '1': post('Tea', 'failed', 'later'),
      '2': post('Gin', 'failed'),
      '4': post('Rum', 'enacted', 'then'),
    },
  });
  expect(endingsBetween(before, after)).toEqual([
    { id: '1', title: 'Tea', before: 'enacted', after: 'failed', at: 'later' },
    { id: '3', title: 'Ale', before: 'pending', after: null, at: null },
    { id: '4', title: 'Rum', before: null, after: 'enacted', at: 'then' },
  ]);
});

test('seeds are disclosed only by their own command, and nothing sealed is opened without secrets', async () => {
  const game = await pierGame();
  const [hex, post] = ['07'.repeat(32), await game.table.open(bo, { kind: 'story', title: 'Tea', text: '' })];
  for (const text of [
    `/seed ${hex}`,
    `/sow reveal ${hex}`,
    `/seed promise ${hex}`,
    `/seed reveal ${hex}0`,
    `/seed reveal ${hex}`,
  ])
    await game.table.comment(ana, post, text);
  await game.tick();
  const { seeds, envelopes } = await disclosedIn(game.forge.repository);
  expect([seeds, envelopes.size]).toEqual([[new Uint8Array(32).fill(7)], 0]);
  expect(() => WITHOUT_SECRETS.pictures.keep(new Uint8Array())).toThrow('can’t be opened here');
});

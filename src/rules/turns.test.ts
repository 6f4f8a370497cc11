import { expect, test } from 'vitest';

import { kernelWith } from '../kernel/fixtures/kernel-with.ts';
import { query } from '../kernel/query.ts';
import type { Game } from './game.ts';
import type { Person } from './world.ts';
import { takeTurns } from './turns.ts';
import { boolean } from './types.ts';

const AT = '2030-06-03T09:00:00Z';

/** A game of three whose turns have two phases. People who are away are no players. */
function table() {
  const kernel = kernelWith([
    {
      title: 'Turns',
      clause: (game: Game) => {
        const turns = takeTurns(game, ({ id }) => id, ['draw', 'play']);
        return {
          player: { away: boolean() },
          game: turns.game,
          views: { moving: { of: 'game', returns: { kind: 'text' }, value: () => turns.mover()?.id ?? '' } },
          hooks: {
            'not-a-player': (({ person }: { person: { away: boolean } }) =>
              person.away ? 'away' : null) as never,
          },
          actions: {
            sit: { by: 'anybody', effect: () => undefined },
            go: { by: 'anybody', effect: () => turns.next() },
            pass: { by: 'anybody', effect: () => turns.pass() },
            take: { by: 'anybody', effect: (({ actor }: { actor: Person }) => turns.give(actor)) as never },
          },
        };
      },
    },
  ]);
  const act = (by: string, action: string) => {
    expect(kernel.take({ type: 'act', at: AT, by, action, with: {} }, true)).toMatchObject({ ok: true });
    return ['moving', 'phase', 'turn', 'circuit'].map((name) =>
      query(kernel.runtime, name === 'moving' ? ['views', 'moving', 'game'] : ['game', name]),
    );
  };
  for (const name of ['cy', 'ana', 'bo']) act(name, 'sit');
  return { kernel, act };
}

test('a turn goes through its phases, then passes to the next player; after the last, a new circuit begins', () => {
  const { act } = table();
  expect(act('ana', 'go')).toEqual(['ana', 'play', 1, 1]);
  expect(act('ana', 'go')).toEqual(['bo', 'draw', 2, 1]);
  expect(act('bo', 'go')).toEqual(['bo', 'play', 2, 1]);
  expect(act('bo', 'pass')).toEqual(['cy', 'draw', 3, 1]);
  expect(act('cy', 'pass')).toEqual(['ana', 'draw', 4, 2]);
});

test('anyone who isn’t a player gets no turn, and loses a current one to the next player', () => {
  const { kernel, act } = table();
  kernel.assume('players.bo.away', true);
  expect(act('ana', 'pass')).toEqual(['cy', 'draw', 2, 1]);
  kernel.assume('players.cy.away', true);
  expect(act('ana', 'sit')).toEqual(['ana', 'draw', 2, 1]);
  kernel.assume('players.bo.away', false);
  expect(act('bo', 'pass')).toEqual(['bo', 'draw', 3, 2]);
});

test('a turn can be given to the player who took the trick, without a new circuit', () => {
  const { act } = table();
  expect(act('ana', 'go')).toEqual(['ana', 'play', 1, 1]);
  expect(act('cy', 'take')).toEqual(['cy', 'draw', 2, 1]);
  expect(act('bo', 'take')).toEqual(['bo', 'draw', 3, 1]);
  expect(act('bo', 'pass')).toEqual(['cy', 'draw', 4, 1]);
  expect(act('cy', 'pass')).toEqual(['ana', 'draw', 5, 2]);
});

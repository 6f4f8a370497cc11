import { expect, test } from 'vitest';

import { choice, integer, record } from '../rules/types.ts';
import { AT, playground, type Playground } from './fixtures/playground.ts';
import { dig } from './values.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a clause in a test is as loose as one in the wild
type Loose = any;

const NAMES = ['coming', 'faults', 'figures', 'failing', 'tally', 'way-in', 'needed'];

function game(things: object = {}): Playground {
  const made = playground(
    {
      player: {
        state: choice(['outsider', 'player'], { start: 'outsider' }),
        oil: integer({ start: 3 }),
        bag: record({ gold: integer() }),
        mood: choice(['calm', 'gay'], { start: 'gay' }),
      },
      game: { turn: integer({ start: 1 }) },
      dynasty: { number: integer({ start: 2 }) },
      emperor: { plan: integer({ start: 4 }) },
      post: { weight: integer({ start: 5 }) },
      posts: { proposal: { votable: true }, story: {}, joining: { purpose: 'join', title: 'Let me in' } },
      things: { mainRooms: { open: true, fields: { size: integer({ start: 6 }) } }, ...things },
      views: {
        wealth: { of: 'player', returns: integer(), value: (person: Loose) => person.oil * 2 },
        space: { of: 'main-rooms', returns: integer(), value: (room: Loose) => room.size * 2 },
        round: { of: 'game', returns: integer(), value: () => 7 },
        heading: { of: 'text', returns: { kind: 'text' }, value: (whom: string) => `of ${whom}` },
        gap: {
          of: ['player', 'player'],
          returns: integer(),
          value: (one: Loose, other: Loose) => one.oil - other.oil,
        },
      },
      hooks: {
        tally: () => ({ yes: 1, by: { ana: 2 } }),
        figures: () => [1, 2],
        needed: ({ matter }: Loose) => ({ title: 'Quorum', count: 2, of: matter.id }),
        'resolution-order': () => [],
        'not-a-player': ({ person }: Loose) => (person.state === 'player' ? null : 'no player'),
      },
      on: {
        posted: ({ post, author }: Loose) => {
          if (post.kind === 'joining') author.state = 'player';
        },
      },
    },
    [{ title: 'Votes', section: 'special-case', status: 'inactive' }],
  );
  made.kernel.assume('players.ana.oil', 4);
  made.kernel.assume('players.bo.oil', 1);
  made.kernel.assume('mainRooms.D4.size', 8);
  made.take({ type: 'post', id: 'P1', kind: 'proposal', title: 'One', text: 'Said.' });
  made.take({ type: 'post', id: 'S1', kind: 'story', title: 'Two', text: '' });
  made.take({ type: 'post', id: 'S2', kind: 'story', title: 'Three', text: '' });
  return made;
}

test.each<[string, unknown]>([
  ['game', { turn: 1 }],
  ['game.turn', 1],
  ['game.terms.player', 'Player'],
  ['dynasty.number', 2],
  ['emperor.plan', 4],
  ['players.ana.oil', 4],
  ['players.ana.bag.gold', 0],
  ['players.ana.wealth', 8],
  ['players.ana.nothing', undefined],
  ['players.dee.state', 'outsider'],
  ['players.dee.oil', undefined],
  ['players.dee.mood', undefined],
  ['players.dee.nothing', undefined],
  ['players.dee', undefined],
  ['mainRooms.D4', { size: 8 }],
  ['main-rooms.D4.size', 8],
  ['main-rooms.D4.space', 16],
  ['main-rooms.D4.nothing', undefined],
  ['main-rooms.E5', undefined],
  ['round', 7],
  ['round.ana', undefined],
  ['heading', 'of players'],
  ['wealth', undefined],
  ['nothing.x', undefined],
  ['views.wealth.ana', 8],
  ['views.gap.ana.bo', 3],
  ['views.nothing', undefined],
  ['posts', ['P1', 'S1', 'S2']],
  ['posts.P1.title', 'One'],
  ['posts.P1.weight', 5],
  ['posts.P1.yes', 1],
  ['posts.P1.by.ana', 2],
  ['posts.P1.resolved-by', undefined],
  ['posts.S1.yes', undefined],
  ['posts.S1.status', undefined],
  ['posts.latest.story.title', 'Three'],
  ['posts.latest.joining', undefined],
  ['posts.nothing', undefined],
  ['matters.latest.story', undefined],
  ['matters.latest.story.title', undefined],
  ['matters.P1.status', 'pending'],
  ['tally.P1', { yes: 1, by: { ana: 2 } }],
  ['tally.nothing', undefined],
  ['figures', [1, 2]],
  ['needed.P1', { title: 'Quorum', count: 2, of: 'P1' }],
  ['needed.S1', null],
  ['needed.nothing', null],
  ['faults', {}],
  ['failing', []],
  ['coming', []],
  ['way-in.cy', { kind: 'joining', title: 'Let me in' }],
  ['ruleset.Votes.status', 'inactive'],
  ['ruleset.Playground.status', undefined],
  ['ruleset.Playground.section', 'core'],
  ['ruleset.Nothing', { exists: false }],
  ['ruleset.Votes.exists', true],
])('reads %s', (path, wanted) => {
  expect(game().read(path)).toEqual(wanted);
});

test('without a named field, reads all that is known of a post, and nothing else', () => {
  const { read } = game();
  expect(read('posts.P1')).toMatchObject({ id: 'P1', status: 'pending', weight: 5, yes: 1, text: 'Said.' });
  expect(read('posts.S1')).not.toHaveProperty('status');
  expect(read('posts.S1')).not.toHaveProperty('yes');
  expect(read('players')).toHaveProperty('ana');
});

test('a collection of the rules takes precedence over a kernel query of the same name', () => {
  const { read, kernel } = game(
    Object.fromEntries(NAMES.map((name) => [name, { open: true, fields: { size: integer({ start: 6 }) } }])),
  );
  for (const name of NAMES) {
    kernel.assume(`${name}.a.size`, 9);
    expect([read(`${name}.a.size`), read(name)], name).toEqual([9, { a: { size: 9 } }]);
  }
});

test('somebody who plays needs no way in', () => {
  const { kernel, read, take } = game();
  kernel.assume('players.cy.state', 'player');
  expect(read('way-in.cy')).toBe(null);
  const before = JSON.stringify(kernel.state);
  read('way-in.dee');
  expect(JSON.stringify(kernel.state)).toBe(before);
  expect(take({ type: 'remove', on: 'S1' }, 'dee')).toMatchObject({ refusal: { join: { kind: 'joining' } } });
  expect(take({ type: 'remove', on: 'S1' }, 'cy')).not.toMatchObject({ refusal: { join: {} } });
});

test('a path leads only to own properties', () => {
  expect(dig({ a: { b: 1 } }, ['a', 'b'])).toBe(1);
  expect(dig({ a: { b: 1 } }, ['a', 'b', 'c'])).toBe(undefined);
  expect(dig({ a: null }, ['a', 'b'])).toBe(undefined);
  expect(dig({}, ['constructor'])).toBe(undefined);
  expect(dig({ a: 'bc' }, ['a', 'length'])).toBe(undefined);
});

test('gives no state for an outsider if the state isn’t one of several', () => {
  expect(playground({ player: { state: integer({ start: 2 }) } }).read('players.dee.state')).toBe(undefined);
});

test('gives no state for an outsider if the rules know none', () => {
  expect(playground({ player: { oil: integer() } }).read('players.nobody.state')).toBe(undefined);
});

test('the latest post is the one with the highest number, in whatever order they are read', () => {
  const { kernel, read, take } = game();
  const { posts, ...state } = structuredClone(kernel.state);
  const backwards = Object.fromEntries(['S2', 'P1', 'S1'].map((id) => [id, posts[id]]));
  kernel.load({ ...state, posts: backwards } as Loose);
  expect(read('posts.latest.story.title')).toBe('Three');
  take({ type: 'post', id: 'S3', kind: 'story', title: 'Four', text: '' });
  expect(read('posts.latest.story.title')).toBe('Four');
  take({ type: 'post', id: 'J1', kind: 'joining', title: 'Me', text: '' });
  expect(read('posts.latest.joining.title')).toBe('Me');
});

test('allows no writing while the game is read, and allows it again afterwards', () => {
  const { kernel, read, run } = playground((on: Loose) => ({
    game: { turn: integer() },
    hooks: { figures: () => (on.game.turn = 3), 'resolution-order': () => [] },
  }));
  expect(() => read('figures')).toThrow('turn');
  expect(kernel.runtime.frame.reading).toBe(0);
  kernel.due(AT);
  expect(kernel.runtime.frame.reading).toBe(0);
  run(({ game: one }) => (one.turn = 2));
  expect(read('game.turn')).toBe(2);
});

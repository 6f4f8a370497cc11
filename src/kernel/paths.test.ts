import { expect, test } from 'vitest';

import { integer, list, optional, text } from '../rules/types.ts';
import { splitPath } from './paths.ts';
import type { Result } from './result.ts';
import type { StateChange } from './store.ts';
import { playground, whyNot, type Playground } from './fixtures/playground.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a clause in a test is as loose as one in the wild
type Loose = any;

function rooms(): Playground {
  const made = playground({
    posts: { story: {} },
    player: { points: integer(), names: list(text()) },
    game: { turn: integer(), luck: optional(integer()) },
    things: { mainRooms: { open: true, fields: { lit: integer(), name: text() } } },
  });
  made.take({ type: 'heard' }, 'Sgt. Zed');
  made.kernel.assume('mainRooms.D4.lit', 1);
  return made;
}

test('a name may contain dots, and the longest existing name counts', () => {
  const names = new Set(['Sgt', 'Sgt. Zed']);
  const split = (path: string): readonly string[] =>
    splitPath(path, (scope, name) => scope === 'players' && names.has(name));
  expect(split('players.Sgt. Zed.points.all')).toEqual(['players', 'Sgt. Zed', 'points', 'all']);
  expect(split('players.Sgt.points')).toEqual(['players', 'Sgt', 'points']);
  expect(split('players.Nobody. At.all')).toEqual(['players', 'Nobody', ' At', 'all']);
  expect(split('game.turn')).toEqual(['game', 'turn']);
});

test('a path sets a variable of a person, a thing or the game, and adds a missing person or thing', () => {
  const { get, read } = rooms();
  get(({ setPath }) => {
    setPath('players.Sgt. Zed.points', 7);
    setPath('players.bo', { points: 2, names: ['B'] });
    setPath('game.turn', 3);
    setPath('mainRooms.D4.lit', 4);
    setPath('main-rooms.E5.lit', 5);
    setPath('mainRooms.F6', { lit: 6 });
    setPath('mainRooms.D4', { name: 'Dark' });
  });
  expect(read('players')).toMatchObject({ 'Sgt. Zed': { points: 7 }, bo: { points: 2, names: ['B'] } });
  expect([read('game.turn'), read('main-rooms')]).toEqual([
    3,
    { D4: { lit: 4, name: 'Dark' }, E5: { lit: 5, name: '' }, F6: { lit: 6, name: '' } },
  ]);
  get(({ setPath }) => {
    setPath('mainRooms.D4', null);
    setPath('mainRooms.nowhere', null);
  });
  expect(Object.keys(read('main-rooms'))).toEqual(['E5', 'F6']);
  get(({ mainRooms, setPath }) => {
    mainRooms.add('St. Ann');
    setPath('mainRooms.St. Ann.lit', 8);
  });
  expect(read('main-rooms')['St. Ann']).toEqual({ lit: 8, name: '' });
});

test.each([
  ['game.terms', 1, 'names for players and leader change when a dynasty begins, or by a change of the rules'],
  ['roms.D4.lit', 1, 'there is no roms to set roms.D4.lit in'],
  ['player.bo.points', 1, 'there is no player to set player.bo.points in; did you mean players?'],
  ['players.bo', 7, 'players.bo is not a single value; name one of its values'],
  ['players.bo', null, 'players.bo is not a single value; name one of its values'],
  ['players.bo.point', 7, 'no rule says anything about “point”; did you mean “points”?'],
  ['dynasty.x', 7, 'no rule says anything about “x”'],
  ['emperor.x', 7, 'no rule says anything about “x”'],
])('%s can’t be set to %s', (path, value, why) => {
  expect(whyNot(rooms().run(({ setPath }) => setPath(path, value)))).toBe(why);
});

/** The effect of reverting earlier changes. */
function reverted(
  game: Playground,
  ...changes: readonly (readonly [path: string, before: unknown, after: unknown])[]
): string {
  const all = changes.map(([path, before, after]) => ({ path: path.split('/'), before, after }));
  return whyNot(game.run(({ revert }) => revert(all)));
}

test('reverting subtracts a number’s difference, and restores anything else unless it has changed since', () => {
  const game = rooms();
  game.kernel.assume('players.bo.points', 9);
  game.kernel.assume('players.bo.names', ['b']);
  game.kernel.assume('mainRooms.D4.name', 'Dark');
  expect(
    reverted(
      game,
      ['players/bo/points', 1, 4],
      ['players/bo/names', ['a'], ['b']],
      ['things/main-rooms/D4/name', 'Bright', 'Darker'],
      ['game/turn', 0, 0],
    ),
  ).toBe('');
  expect(game.read('players.bo')).toEqual({ points: 6, names: ['a'] });
  expect(game.read('main-rooms.D4.name')).toBe('Dark');
});

test('subtracts nothing if a value isn’t a number, and reverts nothing of what is gone', () => {
  const game = rooms();
  const luckAfter = (now: number | null, before: unknown, after: unknown): unknown => {
    game.kernel.assume('game.luck', now);
    expect(reverted(game, ['game/luck', before, after])).toBe('');
    return game.read('game.luck');
  };
  expect(luckAfter(9, 1, 4)).toBe(6);
  expect(luckAfter(5, null, 5)).toBe(null);
  // A variable that came with what is undone keeps its value until its rule is gone.
  game.kernel.assume('players.bo.points', 5);
  expect(reverted(game, ['players/bo/points', null, 5])).toBe('');
  expect(game.read('players.bo')).toMatchObject({ points: 5 });
  expect(luckAfter(null, 1, 2)).toBe(null);
  expect(luckAfter(3, 1, null)).toBe(3);
  expect(reverted(game, ['things/main-rooms/Z9/lit', 1, 4])).toBe('');
  expect(Object.keys(game.read('main-rooms'))).toEqual(['D4']);
});

test('reverts the last change first, and removes what was added', () => {
  const game = rooms();
  game.kernel.assume('players.bo.names', ['c']);
  expect(reverted(game, ['players/bo/names', ['a'], ['b']], ['players/bo/names', ['b'], ['c']])).toBe('');
  expect(game.read('players.bo.names')).toEqual(['a']);
  expect(reverted(game, ['things/main-rooms/D4', null, { lit: 1 }])).toBe('');
  expect(game.read('main-rooms')).toEqual({});
  expect(reverted(game, ['things/main-rooms/D4', { lit: 3 }, null])).toBe('');
  expect(game.read('main-rooms.D4.lit')).toBe(3);
});

test('doesn’t revert posts and submissions, but gives back a used turn', () => {
  const game = rooms();
  game.take({ type: 'post', id: 'S1', kind: 'story', title: 'Here', text: '' });
  game.get(({ limit, actor }) => limit({ frequency: 'daily', key: 'pray', who: actor }));
  const taken = (): Loose => game.kernel.state.taken['pray'];
  expect(Object.keys(taken())).toEqual(['ana']);
  expect(
    reverted(
      game,
      ['posts/S1/title', 'There', 'Here'],
      ['submissions/1', {}, null],
      ['taken/other/ana', '2020-01-01T00:00:00Z', 'x'],
    ),
  ).toBe('');
  expect(Object.keys(game.kernel.state.taken)).toEqual(['pray']);
  expect(game.read('posts.S1.title')).toBe('Here');
  expect(reverted(game, ['taken/pray/ana', '2020-01-01T00:00:00Z', 'x'])).toBe('');
  expect(taken()).toEqual({ ana: '2020-01-01T00:00:00Z' });
  expect(reverted(game, ['taken/pray/ana', null, 'x'])).toBe('');
  expect(taken()).toEqual({});
  expect(reverted(game, ['taken/pray', { bo: 'y' }, {}])).toBe('');
  expect(taken()).toEqual({ bo: 'y' });
  expect(reverted(game, ['taken/pray', null, {}])).toBe('');
  expect(taken()).toBe(undefined);
  expect(reverted(game, ['taken/pray', { bo: 'y' }, null])).toBe('');
});

test('reverting an action removes what it made with all its parts, and restores what it removed', () => {
  const game = playground({
    things: { rooms: { open: true, fields: { size: integer(), name: text() } } },
    player: { points: integer() },
  });
  const build = game.run(({ rooms, actor }) => {
    rooms.add('D4', { size: 2 });
    actor.points += 4;
  });
  const raze = game.run(({ rooms }) => rooms.remove('D4'));
  const changesOf = (result: Result): readonly StateChange[] => (result.ok ? result.changes : []);
  expect(whyNot(game.run(({ revert }) => revert(changesOf(raze))))).toBe('');
  expect(game.read('rooms')).toEqual({ D4: { size: 2, name: '' } });
  expect(whyNot(game.run(({ revert }) => revert(changesOf(build))))).toBe('');
  expect([game.read('rooms'), game.read('players.ana')]).toEqual([{}, { points: 0 }]);
});

test('somebody who came by an action stays, with the starting values and what they got since', () => {
  const game = playground({
    player: { points: integer({ start: 3 }), name: text(), luck: optional(integer()) },
    actions: {
      come: {
        by: 'anybody',
        effect({ actor }: Loose) {
          actor.points += 4;
          actor.name = 'Zed the First';
        },
      },
    },
  });
  const came = game.take({ type: 'act', action: 'come', with: {} }, 'zed');
  game.run(({ setPath }) => setPath('players.zed.points', 9));
  expect(whyNot(game.run(({ revert }) => revert(came.ok ? came.changes : [])))).toBe('');
  expect(game.read('players.zed')).toEqual({ points: 5, name: '', luck: null });
});

test('restores what was removed and added again in one step as it was at first', () => {
  const game = rooms();
  game.kernel.assume('mainRooms.D4', { lit: 1, name: 'Hall' });
  const made = game.run(({ mainRooms }) => {
    mainRooms.get('D4').lit = 3;
    mainRooms.remove('D4');
    mainRooms.add('D4', { lit: 5 }).name = 'Cellar';
  });
  expect(game.read('main-rooms.D4')).toEqual({ lit: 5, name: 'Cellar' });
  expect(whyNot(game.run(({ revert }) => revert(made.ok ? made.changes : [])))).toBe('');
  expect(game.read('main-rooms.D4')).toEqual({ lit: 1, name: 'Hall' });
  const gone = game.run(({ mainRooms }) => {
    mainRooms.get('D4').lit = 3;
    mainRooms.get('D4').name = 'Ruin';
    mainRooms.remove('D4');
  });
  expect(whyNot(game.run(({ revert }) => revert(gone.ok ? gone.changes : [])))).toBe('');
  expect(game.read('main-rooms.D4')).toEqual({ lit: 1, name: 'Hall' });
});

test('reverts nothing of a new person that no rule tracks any longer, and nothing of one who is gone', () => {
  const game = rooms();
  game.take({ type: 'heard' }, 'zed');
  expect(reverted(game, ['players/zed', null, {}], ['players/zed/wings', null, 4])).toBe('');
  expect(game.read('players.zed')).toEqual({ points: 0, names: [] });
  expect(reverted(game, ['players/gone', null, {}], ['players/gone/points', null, 4])).toBe('');
  expect(game.read('players.gone')).toBe(undefined);
});

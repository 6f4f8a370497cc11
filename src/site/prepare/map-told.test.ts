// A map step by step, as the ledger tells it.
import { expect, test } from 'vitest';

import { kernelCaches as caches } from '../../scenario/on-kernel/fixtures/runner.ts';
import { somebody } from '../../session/fixtures/desk.ts';
import { SMALL } from '../../session/fixtures/desk.ts';
import { sessionWith } from '../../session/fixtures/session.ts';
import type { LedgerLine } from '../../store/ledger-line.ts';
import type { MapData } from '../data/record-data.ts';
import { readDisplay } from './display.ts';
import { shownIn } from './game-shown.ts';
import { mapsOf } from './map-steps.ts';
import { RenderedCache } from './rendered-cache.ts';

const RULE = `import { action, boolean, list, rule, text, thing } from 'gitnomic/rules';
export default rule(({ game }) => ({
  game: { start: text() },
  player: { home: text(), mood: text() },
  things: {
    rooms: { title: 'Rooms', fields: { lit: boolean(), name: text(), walls: list(text()) } },
    boats: { title: 'Boats', fields: { at: text() } },
  },
  views: { shade: { of: 'rooms', returns: text(), value: ({ lit }) => (lit ? '#AABBCC' : '#000000') } },
  actions: {
    found: action({ with: { id: text() }, effect({ rooms, id }) { rooms.add(id, { name: 'Room ' + id }); } }),
    light: action({ with: { room: thing('rooms') }, effect({ room }) { room.lit = !room.lit; } }),
    settle: action({ with: { room: thing('rooms') }, effect({ actor, room }) { actor.home = room.id; } }),
    cheer: action({ effect({ actor }) { actor.mood = 'well'; } }),
    wall: action({ with: { room: thing('rooms') }, effect({ room }) { room.walls = ['n']; } }),
    begin: action({ with: { room: thing('rooms') }, effect({ game, room }) { game.start = room.id; } }),
    launch: action({ with: { room: thing('rooms') }, effect({ boats, room }) { boats.add('tern', { at: room.id }); } }),
    raze: action({ with: { room: thing('rooms') }, effect({ rooms, room }) { rooms.remove(room.id); } }),
  },
}));`;
const DISPLAY = `pages:
  - id: map
    title: Map
    kit: grid
    of: rooms
    background: shade
    closed: { field: walls, north: n, east: e, south: s, west: w }
    marks:
      - { sign: H, title: home of, of: players, at: home }
      - { sign: J, title: begin, of: game, at: start }
      - { sign: B, title: boat, of: boats, at: at }
  - { id: list, title: List, kit: table, of: rooms }
  - { id: none, title: None, kit: grid, of: ships }
`;
const [DARK, LIT] = ['000000', 'aabbcc'];
const BO = ['H', 'home of', 'bo'];
const TERN = ['B', 'boat', 'tern'];
const BEGIN = ['J', 'begin', ''];

test('each step of a map has the places it changed, and a quick page shows only the current map', async () => {
  const desk = await sessionWith({
    ...SMALL,
    core: 'fireside',
    rules: {
      'dynastic/rooms.md': '---\ntitle: Rooms\norder: 95\n---\nLit rooms are [#AABBCC](#value:lit).\n',
      'dynastic/rooms.ts': RULE,
    },
    posts: [{ by: 'ana', title: 'D4', kind: 'plain' }],
  });
  const acts = [
    ['ana', 'found id=D4'],
    ['ana', 'found id=E5'],
    ['ana', 'light room=D4'],
    ['bo', 'settle room=D4'],
    ['bo', 'cheer'],
    ['bo', 'settle room=E5'],
    ['ana', 'wall room=E5'],
    ['ana', 'launch room=E5'],
    ['ana', 'begin room=D4'],
  ] as const;
  for (const [by, act] of acts) {
    desk.later(1);
    desk.says(somebody(by), '1', `/act ${act}`);
    desk.decide();
  }
  const { display } = readDisplay({ path: 'site.yml', text: DISPLAY });
  const games = await Promise.all([1, 2, 3].map(() => shownIn(desk.session.position.open, desk.now, caches)));
  const rendered = new RenderedCache();
  const mapAt = async (nth: number, isQuick: boolean): Promise<MapData | undefined> => {
    const [game] = games.slice(nth);
    if (game === undefined) throw new Error('there is no game');
    const { map, ...others } = await mapsOf(game, display, desk.now, { rendered, isQuick });
    expect(others).toEqual({});
    return map;
  };
  const now = { D4: [LIT, 'Room D4', [BEGIN], ''], E5: [DARK, 'Room E5', [BO, TERN], 'n'] };
  const legend = [[LIT, 'Rooms']];
  expect(await mapAt(0, true)).toEqual({ first: now, steps: [], legend, isOnlyNow: true });
  const drawn = await mapAt(1, false);
  expect(drawn?.first).toEqual({ D4: ['', '', [], ''], E5: ['', '', [], ''] });
  expect(drawn?.legend).toEqual(legend);
  expect(drawn?.steps.map(({ n, by, what, cells }) => [n, by, what, cells])).toEqual([
    [0, 'ana', 'found', { D4: [DARK, 'Room D4', [], ''] }],
    [1, 'ana', 'found', { E5: [DARK, 'Room E5', [], ''] }],
    [2, 'ana', 'light', { D4: [LIT, 'Room D4', [], ''] }],
    [3, 'bo', 'settle', { D4: [LIT, 'Room D4', [BO], ''] }],
    [5, 'bo', 'settle', { D4: [LIT, 'Room D4', [], ''], E5: [DARK, 'Room E5', [BO], ''] }],
    [6, 'ana', 'wall', { E5: [DARK, 'Room E5', [BO], 'n'] }],
    [7, 'ana', 'launch', { E5: [DARK, 'Room E5', [BO, TERN], 'n'] }],
    [8, 'ana', 'begin', { D4: [LIT, 'Room D4', [BEGIN], ''] }],
  ]);
  expect(drawn?.steps[0]?.at).toBe('2024-03-01T10:00:00Z');
  // Once drawn, it is kept.
  expect(await mapAt(2, true)).toEqual(drawn);
});

const line = (n: number, path: string, before: unknown, after: unknown): LedgerLine => ({
  n,
  at: `2024-03-0${n}T09:00:00Z`,
  by: 'ana',
  what: 'x',
  draws: [],
  changes: [{ path: path.split('.'), before, after }],
});

test('a map starts with its rule, and follows every value that refers to its places', async () => {
  const desk = await sessionWith({
    ...SMALL,
    core: 'fireside',
    rules: {
      'dynastic/rooms.md': '---\ntitle: Rooms\norder: 95\n---\nThere are rooms.\n',
      'dynastic/rooms.ts': RULE,
    },
  });
  const game = await shownIn(desk.session.position.open, desk.now, caches);
  const things = {
    rooms: { D4: { name: 'Hall', lit: true }, E5: { name: 'Well' } },
    boats: { tern: { at: 'E5' } },
  };
  const views = { rooms: { D4: { shade: '#AABBCC' }, E5: { shade: '#000000' } } };
  const players = { ...game.state.players, bo: { ...game.state.players['bo'], home: 'D4' } };
  const ledger = [
    line(1, 'players.bo.home', 'E5', 'D4'),
    line(2, 'things.rooms', null, { D4: {}, E5: {} }),
    line(3, 'things.rooms.D4.name', 'Barn', 'Hall'),
    line(4, 'posts.7.text', 'D4', 'E5'),
    line(5, 'things.boats.tern', null, { at: ['E5'] }),
    line(6, 'players.bo', { name: 'bo' }, { name: 'bo', home: ['D4'] }),
    line(7, 'game.start', 'E5', ''),
    line(8, 'players.bo.mood', 'ill', 'well'),
  ];
  const { display } = readDisplay({ path: 'site.yml', text: DISPLAY });
  const { map } = await mapsOf(
    { ...game, ledger, views, state: { ...game.state, things, players } },
    display,
    desk.now,
    {
      rendered: new RenderedCache(),
      isQuick: false,
    },
  );
  expect(map?.steps.map(({ n, cells }) => [n, cells])).toEqual([
    [3, { D4: [LIT, 'Hall', [], ''] }],
    [5, { E5: [DARK, 'Well', [BEGIN, TERN], ''] }],
    [6, { D4: [LIT, 'Hall', [BO], ''] }],
    [7, { E5: [DARK, 'Well', [TERN], ''] }],
  ]);
  expect(map?.first).toEqual({ D4: [LIT, 'Barn', [], ''], E5: [DARK, 'Well', [BEGIN], ''] });
});

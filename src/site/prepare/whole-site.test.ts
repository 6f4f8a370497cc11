// Everything that the pages of a small game show, collected in memory.
import { beforeAll, expect, test } from 'vitest';

import { kernelCaches as caches } from '../../scenario/on-kernel/fixtures/runner.ts';
import { ana, bo, dee } from '../../session/fixtures/desk.ts';
import { sessionWith } from '../../session/fixtures/session.ts';
import type { SiteData } from '../data/site-data.ts';
import { collectSite } from './collect.ts';
import { shownIn } from './game-shown.ts';

const ROOMS = {
  'dynastic/rooms.md':
    '---\ntitle: Rooms\norder: 1\n---\nA Room is dark or lit, at the cost of [2](#value:cost) Oil. Each Player has Oil.\n',
  'dynastic/rooms.ts': `import { action, boolean, derive, integer, list, optional, player, rule, text, thing } from 'gitnomic/rules';
export default rule(({ value }) => ({
  player: { oil: integer({ start: 5 }), secret: integer({ private: true }) },
  game: { tide: integer() },
  things: { rooms: { title: 'Rooms', fields: { title: text(), lit: boolean(), owner: optional(player()) } } },
  views: { colour: derive({ of: 'rooms', returns: text(), value: (room) => (room.lit ? '#ffcc00' : '#000000') }) },
  actions: {
    build: action({ title: 'Build a room', with: { id: text(), title: text() }, effect({ rooms, id, title }) { rooms.add(id, { title }); } }),
    light: action({ title: 'Light a room', with: { room: thing('rooms') }, cost: { oil: value('cost') }, effect({ actor, room }) { room.lit = true; room.owner = actor; } }),
    toss: action({ effect({ game, dice }) { game.tide = dice(6); } }),
  },
}));
`,
};
const SITE = `pages:
  - { id: map, title: Map, kit: grid, of: rooms, background: colour, label: title, fields: [lit, owner] }
`;

async function collected(): Promise<SiteData> {
  const desk = await sessionWith({ rules: ROOMS, rolls: [4] });
  desk.happens(ana, { type: 'opened', post: '1', kind: 'story', title: 'Talk', text: 'Hello.', head: null });
  desk.says(bo, '1', '/act build id="B2" title="Hall"');
  desk.decide();
  desk.later(24);
  desk.says(bo, '1', '/act light room="B2"');
  desk.says(dee, '1', '/act toss');
  desk.decide();
  const { position } = desk.session;
  const game = await shownIn(position.open, desk.now, caches);
  const display = { path: 'site.yml', text: SITE };
  const { site: made, problems } = await collectSite(game, { now: desk.now, display });
  expect(problems).toEqual([]);
  return made;
}

let site: SiteData;
beforeAll(async () => {
  site = await collected();
});

const AT = ['2024-03-01T09:00:00Z', '2024-03-02T09:00:00Z'] as const;

test('the ledger says who did what, with what words, and what happened', () => {
  const { ledger } = site;
  expect(ledger.map(({ n, at, by, what, words, done }) => [n, at, by, what, words, done])).toEqual([
    [0, AT[0], 'bo', 'build', 'Id: B2 · Title: Hall', 'took the action “Build a room” with “B2”, “Hall”'],
    [1, AT[1], 'bo', 'light', 'Room: Hall (B2)', 'took the action “Light a room” with Hall (B2): Oil 5 → 3'],
    [2, AT[1], 'dee', 'toss', '', 'took the action “Toss”, with 4 on the die'],
  ]);
  expect(ledger.map(({ changes }) => changes)).toEqual([
    ['Rooms: Hall (B2) added'],
    ['bo: Oil 5 → 3', 'Hall (B2): now lit', 'Hall (B2): Owner bo'],
    [expect.stringMatching(/Tide 0 → 4/u)],
  ]);
  expect(ledger[2]?.draws.map(({ kind, size, result }) => [kind, size, result])).toEqual([['dice', 6, 4]]);
  expect(ledger.every(({ refused, posts }) => refused === null && posts.length === 0)).toBe(true);
});

test('draws a map as it is now, and finds each step that changed it', () => {
  const { maps } = site;
  const dark = ['000000', 'Hall', [], ''];
  const lit = [
    'ffcc00',
    'Hall',
    [
      ['·', 'lit', ''],
      ['·', 'owner', 'bo'],
    ],
    '',
  ];
  expect(maps['map']).toEqual({
    // It was built in the first step.
    first: { B2: ['', '', [], ''] },
    steps: [
      { n: 0, at: AT[0], by: 'bo', what: 'build', cells: { B2: dark } },
      { n: 1, at: AT[1], by: 'bo', what: 'light', cells: { B2: lit } },
    ],
    legend: [],
  });
});

test('things have their values, views, names and the lines that changed them', () => {
  const { collections } = site;
  const rooms = collections.find(({ id }) => id === 'rooms');
  expect(
    rooms?.columns.map(({ id, title, private: isPrivate, number }) => [id, title, isPrivate, number]),
  ).toEqual([
    ['title', 'Title', false, false],
    ['lit', 'Lit', false, false],
    ['owner', 'Owner', false, false],
  ]);
  expect(rooms?.things).toEqual([
    {
      id: 'B2',
      label: 'Hall',
      earlier: [{ until: 0, label: 'B2' }],
      lines: [0, 1],
      values: { title: 'Hall', lit: true, owner: 'bo' },
      views: { colour: '#ffcc00' },
    },
  ]);
});

test('people have their values, and when they were last active', () => {
  const { people, playerColumns, gameValues, has } = site;
  const of = (id: string) => people.find((one) => one.id === id);
  expect(people.map(({ id }) => id)).toEqual(['ana', 'bo', 'cy', 'dee', 'eli', 'fay']);
  expect(of('bo')).toMatchObject({
    lastActive: AT[1],
    admin: false,
    emperor: false,
    machine: false,
    sealed: 0,
    values: { oil: 3 },
  });
  expect(of('ana')).toMatchObject({ lastActive: AT[0], admin: true, values: { oil: 5 } });
  expect(of('cy')).toMatchObject({ emperor: true });
  expect(of('bo')?.values).not.toHaveProperty('secret');
  expect(
    playerColumns
      .filter(({ rule }) => rule === 'dynastic/rooms')
      .map(({ id, private: isPrivate, number }) => [id, isPrivate, number]),
  ).toEqual([
    ['oil', false, true],
    ['secret', true, true],
  ]);
  expect(gameValues.find(({ id }) => id === 'tide')).toMatchObject({
    title: 'Tide',
    rule: 'dynastic/rooms',
    value: 4,
    private: false,
  });
  expect(has['bo']).toMatch(/Oil 3/u);
});

test('lists recent changes with the earlier values', () => {
  const { recent } = site;
  expect(recent).toMatchObject({
    'players.bo.oil': { before: 5, at: AT[1] },
    'things.rooms.B2.lit': { before: null, at: AT[1] },
    'game.tide': { before: 0, at: AT[1] },
  });
  expect(recent).not.toHaveProperty(['players.ana.oil']);
});

test('actions say who can take them, and which things they choose from', () => {
  const { actions } = site;
  const own = actions.filter(({ rule }) => rule === 'dynastic/rooms');
  expect(own.map(({ id, title, by, params, chooses }) => [id, title, by, params, chooses])).toEqual([
    ['build', 'Build a room', ['player'], ['id', 'title'], {}],
    ['light', 'Light a room', ['player'], ['room'], { rooms: 'room' }],
    ['toss', 'Toss', ['player'], [], {}],
  ]);
});

test('records dice, charts and the rule itself', () => {
  const { record, rules, posts } = site;
  expect(
    record.dice.rolls.map(({ n, by, what, draws }) => [n, by, what, draws.map(({ result }) => result)]),
  ).toEqual([[2, 'dee', 'toss', [4]]]);
  const chart = record.charts.find(({ id }) => id === 'players-oil');
  expect(chart?.kind).toBe('lines');
  expect(chart?.lines.find(({ name }) => name === 'bo')?.points.map(({ value }) => value)).toEqual(
    expect.arrayContaining([5, 3]),
  );
  const rooms = rules.find(({ path }) => path === 'dynastic/rooms');
  expect(rooms).toMatchObject({
    title: 'Rooms',
    status: 'active',
    proposals: [],
    rulings: [],
    values: [{ name: 'cost', value: '2', set: [] }],
  });
  expect(rooms?.html).toContain('<data class="live" data-name="cost" value="2">2</data>');
  expect(rooms?.clause).toContain("title: 'Build a room'");
  expect(rooms?.inWords.length).toBeGreaterThan(0);
  expect(posts.map(({ id, title, html }) => [id, title, html])).toEqual([['1', 'Talk', '<p>Hello.</p>']]);
});

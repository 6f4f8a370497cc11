import { expect, test } from 'vitest';
import { data, integer, list, map, text } from '../rules/types.ts';
import type { Disclosure } from './disclosure.ts';
import type { Result } from './result.ts';
import { AT, whyNot } from './fixtures/playground.ts';
import { kernelWith, type TestRule } from './fixtures/kernel-with.ts';
import type { Kernel } from './kernel.ts';
import { query } from './query.ts';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a clause in a test is as loose as one in the wild
type Loose = any;

/** Variables of the core, like those of any game. */
const core: TestRule = {
  title: 'Core',
  clause: () => ({
    player: { state: text() },
    game: { turn: integer() },
    posts: { story: {}, proposal: { votable: true } },
    post: { weight: integer() },
    submissions: { plan: { open: {}, with: { what: text() }, by: 'anybody' } as Loose },
  }),
};

/** A dynastic rule with one private action. */
const dungeon = (
  reveals: readonly string[],
  effect: (game: Loose) => unknown,
  more: object = {},
): TestRule => ({
  section: 'dynastic',
  title: 'Dungeon',
  clause: () =>
    ({
      player: { gold: integer(), trap: integer({ private: true }) },
      emperor: { plan: integer() },
      dynasty: { doom: integer() },
      post: { omen: text({ private: true }), mood: text() },
      things: {
        rooms: {
          open: true,
          fields: { size: integer(), beast: text({ private: true }), doors: list(text()) },
        },
      },
      actions: {
        run: {
          by: 'anybody',
          private: true,
          frequency: 'daily',
          reveals,
          with: { note: text({ private: true }), room: text() },
          effect,
          ...more,
        },
      },
    }) as Loose,
});

function game(
  rule: TestRule,
  dice: readonly number[] = [],
): { kernel: Kernel; act: (said?: Disclosure, private_?: boolean) => Result } {
  const left = [...dice];
  const kernel = kernelWith([core, rule], { dice: () => left.shift() ?? 1, secret: () => 0 });
  kernel.take({ type: 'heard', at: AT, by: 'ana' }, true);
  const act = (said?: Disclosure, onPrivateSide = said === undefined): Result =>
    kernel.take(
      {
        type: 'act',
        at: AT,
        by: 'ana',
        action: 'run',
        with: { room: 'x', ...(said === undefined ? { note: 'n' } : {}) },
        ...(said === undefined ? {} : { disclosed: said }),
      },
      onPrivateSide,
    );
  return { kernel, act };
}

const nothing: Disclosure = { changes: [], used: [], rolls: [], result: null };

/** The emperor’s disclosure about an action, and the game in which it is applied without its reasons. */
function handedOn(
  reveals: readonly string[],
  effect: (game: Loose) => unknown,
  dice: readonly number[] = [],
): { told: Loose; here: Kernel } {
  const there = game(dungeon(reveals, effect), dice);
  const result = there.act();
  if (!result.ok) throw new Error(result.refusal.reason);
  const here = game(dungeon(reveals, effect), dice);
  expect(whyNot(here.act(result.disclosed as Disclosure))).toBe('');
  return { told: result.disclosed, here: here.kernel };
}

test('reports what an action made public, and nothing else of it', () => {
  const { told: said, here } = handedOn(
    ['players.gold', 'rooms', 'posts'],
    ({ actor, rooms, emperor, dice, post }) => {
      actor.gold = 7;
      actor.trap = 3;
      emperor.plan = 5;
      rooms.add('D4', { size: dice(6), beast: 'bear' });
      post({ kind: 'story', title: 'A run', text: '', author: actor });
    },
    [4],
  );
  expect(said.rolls).toEqual([{ size: 6, result: 4 }]);
  expect(JSON.stringify(said)).not.toMatch(/bear|trap|plan/u);
  expect(query(here.runtime, ['players', 'ana'])).toMatchObject({ gold: 7, trap: 0 });
  expect(query(here.runtime, ['rooms', 'D4'])).toEqual({ size: 4, doors: [] });
  expect(query(here.runtime, ['posts', 'story-1', 'title'])).toBe('A run');
});

test('reports all that isn’t private of posts, things and the game’s own variables', () => {
  const reveals = ['posts', 'rooms', 'game.turn', 'dynasty.doom'];
  const effect = ({ post, posts, rooms, game: ofGame, dynasty, actor, dice, secret }: Loose): void => {
    const made = post({ kind: 'story', title: 'A run', text: '', author: actor });
    for (const one of [made, posts.get('S1')]) [one.omen, one.mood] = ['bear', 'calm'];
    rooms.remove('D4');
    [ofGame.turn, dynasty.doom] = [2, dice(6)];
    secret.pick(['bear', 'wolf']);
  };
  const result = prepared(reveals, effect).act();
  const said = (result.ok ? result.disclosed : undefined) as Disclosure;
  expect(said.rolls).toEqual([{ size: 6, result: 1 }]);
  expect(JSON.stringify(said)).not.toMatch(/bear|wolf|omen/u);
  const here = prepared(reveals, effect);
  expect(here.act(JSON.parse(JSON.stringify(said)) as Disclosure)).toMatchObject({
    ok: true,
    draws: [{ kind: 'dice', size: 6, result: 1 }],
  });
  const { posts, things, game: ofGame, dynasty } = here.kernel.state;
  expect([posts['S1']?.fields, posts['story-2']?.fields]).toMatchObject([{ mood: 'calm' }, { mood: 'calm' }]);
  expect(JSON.stringify(posts)).not.toContain('bear');
  expect([things['rooms'], ofGame['turn'], dynasty['doom']]).toEqual([{}, 2, 1]);
});

test('adds reported comments to the existing ones', () => {
  const said = prepared(['posts']);
  const comment = { type: 'comment', at: AT, by: 'bo', on: 'S1', id: 'c1', text: 'Hm' } as const;
  said.kernel.take(comment, true);
  const there = said.kernel.state.posts['S1']?.comments ?? [];
  const words = 'people’s own words aren’t part of this report';
  expect(whyNot(said.act(change('posts/S1/comments', [note(1)])))).toContain(words);
  for (const wrong of [
    { by: 'bo' },
    note(2),
    { ...note(3), at: '2031-01-01T00:00:00Z' },
    { ...note(3), votes: ['for'] },
  ])
    expect(whyNot(said.act(change('posts/S1/comments', [...there, note(2), wrong])))).toContain(words);
  expect(whyNot(said.act(change('posts/S1/comments', [...there, note(2), note(3)])))).toBe('');
  expect(said.kernel.state.posts['S1']?.comments).toHaveLength(3);
});

test('what came and went counts as nothing, and a turn can be reported for one person or for all', () => {
  const made = prepared(['rooms']);
  const path = ['things', 'rooms', 'E5'];
  const came = { path, after: { size: 1, doors: [] } };
  expect(whyNot(made.act({ ...nothing, changes: [came, { path }] }))).toBe('');
  expect(whyNot(made.act(change('taken/run', { bo: AT })))).toBe('');
  expect(whyNot(made.act(change('taken/run/cy', AT)))).toBe('');
  expect(whyNot(made.act(change('taken/run/dee')))).toBe('');
  expect(made.kernel.state.taken['run']).toMatchObject({ bo: AT, cy: AT });
});

test('accepts that a part goes of something that is already gone', () => {
  const made = prepared(['rooms']);
  const path = ['things', 'rooms', 'D4'];
  const gone = { ...nothing, changes: [{ path }, { path: [...path, 'size'] }] };
  expect(whyNot(made.act(gone))).toBe('');
  expect(made.kernel.state.things['rooms']).toEqual({});
});

test('nobody can speak through what somebody else said', () => {
  const said = prepared(['posts']);
  said.kernel.take({ type: 'comment', at: AT, by: 'bo', on: 'S1', id: 'c1', text: 'Hm' }, true);
  expect(whyNot(said.act(change('posts/S1/comments/0/votes', [note(1)])))).toContain(
    'posts.S1.comments.0.votes isn’t part of this report',
  );
});

/** Variables that contain others, some with the same names as private ones. */
const cave: TestRule = {
  section: 'dynastic',
  title: 'Cave',
  clause: () =>
    ({
      player: { bag: map(integer()) },
      dynasty: { chart: data() },
      post: { clue: text({ private: true }), notes: data() },
      things: {
        rooms: {
          open: true,
          fields: { size: integer(), secret: text({ private: true }), held: map(integer()) },
        },
      },
      actions: {
        run: {
          by: 'anybody',
          private: true,
          reveals: ['players', 'dynasty', 'posts', 'rooms'],
          effect: ({ actor, rooms, dynasty, posts, post }: Loose) => {
            rooms.add('D4', { size: 1, secret: 'bear', held: { secret: 4 } });
            actor.bag = { secret: 2 };
            dynasty.chart = { fields: { clue: 1 } };
            posts.get('S1').notes = { fields: { clue: 1 } };
            post({ kind: 'story', title: 'Two', text: '', author: actor }).clue = 'bear';
          },
        },
      },
    }) as Loose,
};

test('leaves out only private values of things and posts, and nothing of what others hold', () => {
  const started = (): Kernel => {
    const kernel = kernelWith([core, cave]);
    // A person has the same id as a collection.
    kernel.take({ type: 'post', at: AT, by: 'rooms', id: 'S1', kind: 'story', title: 'One', text: '' });
    return kernel;
  };
  const act = { type: 'act', at: AT, by: 'rooms', action: 'run', with: {} } as const;
  const result = started().take(act, true);
  const { disclosed: said } = result as Loose;
  const afters = Object.fromEntries(
    said.changes.map(({ path, after }: Loose) => [path.join('/'), after]),
  ) as Loose;
  expect(afters).toMatchObject({
    'things/rooms/D4': { size: 1, held: { secret: 4 } },
    'things/rooms/D4/held': { secret: 4 },
    'players/rooms/bag': { secret: 2 },
    'dynasty/chart': { fields: { clue: 1 } },
    'posts/S1/fields/notes': { fields: { clue: 1 } },
    'posts/story-2': { title: 'Two', fields: { weight: 0, notes: null } },
  });
  expect(JSON.stringify(said)).not.toContain('bear');
  const here = started();
  expect(whyNot(here.take({ ...act, disclosed: said }))).toBe('');
  expect(here.state.things['rooms']?.['D4']).toMatchObject({ size: 1, held: { secret: 4 } });
  expect([here.state.players['rooms'], here.state.dynasty]).toMatchObject([
    { bag: { secret: 2 } },
    { chart: { fields: { clue: 1 } } },
  ]);
});

test('uses up submissions and the turn, and returns the result', () => {
  const seal = (kernel: Kernel): void =>
    void kernel.take({ type: 'seal', at: AT, by: 'ana', submission: 'plan', with: { what: 'x' } }, true);
  const effect = ({ submissions, result }: Loose): void => {
    for (const one of submissions('plan')) one.use();
    result(3);
  };
  const there = game(dungeon(['result'], effect));
  seal(there.kernel);
  const result = there.act();
  expect(result.ok ? result.disclosed : result.refusal.reason).toMatchObject({
    changes: [],
    used: ['1'],
    result: 3,
  });
  const said = { ...nothing, used: ['1'], result: 3 };
  const here = game(dungeon(['result'], effect));
  expect(whyNot(here.act(said))).toBe('the reported result can’t be right: there is no unused submission 1');
  seal(here.kernel);
  expect(here.act(said)).toMatchObject({ ok: true, result: 3 });
  expect(here.kernel.state.submissions['1']?.used).toBe(true);
  expect(here.kernel.state.taken).toEqual({ run: { ana: AT } });
  expect(whyNot(here.act(said))).toContain('no unused submission 1');
});

const change = (path: string, after?: unknown): Disclosure => ({
  ...nothing,
  changes: [{ path: path.split('/'), ...(after === undefined ? {} : { after }) }],
});
/** The engine’s comment number `n` on S1, and the next post by the rules. */
const note = (n: number): object => ({ id: `S1-note-${n}`, by: 'engine', at: AT, text: 'x', votes: [] });
const FIRST = { alteredAt: null, resolvedAt: null, resolvedBy: null, tally: null, omitted: [] };
const WORDS = { kind: 'story', title: 'Two', text: '', author: 'bo', comments: [], uses: [], changes: [] };
const posted = (more: object = {}): object => ({
  ...FIRST,
  ...WORDS,
  id: 'S2',
  n: 2,
  at: AT,
  byEngine: true,
  status: null,
  fields: { weight: 0, mood: '' },
  ...more,
});
type Wrong = [what: string, reveals: readonly string[], told: Disclosure, why: string];
const ALL = ['players', 'rooms', 'posts', 'game', 'players.state'];

test.each<[string, readonly string[], Disclosure]>([
  ['a variable by its own name', ['players.gold'], change('players/ana/gold', 7)],
  ['one of a dynasty’s by its kind', ['players'], change('players/ana/gold', 7)],
  ['one of the core’s by its own name', ['players.state'], change('players/ana/state', 'x')],
  ['a thing that is new', ['rooms'], change('things/rooms/E5', { size: 1, doors: [] })],
  ['a thing that is gone', ['rooms'], change('things/rooms/D4')],
  ['what was not there to go', ['rooms'], change('things/rooms/F6')],
  ['a turn', [], change('taken/run', { bo: AT })],
  ['a comment in nobody’s name', ['posts'], change('posts/S1/comments', [note(1)])],
  ['a variable of a post', ['posts'], change('posts/S1/fields/weight', 2)],
  ['the next post in the rules’ name', ['posts'], change('posts/S2', posted())],
])('%s may be reported', (_, reveals, said) => {
  expect(whyNot(prepared(reveals).act(said))).toBe('');
});

function prepared(
  reveals: readonly string[],
  effect: (game: Loose) => unknown = () => undefined,
): ReturnType<typeof game> {
  const made = game(dungeon(reveals, effect));
  made.kernel.assume('rooms.D4.size', 1);
  made.kernel.take({ type: 'post', at: AT, by: 'bo', id: 'S1', kind: 'story', title: 'One', text: '' }, true);
  return made;
}

test.each<[string, readonly string[], Disclosure, string]>([
  ['nothing was declared', [], change('players/ana/gold', 7), 'players.ana.gold isn’t part of this report'],
  [
    'another is declared',
    ['rooms'],
    change('players/ana/gold', 7),
    'players.ana.gold isn’t part of this report',
  ],
  [
    'it is of the core, and declared by its kind',
    ['players'],
    change('players/ana/state', 'x'),
    'players.ana.state isn’t part of this report',
  ],
  ['it is of the core’s game', ['game'], change('game/turn', 2), 'game.turn isn’t part of this report'],
  [
    'it is no variable of a player',
    ALL,
    change('players/ana/wings', 1),
    'players.ana.wings isn’t part of this report',
  ],
  ['it is no variable of the game', ALL, change('game/wings', 1), 'game.wings isn’t part of this report'],
  [
    'it is a part of a number',
    ['players'],
    change('players/ana/gold/x', 1),
    'players.ana.gold.x isn’t part of this report',
  ],
  [
    'it is a part of the game’s',
    ['game.turn'],
    change('game/turn/x', 1),
    'game.turn.x isn’t part of this report',
  ],
  [
    'it is a part of a number that somebody has as well',
    ['game.turn'],
    change('game/turn/gold', 1),
    'game.turn.gold isn’t part of this report',
  ],
  [
    'no rule tracks it of a thing',
    ALL,
    change('things/rooms/D4/wings', 1),
    'things.rooms.D4.wings isn’t part of this report',
  ],
  ['it is votes', ALL, change('posts/S1/uses', [note(1)]), 'posts.S1.uses isn’t part of this report'],
  [
    'it is a part of a tally that is called as a variable is',
    ALL,
    change('posts/S1/tally/weight', 1),
    'posts.S1.tally.weight isn’t part of this report',
  ],
  [
    'it is a part of a variable of a post',
    ALL,
    change('posts/S1/fields/weight/x', 1),
    'posts.S1.fields.weight.x isn’t part of this report',
  ],
  [
    'it is a comment below no post',
    ALL,
    change('posts/Q/comments', [{ ...note(1), id: 'Q-note-1' }]),
    'posts.Q.comments isn’t part of this report',
  ],
  [
    'it is a variable of no collection',
    ALL,
    change('things/ships/S/size', 1),
    'things.ships.S.size isn’t part of this report',
  ],
  [
    'it is private to a post',
    ALL,
    change('posts/S1/fields/omen', 'x'),
    'posts.S1.fields.omen isn’t part of this report',
  ],
  [
    'it is all of a post’s variables',
    ALL,
    change('posts/S1/fields', {}),
    'posts.S1.fields isn’t part of this report',
  ],
  [
    'it is a part of a comment',
    ALL,
    change('posts/S1/comments/0', {}),
    'posts.S1.comments.0 isn’t part of this report',
  ],
  [
    'it is a part of a tally',
    ALL,
    change('posts/S1/tally/yes', 1),
    'posts.S1.tally.yes isn’t part of this report',
  ],
  ['a variable of the game is not legal', ['game.turn'], change('game/turn', -1), 'game.turn would be -1'],
  [
    'one of a dynasty isn’t part of this report',
    ['dynasty.doom'],
    change('dynasty/doom', -1),
    'dynasty.doom would be -1',
  ],
  ['it is private', ALL, change('players/ana/trap', 1), 'players.ana.trap isn’t part of this report'],
  [
    'it is the emperor’s',
    [...ALL, 'emperor'],
    change('emperor/plan', 1),
    'emperor.plan isn’t part of this report',
  ],
  ['it is a whole player', ALL, change('players/ana', {}), 'players.ana isn’t part of this report'],
  ['it is a whole collection', ALL, change('things/rooms', {}), 'things.rooms isn’t part of this report'],
  [
    'it is a part of a value',
    ALL,
    change('things/rooms/D4/doors/0', 'x'),
    'things.rooms.D4.doors.0 isn’t part of this report',
  ],
  ['it is of no rule', ALL, change('things/ships/S', {}), 'things.ships.S isn’t part of this report'],
  ['it is of nothing', ALL, change('weather', 1), 'weather isn’t part of this report'],
  ['it is all turns', ALL, change('taken', {}), 'taken isn’t part of this report'],
  ['it is somebody’s words', ALL, change('posts/S1/text', 'x'), 'posts.S1.text isn’t part of this report'],
  [
    'it changes what people said',
    ALL,
    change('posts/S1/comments', [{ by: 'bo', text: 'x' }]),
    'people’s own words aren’t part of this report',
  ],
  [
    'it is a post in somebody’s name',
    ALL,
    change('posts/S2', posted({ byEngine: false })),
    'posts.S2 isn’t part of this report',
  ],
  [
    'it is a matter that is resolved',
    ALL,
    change('posts/S2', posted({ status: 'enacted' })),
    'posts.S2 isn’t part of this report',
  ],
  [
    'it is a post of another name',
    ALL,
    change('posts/S2', posted({ id: 'S3' })),
    'posts.S2 isn’t part of this report',
  ],
  [
    'there was another post',
    ALL,
    change('posts/S2', posted({ n: 1 })),
    'there has been another post in the meantime',
  ],
  [
    'it takes the place of a post',
    ALL,
    change('posts/S1', posted({ id: 'S1' })),
    'there has been another post in the meantime',
  ],
  ['no post may be told', ['rooms'], change('posts/S2', posted()), 'posts.S2 isn’t part of this report'],
  ...(
    [
      ['is of no category', { kind: 'tale' }],
      ['is a matter', { kind: 'proposal' }],
      ['is a matter that is pending', { kind: 'proposal', status: 'pending' }],
      ['is in somebody’s name and out of turn', { byEngine: false, n: 9 }],
      ['is of another name and out of turn', { id: 'S3', n: 9 }],
      ['has a title of no words and is out of turn', { title: 7, n: 9 }],
      ['has votes', { uses: [{ by: 'bo', vote: 'for', at: AT, via: 'comment', comment: null }] }],
      ['would change rules', { changes: [{ verb: 'repeal-rule', rule: 'Core' }] }],
      ['was made at another time', { at: '2031-01-01T00:00:00Z' }],
      ['has a title of no words', { title: 7 }],
      ['has a title that is too long', { title: 'x'.repeat(301) }],
      ['has a tally', { tally: { yes: 9 } }],
      ['has what no post has', { wings: 1 }],
    ] as const
  ).map(([what, more]): Wrong => [
    `a post ${what}`,
    ALL,
    change('posts/S2', posted(more)),
    'posts.S2 isn’t part of this report',
  ]),
  [
    'people speak below a post of the rules',
    ALL,
    change('posts/S2', posted({ comments: [{ ...note(1), id: 'S2-note-1', by: 'bo' }] })),
    'people’s own words aren’t part of this report',
  ],
  ...(
    [
      ['holds what no rule tracks', { weight: 0, mood: '', wings: 1 }, 'posts.S2.fields has no wings'],
      ['holds what is private', { weight: 0, mood: '', omen: 'x' }, 'posts.S2.fields has no omen'],
      ['lacks a variable', { weight: 0 }, 'posts.S2.fields.mood'],
      ['has no variables', null, 'posts.S2.fields has no variables'],
    ] as const
  ).map(([what, fields, why]): Wrong => [`a post ${what}`, ALL, change('posts/S2', posted({ fields })), why]),
  [
    'no rule tracks it of a post',
    ALL,
    change('posts/S1/fields/wings', 1),
    'posts.S1.fields.wings isn’t part of this report',
  ],
  ['a variable of a post is gone', ALL, change('posts/S1/fields/weight'), 'posts.S1.fields.weight'],
  ['all comments are gone', ALL, change('posts/S1/comments'), 'posts.S1.comments isn’t part of this report'],
  ['a whole post is gone', ALL, change('posts/S1'), 'posts.S1 isn’t part of this report'],
  ['a variable of somebody is gone', ALL, change('players/ana/gold'), 'players.ana.gold'],
  ['a variable of the game is gone', ['game.turn'], change('game/turn'), 'game.turn'],
  ['a variable of a thing is gone', ALL, change('things/rooms/D4/size'), 'things.rooms.D4.size'],
  [
    'a thing holds what is private',
    ALL,
    change('things/rooms/E5', { size: 1, doors: [], beast: 'bear' }),
    'things.rooms.E5 has no beast',
  ],
  ...(
    [
      ['a turn is no time', 'taken/run/bo', 'never'],
      ['a turn is no time, and before any', 'taken/run/bo', '1'],
      ['one of the turns is no time', 'taken/run', { bo: AT, cy: 'never' }],
      ['a turn is yet to come', 'taken/run/bo', '2031-01-01T00:00:00Z'],
      ['turns are none', 'taken/run', 5],
      ['turns are no times', 'taken/run', { bo: 7 }],
      ['a rule has acted at its time', 'taken/time night', { since: AT, last: AT }],
      ['a rule has never acted', 'taken/time night', undefined],
      ['it is a part of a turn', 'taken/run/bo/x', AT],
    ] as const
  ).map(([what, path, after]): Wrong => [
    what,
    ALL,
    change(path, after),
    `${path.replaceAll('/', '.')} isn’t part of this report`,
  ]),
  [
    'it is part of nothing',
    ALL,
    change('things/rooms/E5/size', 1),
    'things.rooms.E5.size isn’t part of anything',
  ],
  ['its value is none', ALL, change('players/ana/gold', 'x'), 'players.ana.gold must be a whole number'],
  ['its value is stored otherwise', ALL, change('players/ana/gold', 1.5), 'players.ana.gold can’t be 1.5'],
  [
    'a thing holds what no rule tracks',
    ALL,
    change('things/rooms/E5', { size: 1, doors: [], wings: 1 }),
    'things.rooms.E5 has no wings',
  ],
  [
    'a thing holds what is not legal',
    ALL,
    change('things/rooms/E5', { size: -1, doors: [] }),
    'things.rooms.E5.size would be -1',
  ],
  [
    'a variable of a thing is not legal',
    ALL,
    change('things/rooms/D4/size', -1),
    'things.rooms.D4.size would be -1',
  ],
  [
    'a variable of a post is not legal',
    ALL,
    change('posts/S1/fields/weight', -1),
    'posts.S1.fields.weight would be -1',
  ],
  [
    'a die fell otherwise',
    ALL,
    { ...nothing, rolls: [{ size: 6, result: 5 }] },
    'a die of 6 showed 1, not 5',
  ],
])('believes nothing if %s', (_, reveals, said, why) => {
  const { kernel, act } = prepared(reveals);
  const before = JSON.stringify(kernel.state);
  expect(whyNot(act(said))).toContain(`the reported result can’t be right: ${why}`);
  expect(JSON.stringify(kernel.state)).toBe(before);
});

test('accepts no report of a public action, and doesn’t run a private one elsewhere', () => {
  const open = game(dungeon([], () => undefined, { private: false }));
  expect(whyNot(open.act(nothing))).toBe('run runs in public, so nobody reports its result');
  const closed = game(dungeon([], () => undefined));
  const elsewhere = closed.kernel.take({
    type: 'act',
    at: AT,
    by: 'ana',
    action: 'run',
    with: { room: 'x', note: 'n' },
  });
  expect(whyNot(elsewhere)).toBe('run uses what only the Emperor may see, so it runs on their side');
  const forSome = game(dungeon([], () => undefined, { private: ({ words }: Loose) => words.room === 'y' }));
  expect(whyNot(forSome.act(nothing))).toBe('run runs in public, so nobody reports its result');
});

test('can’t report that an action on the emperor’s side did what it may not do', () => {
  const limited = game({
    ...dungeon([], () => undefined),
    clause: (given: Loose) => ({
      ...(dungeon([], () => undefined).clause?.(given) as object),
      hooks: {
        'may-repeat': ({ last, refuse }: Loose) => (last === null ? undefined : refuse('once is enough')),
      },
    }),
  });
  expect(whyNot(limited.act(nothing))).toBe('');
  expect(whyNot(limited.act(nothing))).toBe('once is enough');
});

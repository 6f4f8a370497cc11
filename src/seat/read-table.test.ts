// What somebody may do now, as the rules answer: each action with its price or the reason against it, and what can be set.
import { beforeAll, expect, test } from 'vitest';

import { type Desk, somebody } from '../session/fixtures/desk.ts';
import { sessionWith } from '../session/fixtures/session.ts';
import { Caches } from '../cache/caches.ts';
import { SandboxError, SandboxLostError } from '../sandbox/host.ts';
import type { Game } from '../host/game.ts';
import type { Position } from '../session/position/position.ts';
import type { RefusalData } from '../kernel/refusal.ts';
import {
  actionOf,
  anyPlayer,
  askRefusal,
  actsOnLines,
  kindsAt,
  openActions,
  possibleActions,
  postOfGame,
  rulesAt,
  settableAt,
  whyNotEnacted,
  withPosition,
  type Possible,
} from './read-table.ts';
import { hasNothingToPick } from './try-ways.ts';

/** Types with what they are unless somebody fills them in, as a condition of the clause. */
const UNLESS_FILLED_IN: Readonly<Record<string, readonly [type: string, isLeft: string]>> = {
  'a text': ["text({ start: '' })", "it === ''"],
  'a text, if any': ['optional(text())', 'it === null'],
  'a word of a list': ["text({ from: 'words', start: 'tea' })", "it === 'tea'"],
  'a number': ['integer({ start: 0 })', 'it === 0'],
  'a number above its least': ['integer({ start: 1, min: 1 })', 'it === 1'],
  'a number that may be below zero': ['integer({ min: null, start: 0 })', 'it === 0'],
  'the greatest number': ['integer({ start: 2, min: 2, max: 9 })', 'it < 9'],
  'a number, if any': ['optional(integer())', 'it === null'],
  'a line of the ledger, if any': ["optional(integer({ from: 'lines' }))", 'it !== 3'],
  'a box': ['boolean({ start: false })', '!it'],
  'a box that is ticked': ['boolean({ start: true })', 'it'],
  'a choice': ["choice(['a', 'b'], { start: 'a' })", "it === 'a'"],
  'a thing': ["thing('bowls', { start: 'old' })", "it.id === 'old'"],
  'a player, if any': ['optional(player())', 'it === null'],
  'a list of texts': ['list(text(), { start: [] })', 'it.length === 0'],
  'a list of things': ["list(thing('bowls'), { start: [] })", 'it.length === 0'],
  'a list, if any': ["optional(list(thing('bowls')))", 'it === null'],
};
const FILLED_IN = Object.entries(UNLESS_FILLED_IN).flatMap(([what, [type, isLeft]]) =>
  ["refuse('it', 'not so')", "forbid('not so')"].map((no, at) => {
    const id = `${what.replaceAll(/\W+/gu, '-')}-${at}`;
    return {
      what,
      id,
      code: `'${id}': action({ with: { it: ${type} }, check({ it, refuse }) { if (${isLeft}) ${no}; } }),`,
    };
  }),
);

const STALL = {
  'dynastic/stall.md': '---\ntitle: Stall\norder: 1\n---\nPlayers trade.\n',
  'dynastic/stall.ts': `import { action, boolean, choice, derive, integer, list, optional, player, post, rule, text, thing } from 'gitnomic/rules';
const MANY = Array.from({ length: 30 }, (_, n) => 'n' + n);
export default rule(({ ledger, refuse: forbid }) => ({
  player: { coins: integer({ start: 2 }), luck: integer({ private: true }) },
  game: { tide: integer({ title: 'The tide' }), bell: boolean(), unseen: integer({ shown: false }) },
  things: { hats: { title: 'Hats', fields: { title: text(), size: integer() } }, bowls: { ids: ['old', 'new'], fields: {} }, cups: { title: 'Cups', ids: ['red'], fields: { size: integer() } } },
  views: {
    lines: derive({ of: 'game', returns: list(text()), value: () => ['0', '3'] }),
    words: derive({ of: 'game', returns: list(text()), value: () => ['milk', 'tea'] }),
    none: derive({ of: 'game', returns: list(text()), value: () => [] }),
  },
  posts: { tally: { engineOnly: true, title: 'Tally' }, 'open-letter': {} },
  actions: {
    free: action({ title: 'Do it', about: 'It is free.' }),
    'buy-it': action({ cost: { coins: 1 } }),
    dear: action({ cost: { coins: 9 } }),
    toss: action({ effect({ game, dice }) { game.tide = dice(6); } }),
    never: action({ effect: () => forbid('it is never done') }),
    whisper: action({ private: true }),
    wear: action({ with: { hat: thing('hats') } }),
    crown: action({ by: 'emperor', with: { hat: thing('hats') } }),
    fill: action({ with: { cup: thing('cups') } }),
    break: action({ with: { cup: thing('cups') }, check({ refuse }) { refuse('cup', 'it does not break'); } }),
    pick: action({ with: { way: choice(['left', 'right']) }, check({ way, refuse }) { if (way === 'left') refuse('way', 'it is shut'); } }),
    last: action({ with: { way: choice(['a', 'b', 'c', 'd', 'e', 'f']) }, check({ way, refuse }) { if (way !== 'f') refuse('way', 'not ' + way); } }),
    'shut-down': action({ with: { way: choice(['a', 'b']) }, check({ way }) { if (way !== undefined) forbid('it is shut down'); } }),
    costly: action({ cost: { coins: 9 }, with: { way: choice(['a', 'b']) }, check({ way, refuse }) { if (way === 'a') refuse('way', 'not a'); } }),
    'dear-left': action({ cost: { coins: 9 }, with: { way: choice(['a', 'b']) }, check({ way, refuse }) { if (way === 'b') refuse('way', 'not b'); } }),
    'sold-out': action({ with: { way: choice(['a', 'b']) }, check({ way, refuse }) { refuse('way', 'no ' + way); } }),
    listed: action({ with: { word: text({ from: 'words' }) }, check({ word, refuse }) { if (word !== 'tea') refuse('word', 'not ' + word); } }),
    'listed-none': action({ with: { word: text({ from: 'none' }) } }),
    gamble: action({ with: { way: choice(['a', 'b']) }, effect({ game, dice }) { game.tide = dice(6); } }),
    count: action({ with: { much: integer({ min: 3 }) }, check({ much, refuse }) { if (much === 3) refuse('much', 'more'); } }),
    pair: action({ with: { cup: thing('cups'), words: text() }, check({ refuse }) { refuse('words', 'say more'); } }),
    'some-hats': action({ with: { hats: list(thing('hats')) } }),
    'some-cups': action({ with: { cups: list(thing('cups')) }, check({ cups, refuse }) { if (cups.length === 0) refuse('cups', 'name one'); } }),
    match: action({
      with: { one: choice(MANY), two: choice(MANY) },
      check({ one, two, refuse }) { if (one !== 'n20') refuse('one', 'not so'); if (two !== 'n6') refuse('two', 'not that'); },
    }),
    call: action({ with: { name: text({ filled: true }) } }),
    shout: action({ with: { words: text() }, check({ refuse }) { refuse('words', 'be quiet'); } }),
    answer: action({ with: { to: post() } }),
    empty: action({ with: { line: integer({ from: 'none' }) } }),
    undo: action({ title: 'Undo a line', with: { line: integer({ from: 'lines' }), why: text({ start: '' }) } }),
    many: action({ with: { one: player(), two: player(), three: player() }, check({ refuse }) { refuse('one', 'no'); } }),
    maybe: action({ with: { hat: optional(thing('hats')) } }),
    ${FILLED_IN.map(({ code }) => code).join('\n    ')}
    either: action({ with: { cup: optional(thing('cups')), hat: optional(thing('hats')) }, check({ cup, refuse }) { if (cup === null) refuse('cup', 'name a hat or a cup'); } }),
  },
}));
`,
};
const bo = somebody('bo');
let desk: Desk;
let possible: ReadonlyMap<string, Possible>;
beforeAll(async () => {
  desk = await sessionWith({ rules: STALL, posts: [{ by: 'ana', title: 'Tea' }] });
  const all = possibleActions(desk.session.position, desk.now, bo);
  possible = new Map(all.filter(({ rule }) => rule.title === 'Stall').map((one) => [one.id, one]));
});

const RULE = { title: 'Stall', number: '2.1' };
const NOTHING: RefusalData = {
  code: 'nothing-to-pick',
  reason: 'there is nothing to choose from',
  rule: null,
  param: null,
};
const refusal = (reason: string, param: string | null = null, code = 'refused'): unknown =>
  expect.objectContaining({ code, reason, param });

test.each<[string, refusal: unknown, cost: readonly string[] | null, isSure: boolean, title?: string]>([
  ['free', null, [], true, 'Do it'],
  ['buy-it', null, ['1 Coin'], true, 'buy it'],
  ['dear', refusal('costs 9 coins, but bo has only 2', null, 'too-little'), ['9 Coins'], false],
  ['toss', null, [], true],
  ['never', refusal('it is never done'), [], false],
  ['whisper', null, [], true],
  ['wear', NOTHING, null, false],
  // Who may not do it at all is told that first.
  [
    'crown',
    expect.objectContaining({ param: null, reason: expect.stringContaining('Emperor') }),
    null,
    false,
  ],
  ['fill', null, null, true],
  ['break', refusal('it does not break', 'cup'), null, false],
  ['pick', null, null, true],
  ['last', null, null, true],
  ['match', null, null, true],
  ['shut-down', refusal('it is shut down'), null, false],
  ['costly', refusal('costs 9 coins, but bo has only 2', null, 'too-little'), null, false],
  ['dear-left', refusal('costs 9 coins, but bo has only 2', null, 'too-little'), null, false],
  ['sold-out', refusal('no a', 'way'), null, false],
  ['listed', null, null, true],
  ['listed-none', NOTHING, null, false],
  ['gamble', null, null, true],
  ['call', null, [], true],
  ['shout', null, null, false],
  ['count', null, null, true],
  ['answer', null, null, true],
  ['empty', NOTHING, null, false],
  ['undo', null, null, true, 'Undo a line'],
  ['many', refusal('no', 'one'), null, false],
  ['maybe', null, [], true],
  ['either', null, null, true],
  ['pair', null, null, false],
  ['some-hats', NOTHING, null, false],
  ['some-cups', null, null, true],
])(
  '%s: says what the rules answer before anything is filled in',
  (id, why, cost, isSure, title = id.replaceAll('-', ' ')) => {
    const about = id === 'free' ? 'It is free.' : null;
    expect(possible.get(id)).toEqual({
      id,
      title,
      about,
      rule: RULE,
      refusal: why,
      cost,
      isSure,
      isLeaving: false,
    });
  },
);

test.each(FILLED_IN)('$id is possible if it can be filled in differently from its start', ({ id }) => {
  // If the refusal names nothing that could be filled in, what it begins with may be all that is meant.
  expect(possible.get(id)).toMatchObject({ refusal: null, isSure: !id.endsWith('-1') });
});

test('without a seat, lists every action without refusals or prices', () => {
  const all = possibleActions(desk.session.position, desk.now, null).filter(
    ({ rule }) => rule.title === 'Stall',
  );
  expect(all.map(({ id }) => id)).toEqual([...possible.keys()]);
  for (const one of all)
    expect(one).toEqual({
      ...possible.get(one.id),
      refusal: null,
      cost: null,
      isSure: false,
      isLeaving: false,
    });
});

const type = (kind: string, from?: string) => ({ kind, ...(from === undefined ? {} : { from }) });
test.each<[string, object, boolean]>([
  ['nothing', {}, false],
  ['a text', { a: type('text') }, false],
  ['a box', { a: type('boolean') }, false],
  ['an empty list', { a: type('text', 'empty') }, true],
  ['an empty list, if anything', { a: { kind: 'optional', of: type('text', 'empty') } }, true],
  ['an empty list and a full one', { a: type('text', 'empty'), b: type('text', 'full') }, false],
  ['an empty list and a text', { a: type('text', 'empty'), b: type('text') }, false],
  ['an empty list and a box', { a: type('text', 'empty'), b: type('boolean') }, true],
  [
    'an empty list and a text, if any',
    { a: type('text', 'empty'), b: { kind: 'optional', of: type('text') } },
    true,
  ],
  ['a list that is not known', { a: type('text', 'unknown') }, false],
])('tells whether there is nothing to pick for %s', (_, words, isEmpty) => {
  const choices = (source: string) =>
    source === 'unknown' ? null : source === 'full' ? [{ value: 'a', label: 'a' }] : [];
  expect(hasNothingToPick(words as never, choices)).toBe(isEmpty);
});

test('the open actions leave out what is private, refused, or not asked for', () => {
  const open = (isMeant?: (action: unknown, id: string) => boolean) =>
    openActions(desk.session.position, desk.now, bo, isMeant).map(({ id }) => id);
  expect(open()).toEqual(expect.arrayContaining(['free', 'buy-it', 'toss', 'fill', 'pick', 'shout']));
  for (const id of ['whisper', 'never', 'dear', 'wear', 'break']) expect(open()).not.toContain(id);
  expect(open((_, id) => id === 'free')).toEqual(['free']);
});

test('offers an action about a ledger line at the lines that its rule names', () => {
  const acts = actsOnLines(desk.session.position, desk.now, bo).filter(({ action }) => action === 'undo');
  expect(acts).toEqual([0, 3].map((n) => ({ n, action: 'undo', title: 'Undo a line', param: 'line' })));
  expect(actsOnLines(desk.session.position, desk.now, bo).map(({ action }) => action)).not.toContain('empty');
});

test('lists public values by path, and tells apart people with the same name', () => {
  const { open } = desk.session.position;
  const values = settableAt({ open });
  const own = values.filter(({ path }) =>
    /^(?:players\.bo\.coins|game\.(?:bell|tide|unseen)|cups|hats)/u.test(path),
  );
  expect(own.map(({ path, name, now, value, type }) => [path, name, now, value, type.kind])).toEqual([
    ['players.bo.coins', 'bo: Coins', '2', 2, 'integer'],
    ['cups.red.size', 'red: Size', '0', 0, 'integer'],
    ['game.tide', 'Game: The tide', '0', 0, 'integer'],
    ['game.bell', 'Game: Bell', 'no', false, 'boolean'],
  ]);
  expect(values.filter(({ path }) => path.startsWith('dynasty.')).map(({ name }) => name)).toContain(
    'Dynasty: Number',
  );
  expect(values.map(({ path }) => path)).not.toContain('players.bo.luck');
  const alike = {
    ...open.play.state(),
    players: { a: { name: 'Al', coins: 1 }, b: { name: 'Al', coins: 2 } },
  };
  const play = {
    sandbox: open.play.sandbox,
    model: open.play.model,
    state: () => alike,
    terms: open.play.terms,
    wording: open.play.wording,
  };
  const names = settableAt({ open: { play } as never }).map(({ path, name }) => [path, name]);
  expect(names.filter(([path = '']) => /^players\..\.coins$/u.test(path))).toEqual([
    ['players.a.coins', 'Al (a): Coins'],
    ['players.b.coins', 'Al (b): Coins'],
  ]);
});

test('finds posts and actions only by their ids, not by inherited property names', () => {
  const { position } = desk.session;
  expect(postOfGame(position, '1')?.title).toBe('Tea');
  expect(actionOf(position, 'free')?.title).toBe('Do it');
  for (const id of ['9', 'constructor', 'toString'])
    expect([postOfGame(position, id), actionOf(position, id)]).toEqual([null, null]);
  expect(whyNotEnacted(position, desk.now, '1')?.reason).toContain('Tea');
  expect(rulesAt(position)).toBe(position.open.play.manifest.rules);
  const kinds = new Map(kindsAt(position).map((one) => [one.id, one]));
  expect(kinds.get('proposal')).toEqual({
    id: 'proposal',
    title: 'Proposal',
    votable: true,
    purpose: 'change',
  });
  expect(kinds.get('story')).toEqual({ id: 'story', title: 'Story Post', votable: false, purpose: 'tell' });
  expect(kinds.get('open-letter')).toEqual({
    id: 'open-letter',
    title: 'Open letter',
    votable: false,
    purpose: null,
  });
  // Rules alone write those.
  expect(kinds.has('tally')).toBe(false);
});

test('asks a question that uses up its sandbox four times at most, and any other only once', async () => {
  const asked = async (error: Error, dead = true, lends = false): Promise<string> => {
    const log: string[] = [];
    const position = {
      open: { play: { sandbox: { dead, lost: new Map() }, dispose: () => log.push('let go') } },
    };
    const lent = { borrow: async () => position, giveBack: () => log.push('given back') };
    const game = { openPosition: async () => position, ...(lends ? lent : {}) } as unknown as Game;
    await expect(
      withPosition(game, () => {
        log.push('asked');
        return Promise.reject(error);
      }),
    ).rejects.toBe(error);
    return log.join(', ');
  };
  const four = (after: string) => Array.from({ length: 4 }, () => `asked, ${after}`).join(', ');
  expect(await asked(new Error('memory'))).toBe(four('let go'));
  expect(await asked(new Error('memory'), true, true)).toBe(four('given back'));
  expect(await asked(new Error('odd'), false)).toBe('asked, let go');
  expect(await asked(new SandboxLostError('out-of-patience', 'slow'))).toBe('asked, let go');
});

test.each<[error: Error, reason: string]>([
  [
    new SandboxLostError('out-of-patience', 'it was stopped at core/odd.ts:3'),
    'it was stopped at core/odd.ts:3',
  ],
  [new SandboxError('too-many-steps', 'it took too long'), 'it took too long'],
])('refuses an action that doesn’t finish, with the reason and place: %s', (error, reason) => {
  const refusalsOf = (): never => {
    throw error;
  };
  const play = { caches: new Caches(), files: new Map(), sandbox: { refusalsOf } } as never;
  const input = { type: 'act', at: '2024-03-01T09:00:00Z', by: 'ana', action: 'sing', with: {} } as never;
  expect(askRefusal(play, input)).toMatchObject({ code: 'out-of-patience', reason });
});

test('doesn’t ask the next sandbox a question that was lost', async () => {
  const opened: Map<string, unknown>[] = [];
  const openPosition = async () => {
    const lost = new Map<string, unknown>();
    opened.push(lost);
    return { open: { play: { sandbox: { dead: true, lost }, dispose: () => undefined } } };
  };
  const error = new SandboxLostError('too-much-memory', 'large');
  const read = ({ open }: Position): readonly string[] => {
    const { lost } = open.play.sandbox;
    if (lost.size > 0) return [...lost.keys()];
    lost.set('a question', error);
    throw new Error('it is gone');
  };
  expect(await withPosition({ openPosition } as unknown as Game, read)).toEqual(['a question']);
  expect(opened.map((lost) => [...lost])).toEqual([[['a question', error]], [['a question', error]]]);
});

test('anyone without an office can stand for anybody; if there is nobody, any player does', async () => {
  const { position } = desk.session;
  expect(anyPlayer(position, desk.now)).toEqual({ id: 'bo', name: 'bo', bot: false });
  const { sandbox } = position.open.play;
  for (const id of ['bo', 'dee', 'eli', 'fay']) sandbox.assume(`players.${id}.admin`, true);
  expect(anyPlayer(position, desk.now)).toEqual({ id: 'ana', name: 'ana', bot: false });
});

// A step of a player, from whatever program: tried first, then taken.
import { beforeAll, expect, test } from 'vitest';

import { homeWith } from '../src/host/fixtures/home-with.ts';
import type { HomeGame } from '../src/host/game.ts';
import { somebody } from '../src/session/fixtures/desk.ts';
import { withPosition } from '../src/seat/read-table.ts';
import { canNow, canSchema, whyNow } from '../src/seat/program/can.ts';
import {
  rehearseStep,
  stepSchema,
  takeSaidStep,
  takeSeatStep,
  type SeatStep,
} from '../src/seat/program/steps.ts';

const COINS = {
  'dynastic/coins.md': '---\ntitle: Coins\norder: 5\n---\nEach Player has Coins.\n',
  'dynastic/coins.ts': `import { action, integer, rule } from 'gitnomic/rules';
export default rule(({ refuse }) => ({
  player: { coins: integer({ start: 2 }), hush: integer({ private: true }) },
  actions: {
    earn: action({ title: 'Earn coins', with: { amount: integer({ min: 1, max: 3 }) }, frequency: 'daily', effect({ actor, amount }) { actor.gain('coins', amount); } }),
    buy: action({ cost: { coins: 1 }, effect() {} }),
    toss: action({ effect({ actor, dice }) { actor.coins = dice(6); } }),
    fly: action({ effect: () => refuse('nobody can fly') }),
    whisper: action({ private: true, effect({ actor }) { actor.hush += 1; } }),
  },
}));
`,
};
const bo = somebody('bo');
const begun = (): Promise<HomeGame> => homeWith({ rules: COINS, posts: [{ by: 'ana', title: 'Tea' }] });
/** Nothing happens in it. */
let game: HomeGame;
beforeAll(async () => {
  game = await begun();
});
const step = (given: object): SeatStep => stepSchema.parse(given);
const act = (action: string, more: object = {}): SeatStep => step({ do: 'act', action, with: more });
const tried = (given: SeatStep) => rehearseStep(game, bo, given);
const stateOf = (of: HomeGame) => withPosition(of, ({ open: { play } }) => structuredClone(play.state()));
const state = () => stateOf(game);

test('a trial of an action gives its cost, changes and answers, and does nothing', async () => {
  expect(await tried(act('earn', { amount: 3 }))).toEqual({
    ok: true,
    refusals: [],
    cost: [],
    said: ['bo: Coins 2 → 5'],
    open: false,
    matter: null,
  });
  expect(await tried(act('buy'))).toMatchObject({ ok: true, cost: ['1 Coin'], said: ['bo: Coins 2 → 1'] });
  expect((await state()).players['bo']?.['coins']).toBe(2);
});

test.each<[string, object]>([
  ['toss', { ok: true, open: true, said: [] }],
  ['whisper', { ok: true, open: true, said: [] }],
  ['fly', { ok: false, open: false, refusals: ['Nobody can fly (rule 2.1 Coins).'] }],
  ['flyy', { ok: false, refusals: [expect.stringMatching(/did you mean .*fly/u)] }],
])(
  'a trial of %s leaves open what depends on chance or a secret, and gives the reason for a refusal',
  async (action, found) => {
    expect(await tried(act(action))).toMatchObject(found);
  },
);

test('a trial of a vote shows how the matter would stand', async () => {
  const vote = step({ do: 'vote', matter: '1', vote: 'for' });
  const { ok, matter } = await tried(vote);
  expect([ok, matter?.votes]).toEqual([true, { ana: 'FOR', bo: 'FOR' }]);
  expect((await state()).posts['1']?.uses.map(({ by }) => by)).not.toContain('bo');
  expect(await tried(step({ do: 'vote', matter: '1', vote: 'fro' }))).toMatchObject({
    ok: false,
    refusals: [expect.stringMatching(/^You can’t vote fro; did you mean FOR\? Vote with one of .*AGAINST/u)],
    matter: null,
  });
  expect(await tried(step({ do: 'vote', matter: '1', vote: 'xyzzyx' }))).toMatchObject({
    ok: false,
    refusals: [expect.stringMatching(/^You can’t vote xyzzyx\. Vote with one of /u)],
  });
});

test('a trial of posts and comments is refused as the rules refuse them', async () => {
  expect(await tried(step({ do: 'comment', post: '1', text: 'Well.' }))).toMatchObject({
    ok: true,
    matter: null,
  });
  expect(await tried(step({ do: 'post', kind: 'story', title: 'Once' }))).toMatchObject({ ok: true });
  expect(await tried(step({ do: 'post', kind: 'stroy', title: 'Once' }))).toMatchObject({
    ok: false,
    refusals: [expect.stringContaining('story')],
  });
  expect(Object.keys((await state()).posts)).toEqual(['1']);
});

test('a trial of a proposal lists the files that it changes, and refuses one with words that aren’t found', async () => {
  const add = { do: 'add', title: 'Manners', text: 'Everybody says please.' };
  const proposing = (changes: readonly object[], more: object = {}) =>
    step({ do: 'propose', title: 'Manners', changes, ...more });
  const seen = await tried(proposing([add]));
  expect(seen).toMatchObject({ ok: true, refusals: [] });
  expect(seen.said[0]).toBe('content/ruleset/dynastic/manners.md');
  const wrong = { do: 'repeal', rule: 'No such rule' };
  expect(await tried(proposing([wrong]))).toMatchObject({
    ok: false,
    said: [],
    refusals: [expect.stringContaining('No such rule')],
  });
  expect(await tried(proposing([add], { kind: 'nothing' }))).toMatchObject({ ok: false, said: [] });
  const own = await begun();
  expect(await takeSeatStep(own, bo, proposing([wrong]))).toMatchObject({ ok: false, post: null });
  expect(await takeSeatStep(own, bo, proposing([add]))).toMatchObject({ ok: true, post: '2' });
  expect((await stateOf(own)).posts['2']).toMatchObject({ kind: 'proposal', title: 'Manners', author: 'bo' });
});

test('takes each step as a comment or a post, with the program’s remark below it', async () => {
  const own = await begun();
  const said = async () => (await stateOf(own)).posts['1']?.comments.map(({ text }) => text) ?? [];
  expect(
    await takeSaidStep(own, bo, step({ do: 'comment', post: '1', text: 'Well.' }) as never, '\n\nby robot'),
  ).toMatchObject({ ok: true });
  expect((await said()).at(-1)).toBe('Well.\n\nby robot');
  expect(
    await takeSaidStep(
      own,
      bo,
      step({ do: 'vote', matter: '1', vote: 'against', text: 'No.' }) as never,
      '\n\nby robot',
    ),
  ).toMatchObject({ ok: true });
  expect((await said()).at(-1)).toBe('No.\n\nby robot\n\n:against:');
  expect(await takeSaidStep(own, bo, step({ do: 'vote', matter: '1', vote: 'fro' }) as never)).toMatchObject({
    ok: false,
    said: [expect.stringContaining('FOR')],
    post: null,
  });
  expect(await takeSaidStep(own, bo, act('earn', { amount: 2 }) as never)).toMatchObject({ ok: true });
  expect(await takeSeatStep(own, bo, act('buy'))).toMatchObject({ ok: true });
  expect((await stateOf(own)).players['bo']?.['coins']).toBe(3);
  expect(
    await takeSeatStep(own, bo, step({ do: 'post', kind: 'story', title: 'Once', text: 'Upon.' })),
  ).toMatchObject({ ok: true });
  expect(
    Object.values((await stateOf(own)).posts).map(({ kind, title, text }) => [kind, title, text]),
  ).toContainEqual(['story', 'Once', 'Upon.']);
});

const look = <T>(see: (position: Parameters<typeof canNow>[0]) => T): Promise<T> => withPosition(game, see);

test('tells a program all that its player can do, in the promised shape', async () => {
  const can = await look((position) => canNow(position, game.now(), { ...bo, name: 'Bo' }));
  expect(can).toMatchObject(canSchema.parse(can));
  expect(can.who).toEqual({ id: 'bo', name: 'Bo' });
  expect(can.now).toBe(game.now());
  const own = can.actions.filter(({ rule }) => rule.title === 'Coins');
  expect(own.map(({ id, title, frequency, by, cost }) => [id, title, frequency, by, cost])).toEqual(
    expect.arrayContaining([
      ['buy', 'buy', null, ['player'], ['1 Coin']],
      ['earn', 'Earn coins', 'daily', ['player'], null],
      ['fly', 'fly', null, ['player'], []],
      ['toss', 'toss', null, ['player'], []],
      ['whisper', 'whisper', null, ['player'], []],
    ]),
  );
  expect(own.find(({ id }) => id === 'earn')?.parameters).toMatchObject([
    { id: 'amount', input: 'integer', min: 1, max: 3, required: true },
  ]);
  expect(can.votes).toMatchObject([{ matter: '1', title: 'Tea', kind: 'proposal' }]);
  expect(can.votes[0]?.votes).toContainEqual({ vote: 'FOR', refusal: null });
  const story = can.posts.find(({ kind }) => kind === 'story');
  expect(story).toMatchObject({ votable: false, refusal: null });
  expect(can.posts.find(({ kind }) => kind === 'proposal')).toMatchObject({ votable: true });
});

test('only pending matters can be voted on', async () => {
  const own = await begun();
  own.forward(30 * 24 * 3_600_000);
  await own.tick();
  expect((await stateOf(own)).posts['1']?.status).not.toBe('pending');
  expect((await withPosition(own, (position) => canNow(position, own.now(), bo))).votes).toEqual([]);
});

test('explains rule by rule why something can’t be done, and reveals no secret', async () => {
  const why = (asked: object) => look((position) => whyNow(position, game.now(), bo, { with: {}, ...asked }));
  expect(await why({ matter: '1' })).toMatch(/vote|quorum|hours/iu);
  expect(await why({ matter: '7' })).toBe('7 is not a pending matter.');
  expect(await why({})).toBe(' is not a pending matter.');
  expect(await why({ action: 'fly' })).toContain('nobody can fly');
  expect(await why({ action: 'whisper' })).toBe(
    'That action uses private values, which the answer would give away.',
  );
  expect(await why({ action: 'nothing' })).toContain('nothing');
});

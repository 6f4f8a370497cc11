// What the rules would say to what somebody is about to do, on a copy of the game.
import { beforeAll, expect, test } from 'vitest';

import { type Desk, somebody } from '../session/fixtures/desk.ts';
import { sessionWith } from '../session/fixtures/session.ts';
import {
  kindMeant,
  kindsOfChange,
  previewAction,
  previewOwn,
  previewPost,
  previewVotes,
  votesOffered,
  whyNobodyProposes,
  whyNoProposals,
  whyNotPlaying,
} from './preview.ts';

const RULES = {
  'dynastic/coins.md': '---\ntitle: Coins\norder: 5\n---\nEach Player has Coins.\n',
  'dynastic/coins.ts': `import { action, integer, rule } from 'gitnomic/rules';
export default rule(({ refuse, game }) => ({
  player: { coins: integer({ start: 2 }), fame: integer(), luck: integer(), hush: integer({ private: true }) },
  game: { shut: integer(), price: integer() },
  hooks: {
    'may-post'({ kind }) {
      if (game.shut === 1 && kind === 'proposal') refuse('it is night');
      if (game.shut === 2) refuse('it is darkest night');
    },
  },
  actions: {
    buy: action({ cost: { coins: 1 }, effect() {} }),
    spend: action({ cost: { coins: 9 }, effect() {} }),
    toss: action({ cost: { coins: 1 }, effect({ actor, dice }) { actor.coins = dice(6); } }),
    sell: action({
      cost: { coins: 1 },
      effect({ actor, game, dice, pick, players }) {
        actor.fame += 3;
        game.price = dice(6);
        pick(players.all()).luck = 1;
      },
    }),
    spin: action({ effect({ actor, dice }) { actor.fame = dice(6) === 3 ? 9 : 1; actor.coins = 5; } }),
    bet: action({ effect({ actor, dice, refuse }) { actor.fame = 1; if (dice(6) === 6) refuse('too much'); } }),
    fly: action({ effect: () => refuse('nobody can fly') }),
    whisper: action({ private: true, effect({ actor }) { actor.hush += 1; } }),
    mutter: action({ private: true, check: () => refuse('no muttering'), effect({ actor }) { actor.hush += 1; } }),
  },
}));
`,
};
let desk: Desk;
beforeAll(async () => {
  desk = await sessionWith({ rules: RULES, posts: [{ by: 'ana', title: 'Tea' }] });
});
const play = () => desk.session.position.open.play;
const shut = (how: number): void => play().sandbox.assume('game.shut', how);
const NONE = {
  refusal: null,
  price: [],
  changes: [],
  result: null,
  stays: [],
  byChance: false,
  unseen: false,
};

test.each<[string, object]>([
  ['toss', { byChance: true, price: ['1 Coin'] }],
  ['sell', { byChance: true, price: ['1 Coin'], changes: ['bo: Coins 2 → 1', 'bo: Fame 0 → 3'] }],
  // In some cases it is refused.
  ['spin', { byChance: true, changes: ['bo: Coins 2 → 5'] }],
  ['bet', { byChance: true }],
  ['fly', { refusal: expect.objectContaining({ code: 'refused', reason: 'nobody can fly' }) }],
  ['spend', { refusal: expect.objectContaining({ code: 'too-little' }), price: ['9 Coins'] }],
  ['whisper', { unseen: true }],
  ['mutter', { refusal: expect.objectContaining({ reason: 'no muttering' }) }],
  ['nothing', { refusal: expect.objectContaining({ code: 'no-such-action' }) }],
  // It changes the copy, so it is the last.
  ['buy', { price: ['1 Coin'], changes: ['bo: Coins 2 → 1'] }],
])('previews what is known about %s', (action, told) => {
  const { position } = desk.session;
  expect(previewAction(position, desk.now, somebody('bo'), action, {})).toEqual({ ...NONE, ...told });
});

test('judges each vote for a player, and counts none from anyone else', () => {
  const votes = (who: string, on: string) =>
    previewVotes(desk.session.position, desk.now, somebody(who), on).map(({ vote, refusal }) => [
      vote,
      refusal?.code ?? null,
      refusal?.reason ?? null,
    ]);
  expect(votes('bo', '1')).toEqual([
    ['FOR', null, null],
    ['AGAINST', null, null],
    ['DEFERENTIAL', null, null],
    ['VETO', 'refused', expect.stringContaining('only the Emperor')],
  ]);
  expect(new Set(votes('gus', '1').map(([, code, why]) => `${code} ${why}`))).toEqual(
    new Set(['not-counted gus is not on the roster']),
  );
  expect(new Set(votes('bo', '9').map(([, code]) => code))).toEqual(new Set(['no-such-post']));
  expect([whyNotPlaying(play(), desk.now, 'bo'), whyNotPlaying(play(), desk.now, 'gus')]).toEqual([
    null,
    'is not on the roster',
  ]);
});

test('lists the votes and kinds that the rules offer, even for an unknown kind', () => {
  const { position } = desk.session;
  const offered = votesOffered(position, desk.now, 'proposal');
  expect(offered).toContain('AGAINST');
  expect(votesOffered(position, desk.now, 'nothing')).toEqual(offered);
  expect(kindMeant(position, desk.now)).toBe('proposal');
  expect(kindsOfChange(play())).toEqual(['proposal', 'cfj']);
});

test('whether someone can propose depends on whether one kind of change or all are closed', () => {
  const told = () => [
    whyNoProposals(play(), desk.now, 'bo')?.reason,
    whyNoProposals(play(), desk.now, 'bo', ['proposal'])?.reason,
    whyNobodyProposes(play(), desk.now)?.reason,
    whyNobodyProposes(play(), desk.now, true)?.reason,
    previewPost(desk.session.position, desk.now, somebody('bo'), { kind: 'proposal', title: 'A', text: 'b' })
      ?.reason,
  ];
  expect(told()).toEqual([undefined, undefined, undefined, undefined, undefined]);
  expect(whyNoProposals(play(), desk.now, 'gus')?.reason).toBe('gus is not on the roster');
  shut(1);
  // Other kinds of change are open.
  expect(told()).toEqual([undefined, 'it is night', undefined, 'it is night', 'it is night']);
  shut(2);
  expect(told()).toEqual(Array.from({ length: 5 }, () => 'it is darkest night'));
  // Nobody else but the idle could.
  for (const id of Object.keys(play().state().players)) play().sandbox.assume(`players.${id}.state`, 'idle');
  expect(whyNobodyProposes(play(), desk.now)).toBeNull();
  shut(0);
  for (const id of Object.keys(play().state().players))
    play().sandbox.assume(`players.${id}.state`, 'active');
});

test('authors may edit their own post if the rules allow it, and nobody else’s', () => {
  const own = (who: string) =>
    previewOwn(desk.session.position, desk.now, somebody(who), { id: '1', title: 'Tea', text: 'x' });
  expect([own('ana'), own('bo')]).toEqual([
    { edit: true, withdraw: false },
    { edit: false, withdraw: false },
  ]);
});

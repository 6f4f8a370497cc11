// A copy of a game finds changes whatever its rules ask for: an author, an hour, words, a turn, one change at a time.
import { expect, test } from 'vitest';

import type { SessionWish } from '../session/fixtures/session.ts';
import { BY_HAND, FEW, guard, inRoom, refusing } from './fixtures/guarded.ts';
import { GameCopy } from './game-copy.ts';
import { changesToTry, wordsOfMatters, type Scene } from './sketch-changes.ts';
import type { Tally } from './tally.ts';

interface Tried {
  readonly made: readonly string[];
  readonly left: readonly (readonly string[])[];
  readonly stuck: string | null;
  readonly only: string | null;
  readonly onlyBy: string | null;
  readonly failing: readonly string[];
  /** The number of matters that were posted to find this out. */
  readonly posted?: number;
}
const GUARD = 'dynastic/guard';

async function copyOf<T>(
  wish: SessionWish,
  run: (copy: GameCopy, scene: Scene, at: string, count: { readonly posted: number }) => T,
  more: Partial<Scene> = {},
): Promise<T> {
  return inRoom(wish, ({ room, play, at, edition }) => {
    const state = { ...play.state(), posts: {}, submissions: {} };
    const amendment = { before: edition, after: edition, state } as never;
    const scene: Scene = {
      state,
      values: [],
      id: '7',
      ...wordsOfMatters(amendment),
      touched: [GUARD],
      changes: changesToTry(edition.files, [GUARD], { state }).slice(0, 4),
      ...more,
    };
    const ruled = room.under(edition);
    const copy = GameCopy.open(room, edition, scene, at);
    if (typeof ruled === 'string' || typeof copy === 'string') throw new Error('the rules don’t run');
    const count = { posted: 0 };
    const take = ruled.sandbox.take.bind(ruled.sandbox);
    Object.assign(ruled.sandbox, {
      take: (...[input]: Parameters<typeof take>) => {
        if (input.type === 'post') count.posted += 1;
        return take(input);
      },
    });
    return run(copy, scene, at, count);
  });
}
const told = (copy: GameCopy, { made, left, stuck, only, onlyBy }: Tally): Tried => ({
  made: [...made],
  left: [...left],
  stuck,
  only,
  onlyBy,
  failing: [...copy.failing],
});
const tried = (wish: SessionWish, more: Partial<Scene> = {}): Promise<Tried> =>
  copyOf(
    wish,
    (copy, _, at, count) => ({ ...told(copy, copy.tryAllOrNext(at)), posted: count.posted }),
    more,
  );

const STATE = 'game: { open: boolean() },';
const act = (effect: string): string => `action({ effect({ game, refuse }) { ${effect} } })`;
const WHY = 'no gulls (Guard, dynastic/guard)';
const [REWORDED, REPEALED] = ['write', 'delete'].map((does) => `${does} content/ruleset/dynastic/guard.md`);
const IN_WORDS = ['edit the rule dynastic/guard', 'repeal the rule dynastic/guard'];
const ONE_CHANGE = 'a proposal is one rule-change, and this is another';
const TURN = ['write', 'delete'].map((does) => `${does} content/ruleset/core/a-turn.md`);
const ADMINS = ['write', 'delete'].map((does) => `${does} content/ruleset/core/by-hand/admins.md`);
const leftOut = (why: string): readonly unknown[] => [
  [REWORDED, why],
  [REPEALED, why],
  ...TURN.map((change) => [change, ONE_CHANGE]),
];
const NOTHING: Tried = { made: [], left: [], stuck: null, only: null, onlyBy: null, failing: [] };
const FAILED = "[...g.posts].filter(({ status }) => status === 'failed').length";
const MANY = ['ana', 'bo', 'cy', 'dee', 'eli', 'fay', 'gus', 'hal', 'ida', 'joe'].map((id) => ({
  id,
  account: id,
  name: id,
  admin: id === 'ana',
}));
/** Fay has won, and names the next dynasty as the matters that are tried are named. */
const WON = `game: { next: boolean() },
  views: { 'dynasty-won': derive({ of: 'game', returns: data(), value: () => g.game.next ? null : { winner: 'fay', begins: 'fay', next: 'go-on' } }) },
actions: { 'go-on': action({ with: { 'full-name': text({ filled: true }), more: optional(text()), at: optional(integer()) }, effect({ actor, fullName, more, game, refuse }) { if (actor.id !== 'fay' || fullName === '' || more) refuse('no'); game.next = true; } }) },`;
const PLEASE = { title: 'please', text: 'please' };

test.each<
  [rules: string, wish: SessionWish, found: Partial<Record<keyof Tried, unknown>>, more?: Partial<Scene>]
>([
  [
    'one change at a time',
    { ...FEW, rules: guard('{}') },
    { posted: 4, made: [REWORDED, REPEALED, TURN[0]] },
  ],
  ['all at once', { ...BY_HAND, rules: guard('{}') }, { posted: 3, made: [REWORDED, REPEALED, ...ADMINS] }],
  [
    'nothing',
    { ...FEW, rules: refusing('may-change', 'true') },
    {
      posted: 76,
      left: [...leftOut('no gulls'), ...IN_WORDS.map((change) => [change, 'no gulls'])],
      stuck: 'no gulls',
    },
  ],
  [
    'what is asked in words',
    { ...FEW, rules: refusing('may-change', "change.verb === 'file'") },
    { posted: 12, made: IN_WORDS, left: leftOut('no gulls') },
  ],
  [
    'matters of one author',
    { ...FEW, rules: refusing('may-enact', "matter.author?.id !== 'fay'") },
    { posted: 103, made: [REWORDED], onlyBy: 'fay' },
  ],
  [
    'what the one who may post posts',
    { ...BY_HAND, rules: refusing('may-post', "author.id !== 'fay'") },
    { posted: 18, made: [REWORDED, REPEALED, ...ADMINS] },
  ],
  [
    'what is posted in the morning',
    { ...BY_HAND, rules: refusing('may-post', "g.now.slice(11, 13) > '08'") },
    { posted: 155, made: [REWORDED] },
  ],
  [
    'what passes in the night',
    { ...FEW, rules: refusing('may-enact', "g.now.slice(11, 13) > '02'") },
    { posted: 4, made: [REWORDED, REPEALED, TURN[0]] },
  ],
  [
    'what says a word',
    { ...FEW, rules: refusing('may-enact', "!matter.title.includes('please')") },
    { posted: 76, made: [REWORDED], only: 'please' },
    { named: [{ title: 'thanks', text: '' }, PLEASE] },
  ],
  [
    'what nobody knows, since a clause fails',
    {
      ...FEW,
      rules: guard(
        "{ hooks: { 'may-enact'({ matter }) { if (matter.title !== 'please') throw new Error('x'); } } }",
      ),
    },
    {
      posted: 74,
      stuck: 'the code of Guard fails in its hook "may-enact": x (Guard, dynastic/guard)',
      failing: [GUARD],
    },
    { named: [PLEASE] },
  ],
  [
    'one after another has failed',
    { ...FEW, rules: refusing('may-enact', `${FAILED} < 1`) },
    { posted: 33, made: [REWORDED] },
  ],
  [
    'one after two have failed',
    { ...FEW, rules: refusing('may-enact', `${FAILED} < 2`) },
    { posted: 43, made: [REWORDED] },
  ],
  [
    'one after another that an Admin let fail',
    { ...BY_HAND, rules: refusing('may-enact', `${FAILED} < 1`) },
    { posted: 37, made: [REWORDED] },
  ],
  [
    'what is posted after an action',
    {
      ...FEW,
      rules: refusing(
        'may-post',
        '!g.game.open',
        `${STATE} actions: { open: ${act('game.open = true;')}, shut: action({ with: { a: text() }, effect({ refuse }) { refuse('no'); } }) },`,
      ),
    },
    { posted: 98, made: [REWORDED] },
  ],
  [
    'nothing, and each action is refused for one reason',
    {
      ...FEW,
      rules: refusing(
        'may-post',
        '!g.game.open',
        `${STATE} actions: { ${['wave', 'shout', 'pass', 'skip'].map((id) => `${id}: ${act("refuse('never');")}`).join(', ')} },`,
      ),
    },
    { posted: 108, stuck: WHY },
  ],
  ...(
    [
      ['nothing, since all that depends on dice is refused for one reason', ['never', 'never'], 'never'],
      ['nothing, since what depends on dice is refused for several', ['never', 'not now'], 'no gulls'],
      ['nothing, since one thing that depends on dice is refused', ['never'], 'no gulls'],
    ] as const
  ).map(
    ([what, reasons, why]) =>
      [
        what,
        {
          ...FEW,
          rules: guard(
            `{ actions: { ${reasons.map((reason, at) => `roll${at}: action({ effect({ dice, refuse }) { if (dice(6) > 0) refuse('${reason}'); } })`).join(', ')} }, hooks: { 'may-post'({ refuse }) { refuse('no gulls'); } } }`,
          ),
        },
        { posted: 108, stuck: `${why} (Guard, dynastic/guard)` },
      ] as [string, SessionWish, object],
  ),
  [
    'one a day after another has failed',
    {
      ...FEW,
      rules: refusing('may-enact', `g.now < '2024-03-02T09:00:00Z' || ${FAILED} < 1`),
    },
    { posted: 33, made: [REWORDED] },
  ],
  [
    'nothing where one has to fail and none may',
    {
      ...FEW,
      rules: guard(
        `{ hooks: { 'may-enact'({ refuse }) { if (${FAILED} < 1) refuse('no gulls'); }, 'may-fail'({ refuse }) { refuse('all goes well'); } } }`,
      ),
    },
    { posted: 22, stuck: WHY },
  ],
  [
    'nothing, for a reason that names the matter',
    { ...FEW, rules: guard("{ hooks: { 'may-post'({ title, refuse }) { refuse(`not “${title}”`); } } }") },
    { posted: 108, stuck: 'not “a proposal” (Guard, dynastic/guard)' },
  ],
  [
    'matters of the last of many',
    { ...FEW, rules: refusing('may-enact', "matter.author?.id !== 'joe'"), players: MANY },
    { posted: 240, made: [REWORDED], onlyBy: 'joe' },
  ],
  [
    'what is posted once the winner has begun the next dynasty',
    { ...FEW, rules: refusing('may-post', '!g.game.next', WON) },
    { posted: 112, made: [REWORDED, REPEALED, TURN[0]] },
  ],
  [
    'nothing, since the winner can’t begin the next dynasty',
    { ...FEW, rules: refusing('may-post', '!g.game.next', WON.replace("!== 'fay'", "!== 'eli'")) },
    { posted: 108, stuck: WHY },
  ],
])('rules let %s change, which is known after so many matters', async (_, wish, found, more) => {
  expect(await tried(wish, more)).toEqual({ ...NOTHING, ...found });
});

test.each<[rules: string, wish: SessionWish, found: object, ofStuck?: object]>([
  ['anything', { ...FEW, rules: guard('{}') }, { made: [REWORDED] }],
  [
    'nothing',
    { ...FEW, rules: refusing('may-change', 'true') },
    { left: [REWORDED, REPEALED, ...TURN].map((change) => [change, 'no gulls']), stuck: 'no gulls' },
  ],
  [
    'what others post',
    { ...FEW, rules: refusing('may-enact', "matter.author?.id !== 'fay'") },
    { stuck: WHY },
  ],
  [
    'what passes at one hour',
    { ...FEW, rules: refusing('may-enact', "g.now.slice(11, 13) !== '03'") },
    { made: [REWORDED] },
    { stuck: WHY },
  ],
])(
  'tries changes one by one under rules that let %s pass, at other hours too unless all are stuck',
  async (_, wish, found, ofStuck = found) => {
    const each = (isStuckAnyway: boolean) =>
      copyOf(wish, (copy, { changes }, at) => told(copy, copy.tryEach(at, changes, isStuckAnyway)));
    expect([await each(false), await each(true)]).toEqual([
      { ...NOTHING, ...found },
      { ...NOTHING, ...ofStuck },
    ]);
  },
);

test('leaves out a value that its variable can’t hold, and sets the others', async () => {
  const rules = refusing('may-enact', 'g.game.pot !== 7', 'game: { pot: integer() },');
  const values = [
    { path: 'game.pot', value: 'much' },
    { path: 'game.pot', value: 7 },
    { path: 'game.pan', value: 7 },
  ];
  expect(await tried({ ...FEW, rules })).toMatchObject({ stuck: WHY });
  expect(await tried({ ...FEW, rules }, { values })).toMatchObject({
    stuck: null,
    made: [REWORDED, REPEALED, TURN[0]],
  });
});

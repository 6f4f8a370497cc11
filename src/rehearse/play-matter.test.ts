// What becomes of a made-up matter for which everybody votes, under rules that stand in its way.
import { expect, test } from 'vitest';

import type { MatterChange } from '../kernel/state.ts';
import type { SessionWish } from '../session/fixtures/session.ts';
import { coursesOf } from '../wording/courses.ts';
import { BY_HAND, EASY, FEW, guard, inRoom, refusing } from './fixtures/guarded.ts';
import { layIn } from './game-copy.ts';
import { playMatter, type Came, type Learned, type Posted } from './play-matter.ts';

const PEOPLE = ['ana', 'bo', 'cy', 'dee', 'eli', 'fay'];
const file = (name: string): MatterChange => ({
  verb: 'file',
  path: `content/ruleset/dynastic/${name}.md`,
  content: `---\ntitle: ${name}\norder: 96\n---\nThere is ${name}.\n`,
  base: null,
});

/** What became of such matters, one after another, what was learned from them, and how many votes each took. */
async function played(
  wish: SessionWish,
  ...all: readonly Partial<Posted>[]
): Promise<{ readonly came: readonly Came[]; readonly learned: Learned; readonly votes: readonly number[] }> {
  return inRoom(wish, ({ room, play, at, edition }) => {
    const ruled = room.under(edition);
    if (typeof ruled === 'string') throw new Error(ruled);
    const { sandbox } = ruled;
    layIn(sandbox, { state: play.state(), values: [] });
    const learned: Learned = {
      whateverVotes: new Set(),
      despiteAll: new Set(),
      votes: new Map(),
      usual: {},
    };
    const [course] = coursesOf(sandbox, play.model, at);
    if (course === undefined) throw new Error('there is no course');
    const sketch = { title: 'Tea', text: 'Please.', changes: [file('tea')] };
    const given = { course, at, id: '1', sketch, voters: PEOPLE, authors: PEOPLE, remark: '', learned };
    let cast = 0;
    const take = sandbox.takeEach.bind(sandbox);
    Object.assign(sandbox, {
      takeEach: (...[inputs]: Parameters<typeof take>) => {
        cast += inputs.length;
        return take(inputs);
      },
    });
    const votes: number[] = [];
    const came = (all.length === 0 ? [{}] : all).map((more) => {
      cast = 0;
      const one = playMatter(sandbox, { ...given, ...more });
      votes.push(cast);
      return one;
    });
    return { came, learned, votes };
  });
}

const ADMINS = PEOPLE.map((id) => ({ id, account: id, name: id, admin: id < 'c' }));
const TEA = { made: new Set(['write content/ruleset/dynastic/tea.md']) };
const PASSES = {
  enacted: true,
  made: TEA.made,
  left: new Map(),
  reason: null,
  isPosted: true,
  fails: false,
  voters: PEOPLE,
};
const FAILS = { ...PASSES, enacted: false, made: new Set(), voters: [], failing: undefined };
const WHY = 'no gulls (Guard, dynastic/guard)';
const throwing = (hook: string, when = 'true') =>
  guard(
    `{ hooks: { '${hook}'({ author, refuse }) { if (${when}) throw new Error('no tea'); refuse('nobody'); } } }`,
  );
const saysFailed = (where: string): string =>
  `the code of Guard fails in its ${where}: no tea (Guard, dynastic/guard)`;
const failed = (where: string) => ({
  ...FAILS,
  reason: saysFailed(where),
  fails: true,
  failing: 'dynastic/guard',
});

test.each<[rules: string, wish: SessionWish, more: Partial<Posted>, came: object]>([
  ['as they are', FEW, {}, PASSES],
  ['by which Admins resolve', BY_HAND, {}, { ...PASSES, voters: [] }],
  [
    'by which a matter makes one change',
    FEW,
    { sketch: { title: 'Tea', text: '', changes: [file('tea'), file('gin')] } },
    {
      ...PASSES,
      reason: 'a proposal is one rule-change, and this is another',
      left: new Map([
        ['write content/ruleset/dynastic/gin.md', 'a proposal is one rule-change, and this is another'],
      ]),
    },
  ],
  [
    'by which nobody may post',
    { ...FEW, rules: refusing('may-post', 'true') },
    {},
    { ...FAILS, reason: WHY, isPosted: false },
  ],
  [
    'of which the refusal that fewest hear says most',
    {
      ...FEW,
      rules: guard(
        "{ hooks: { 'may-post'({ author, refuse }) { refuse(author.id === 'cy' ? 'not cy' : 'nobody'); } } }",
      ),
    },
    {},
    { ...FAILS, reason: 'not cy (Guard, dynastic/guard)', isPosted: false },
  ],
  [
    'of which a fault says more than a refusal',
    { ...FEW, rules: throwing('may-post', "author.id !== 'bo'") },
    {},
    { ...failed('hook "may-post"'), isPosted: false },
  ],
  [
    'if nobody is left to post',
    FEW,
    { authors: [] },
    { ...FAILS, reason: 'nobody could post a proposal', isPosted: false },
  ],
  [
    'by which only those of somebody pass who is then its author',
    { ...FEW, rules: refusing('may-enact', "matter.author?.id !== 'fay'") },
    { as: 'fay' },
    PASSES,
  ],
  [
    'by which only those of somebody else pass',
    { ...FEW, rules: refusing('may-enact', "matter.author?.id !== 'fay'") },
    {},
    { ...FAILS, reason: WHY },
  ],
  [
    'of which a clause fails at the end',
    { ...FEW, rules: throwing('may-enact') },
    {},
    failed('hook "may-enact"'),
  ],
  [
    'of which a clause fails for some hours',
    {
      ...FEW,
      rules: throwing('may-enact', "g.now > '2024-03-01T18:00:00Z' && g.now < '2024-03-02T12:00:00Z'"),
    },
    {},
    failed('hook "may-enact"'),
  ],
  [
    'of which a clause fails as an Admin resolves',
    { ...BY_HAND, rules: throwing('may-enact') },
    {},
    failed('hook "may-enact"'),
  ],
  [
    'of which a clause fails as it comes into force',
    { ...FEW, rules: guard("{ on: { enacted() { throw new Error('no tea'); } } }") },
    {},
    { ...failed('event "enacted"') },
  ],
  [
    'of which a clause fails at each vote',
    { ...FEW, rules: throwing('may-vote') },
    {},
    failed('hook "may-vote"'),
  ],
  [
    'by which people vote from the evening on',
    { ...FEW, rules: refusing('may-vote', "g.now < '2024-03-01T17:00:00Z'") },
    {},
    PASSES,
  ],
  [
    'by which nobody may vote',
    { ...FEW, rules: refusing('may-vote', 'true') },
    {},
    { ...FAILS, reason: WHY },
  ],
  ['of a game in which nobody votes', FEW, { voters: [] }, { ...FAILS, reason: 'nobody could vote' }],
  [
    'by which Admins resolve what nobody votes on',
    BY_HAND,
    { voters: [] },
    { ...FAILS, reason: 'nobody could vote' },
  ],
  [
    'by which Admins may resolve nothing',
    { ...BY_HAND, rules: refusing('may-enact', 'true') },
    {},
    { ...FAILS, reason: WHY },
  ],
  [
    'by which Admins may resolve it later',
    { ...BY_HAND, rules: refusing('may-enact', "g.now < '2024-03-01T16:00:00Z'") },
    {},
    { ...PASSES, voters: [] },
  ],
  [
    'by which it fails after days',
    {
      ...FEW,
      rules: guard(
        "{ hooks: { 'may-enact'({ refuse }) { refuse('no gulls'); }, 'may-fail': () => 'permit' } }",
      ),
    },
    {},
    { ...FAILS, reason: WHY },
  ],
  [
    'by which each of two Admins may resolve nothing, for reasons of their own',
    {
      ...BY_HAND,
      players: ADMINS,
      rules: guard("{ hooks: { 'may-enact'({ by, refuse }) { if (by !== null) refuse(`not ${by.id}`); } } }"),
    },
    {},
    { ...FAILS, reason: 'not ana (Guard, dynastic/guard)' },
  ],
  [
    'by which Admins resolve, of whom there are none',
    { ...BY_HAND, players: ADMINS.map((one) => ({ ...one, admin: false })) },
    {},
    { ...FAILS, reason: expect.stringMatching(/^an Admin resolves it by hand/u) as string },
  ],
  [
    'by which it passes after days',
    { ...FEW, rules: refusing('may-enact', "g.now < '2024-03-03T16:00:00Z'") },
    {},
    PASSES,
  ],
  [
    'by which somebody has to say something about it',
    {
      ...FEW,
      rules: refusing('may-enact', "![...matter.comments].some(({ text }) => text.includes('Nice'))"),
    },
    { remark: 'Nice.' },
    PASSES,
  ],
])('a matter has the same result each time it is tried, under rules %s', async (_, wish, more, came) => {
  const { came: both } = await played(wish, more, more);
  expect(both.map((one) => ({ ...one, left: new Map(one.left) }))).toEqual([came, came]);
});

test('what is learned from one matter makes the next one quicker', async () => {
  const { learned: plain } = await played(FEW);
  expect(plain).toEqual({
    whateverVotes: new Set(),
    despiteAll: new Set(),
    votes: new Map(),
    usual: { hours: 0, voters: 6 },
  });
  const later = await played(
    { ...FEW, rules: refusing('may-enact', "g.now < '2024-03-03T16:00:00Z'") },
    {},
    {},
  );
  expect(later.learned.usual).toEqual({ hours: 64, voters: 6 });
  const never = await played({ ...FEW, rules: refusing('may-enact', 'true') }, {}, {});
  expect(never.learned.whateverVotes).toEqual(new Set([WHY]));
  expect([...never.learned.votes.values()].map(({ uses }) => uses.map(({ by }) => by))).toEqual([PEOPLE]);
  const byHand = await played({ ...BY_HAND, rules: refusing('may-enact', 'true') }, {});
  expect([byHand.learned.whateverVotes, byHand.learned.votes.size]).toEqual([new Set([WHY]), 0]);
});

const second = { sketch: { title: 'Gin', text: '', changes: [file('gin')] } };
const UNHEARD = refusing('may-enact', "matter.title === 'Tea' || [...matter.comments].length < 6");
const OTHER_WHY = refusing('may-enact', "matter.text !== ''");
test.each<[rules: string, wish: SessionWish, more: readonly Partial<Posted>[], votes: readonly number[]]>([
  ['under rules as they are', FEW, [{}, {}], [6, 6]],
  [
    'that neither votes nor time help',
    { ...FEW, rules: refusing('may-enact', 'true') },
    [{}, {}, {}],
    [6, 6, 0],
  ],
  ['while another one may pass', { ...FEW, rules: OTHER_WHY }, [{}, second], [6, 6]],
  [
    'of which one would fail without votes, for the same reason as others with all of them',
    { ...FEW, rules: UNHEARD },
    [{}, {}, {}, second],
    [6, 6, 0, 6],
  ],
  [
    'of which one is refused at first, for the same reason as others for ever',
    { ...FEW, rules: refusing('may-enact', "matter.title === 'Tea' || g.now < '2024-03-02T00:00:00Z'") },
    [{}, {}, {}, second],
    [6, 6, 0, 6],
  ],
  ['of which half pass one', EASY, [{}, {}], [4, 4]],
  [
    'as one passes late',
    { ...FEW, rules: refusing('may-enact', "g.now < '2024-03-03T16:00:00Z'") },
    [{}, {}],
    [6, 6],
  ],
  ['that an Admin lets pass', BY_HAND, [{}, {}], [6, 6]],
  ['that no Admin lets pass', { ...BY_HAND, rules: refusing('may-enact', 'true') }, [{}, {}], [6, 6]],
])('as many people vote on matters %s as it takes', async (_, wish, more, votes) => {
  expect((await played(wish, ...more)).votes).toEqual(votes);
});

test('a reason why Admins may not let one matter pass is learned if it is the only one', async () => {
  const learned = async (why: string, ...all: readonly Partial<Posted>[]) => [
    ...(
      await played(
        { ...BY_HAND, rules: guard(`{ hooks: { 'may-enact'({ refuse }) { refuse(${why}); } } }`) },
        ...all,
      )
    ).learned.whateverVotes,
  ];
  expect(await learned("'no gulls'")).toEqual([WHY]);
  expect(await learned("'no gulls'", { voters: [] })).toEqual([]);
  expect(await learned("g.now < '2024-03-03T00:00:00Z' ? 'no gulls' : 'no terns'")).toEqual([]);
});

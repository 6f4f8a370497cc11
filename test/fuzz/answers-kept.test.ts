// Answers of views that the engine keeps: whatever happened, they are what a game that was just opened gives. A sample runs in `npm test`,
// more in `npm run test:long`.
import { beforeAll, expect, test } from 'vitest';

import { manifestOf } from '../../src/kernel/fixtures/kernel-with.ts';
import type { Input } from '../../src/kernel/inputs.ts';
import { Sandbox } from '../../src/sandbox/sandbox.ts';
import { HOST } from './call-twice.ts';

/** What a view may read, as an expression; `n` is one of several numbers. */
const READS: readonly string[] = [
  [
    'kit.now',
    'game.count',
    'kit.maybe(() => game.count)',
    'kit.maybe(() => game.nosuch, "no")',
    'game.by.x',
    'game.any?.deep',
  ],
  [
    'players.map((one) => [one.id, one.coins, one.label])',
    'kit.people.map((one) => one.id)',
    'players.size',
    'players.has("bo")',
  ],
  [
    'players.get("bo")?.coins',
    'players.where({ coins: 5 }).length',
    'players.some((one) => one.coins > 1)',
    'game.who?.coins',
  ],
  [
    'kit.posts.map((one) => [one.id, one.kind, one.status, one.title, one.text, one.mark])',
    'kit.posts.size',
    'kit.matters.pending().length',
  ],
  [
    'kit.posts.map((one) => [one.comments, one.alteredAt, one.omitted])',
    'kit.matters.map((one) => [one.uses, one.lastVotes, one.tally])',
  ],
  [
    'kit.rooms.map((one) => [one.id, one.size])',
    'kit.rooms.size',
    'kit.rooms.get("hall")?.size',
    'kit.rooms.nextNumber("r")',
  ],
  [
    'players.map((one) => [one.home?.id, one.home?.size])',
    'players.map((one) => kit.whyNotPlayer(one))',
    'JSON.stringify(players.get("ana"))',
  ],
  [
    'kit.words("few")',
    'kit.hook("needed", { matter: kit.matters.find(() => true) }, null)',
    'kit.submissions("bid").map((one) => one.n)',
  ],
  ['view("doubled")', 'players.map((one) => view("of-player", one))', '({ ...game })', 'Object.keys(game)'],
  [
    'kit.maybe(() => kit.limit({ frequency: "daily", key: "k", who: { id: "ana" } }), "no")',
    'view("pair", "a\\u0000b", "c")',
  ],
  ['view("pair", "a", "b\\u0000c")', 'view("pair", "a\\",\\"b", "c")', 'view("pair", "a", "b\\",\\"c")'],
].flat();

const CLAUSE = `
import { action, data, derive, integer, map, optional, player, rule, text, thing } from 'gitnomic/rules';
export default rule((kit) => { const { game, players, view } = kit; return {
  game: { count: integer(), who: optional(player({ who: 'anybody' })), by: map(integer()), any: data({ start: null }) },
  player: { coins: integer(), home: optional(thing('rooms')) },
  post: { mark: integer() },
  things: { rooms: { fields: { size: integer({ start: 1 }) } } },
  posts: { proposal: { votable: true, purpose: 'change' }, story: {} },
  votes: { for: { say: ':for:' } },
  submissions: { bid: { open: { n: integer() }, with: { m: integer() }, to: () => 'cy' } },
  hooks: {
    'votes-in': ({ text }) => (text?.includes(':for:') ? ['for'] : []), 'may-enact'() {}, 'may-fail'() {}, 'may-alter'() {},
    tally: ({ matter }) => ({ yes: matter.uses.length, count: game.count }),
    needed: ({ matter }) => ({ title: 'Quorum', count: players.size + game.count }),
    'resolution-order': () => kit.matters.pending(), 'not-a-player': ({ person }) => (person.coins > 90 ? 'rich' : null),
  },
  views: {
    doubled: derive({ of: 'game', returns: integer(), value: () => game.count * 2 }),
    'of-player': derive({ of: 'player', returns: integer(), value: (one) => one.coins * 2 }),
    pair: derive({ of: ['text', 'text'], returns: text(), value: (one, other) => one.length + ' ' + other.length }),
    ${READS.map((read, at) => `'read-${at}': derive({ of: 'game', returns: data(), value: () => (${read}) ?? null })`).join(',\n')}
  },
  actions: {
    set: action({ by: 'anybody', with: { n: integer() }, effect({ n }) { game.count = n; } }),
    coins: action({ by: 'anybody', with: { n: integer() }, effect({ n, actor }) { actor.coins = n * 20; } }),
    build: action({ by: 'anybody', with: { n: integer() }, effect({ n, actor }) { actor.home = kit.rooms.add(n > 2 ? 'hall' : 'r' + n); } }),
    resize: action({ by: 'anybody', with: { n: integer() }, effect({ n }) { kit.rooms.get('hall').size = n; } }),
    burn: action({ by: 'anybody', with: { n: integer() }, effect({ n }) { kit.rooms.remove(n > 2 ? 'hall' : 'r' + n); } }),
    who: action({ by: 'anybody', with: { n: integer() }, effect({ actor }) { game.who = actor; } }),
    by: action({ by: 'anybody', with: { n: integer() }, effect({ n }) { game.by = { ...game.by, x: n }; game.any = { deep: [n] }; } }),
    mark: action({ by: 'anybody', with: { n: integer() }, effect({ n }) { for (const one of kit.posts) one.mark = n; } }),
    limit: action({ by: 'anybody', with: { n: integer() }, effect({ actor }) { kit.limit({ frequency: 'daily', key: 'k', who: actor }); } }),
    retell: action({ by: 'anybody', with: { n: integer() }, effect({ n }) { kit.posts.find(() => true).change({ title: 'New ' + n, text: 'T' }); } }),
    say: action({ by: 'anybody', with: { n: integer() }, effect() { kit.comment(kit.posts.find(() => true), 'well'); } }),
    kind: action({ by: 'anybody', with: { n: integer() }, effect({ n, actor }) { kit.recategorise(actor, kit.posts.find(() => true), n > 2 ? 'story' : 'proposal'); } }),
    end: action({ by: 'anybody', with: { n: integer() }, effect() { kit.fail(kit.matters.pending()[0]); } }),
  },
}; });`;

const ACTIONS = 'set coins build resize burn who by mark limit retell say kind end'.split(' ');

interface Turn {
  readonly at: string;
  readonly by: string;
  readonly n: number;
  readonly post: string;
}

const DEEDS: readonly ((turn: Turn) => Input)[] = [
  ...ACTIONS.map((action) => ({ at, by, n }: Turn) => ({
    type: 'act' as const,
    at,
    by,
    action,
    with: { n },
  })),
  ({ at, by, post, n }) => {
    return {
      type: 'post',
      at,
      by,
      id: post,
      kind: n > 2 ? 'proposal' : 'story',
      title: 'P',
      text: 'x',
      changes: [],
    };
  },
  ({ at, by, post }) => ({ type: 'vote', at, by, on: post, vote: 'for', via: 'reaction' }),
  ({ at, by, post }) => ({ type: 'signal', at, by, on: post, via: 'comment', text: ':for:' }),
  ({ at, by, post }) => ({ type: 'withdraw-vote', at, by, on: post }),
  ({ at, by, post, n }) => ({ type: 'comment', at, by, on: post, id: `c${n}`, text: n > 2 ? ':for:' : 'hm' }),
  ({ at, by, post, n }) => {
    return { type: 'edit-comment', at, by, on: post, id: `c${n}`, text: n > 2 ? null : 'edited :for:' };
  },
  ({ at, by, post, n }) => ({ type: 'alter', at, by, on: post, how: 'edit', title: `A${n}`, text: '' }),
  ({ at, by, post }) => ({ type: 'recategorise', at, by, on: post, kind: 'proposal' }),
  ({ at, by, post }) => ({ type: 'remove', at, by, on: post }),
  ({ at, by, n }) => ({ type: 'seal', at, by, submission: 'bid', with: { n, m: 1 } }),
];

const STEPS = process.env['GITNOMIC_FUZZ'] === undefined ? 150 : 5_000;
const manifest = manifestOf([{ title: 'Trial', values: { few: '2 from 2021-07-01' }, clause: () => ({}) }]);

let [played, opened]: readonly Sandbox[] = [];
beforeAll(async () => {
  [played, opened] = [await Sandbox.create(HOST), await Sandbox.create(HOST)];
  for (const one of [played, opened])
    for (const { message } of one.link(manifest, {
      files: new Map([['core/trial.ts', CLAUSE]]),
      version: '1',
    }))
      throw new Error(message);
  played.load(null);
});

/** What a game says of all views; what a view throws is an answer as well. */
function answers(sandbox: Sandbox | undefined, at: string, views: readonly number[]): readonly string[] {
  return views.map((view) => {
    try {
      return JSON.stringify(sandbox?.query(at, [['views', `read-${view}`, 'game']]));
    } catch (error) {
      return String(error);
    }
  });
}

test(
  'a cached view’s answer is always what a freshly opened game gives',
  () => {
    let seed = 7;
    const below = (most: number): number => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((seed / 2 ** 32) * most);
    };
    const all = READS.map((_, view) => view);
    let time = Date.parse('2021-06-18T09:00:00Z');
    let taken = 0;
    for (let step = 0; step < STEPS; step++) {
      if (below(5) === 0) time += below(40) * 3_600_000;
      const at = `${new Date(time).toISOString().slice(0, 19)}Z`;
      const turn = {
        at,
        by: ['ana', 'bo', 'cy'][below(3)] ?? '',
        n: below(6),
        post: `p${below(1 + step / 8)}`,
      };
      const input = DEEDS[below(DEEDS.length)]?.(turn);
      const result = input && played?.take(input);
      if (result?.ok === true) taken += 1;
      else expect(result?.refusal.reason).not.toContain('fault');
      answers(
        played,
        at,
        all.filter(() => below(2) === 0),
      );
      if (step % 3 > 0 || played === undefined) continue;
      opened?.load(JSON.parse(JSON.stringify(played.state())) as ReturnType<Sandbox['state']>);
      const order = all.toSorted(() => below(3) - 1);
      const found = answers(opened, at, order);
      expect(answers(played, at, order), JSON.stringify(input)).toEqual(found);
    }
    expect(taken).toBeGreaterThan(STEPS / 4);
    for (const one of [played, opened]) one?.dispose();
  },
  30 * 60_000,
);

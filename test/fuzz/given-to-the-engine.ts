// A clause that hands any value to anything that the engine offers: `go` by their numbers.

/** Values that no part of the engine waits for. */
export const VALUES: readonly string[] = [
  ['null', 'undefined', '0', '-0', '-1', 'NaN', 'Infinity', '2**53', '1e21', '0.1', '10n', 'true'],
  [
    '""',
    '"x"',
    '"x".repeat(300000)',
    '"\\ud800"',
    '"a\\u0000b"',
    '"__proto__"',
    '"constructor"',
    '"bo"',
    '"p1"',
  ],
  [
    '"hall"',
    '"a.b.c"',
    '"\\r\\n"',
    '"---\\na: 1\\n---"',
    '"null"',
    '"0x10"',
    '"2021-06-18T09:00:00Z"',
    '"red"',
  ],
  [
    '"players.bo.coins"',
    '"game.count"',
    '"posts.p1.status"',
    '"game.nosuch"',
    '"game.terms"',
    '"rooms.hall.size"',
  ],
  [
    '[]',
    '[null]',
    '[[1]]',
    'Array(3)',
    '[1,,2]',
    '[,]',
    '[undefined]',
    '[-0]',
    '[NaN]',
    '[["a"],,]',
    '["red", "red"]',
  ],
  ['Object.assign([1, 2], { x: 1 })', 'Object.freeze([1])', '[Object(1)]', '[kit.people.get("bo"), "bo"]'],
  ['({})', '({ a: undefined })', '({ a: [,1] })', '({ a: Array(2), b: 2 })', '({ a: -0 })', '({ "": 1 })'],
  [
    '({ "a\\u0000": 1 })',
    'JSON.parse(\'{"__proto__":{"a":1},"a":1}\')',
    '({ constructor: 1 })',
    '({ __proto__: { a: 1 } })',
  ],
  ['({ __proto__: null })', '({ id: "bo" })', '({ id: "p1", author: "bo" })', '({ title: 5, text: {} })'],
  [
    '({ kind: "proposal", title: "t", author: kit.people.get("bo") })',
    '({ frequency: "hourly", key: {}, who: null })',
  ],
  ['({ type: "set-terms", terms: { player: "" } })', '({ type: "write-file", path: "../../x", content: 5 })'],
  [
    '({ by: "bo", what: "set", with: { n: 3 }, draws: [] })',
    '[{ path: ["game", "count"], before: 1, after: 2 }]',
  ],
  [
    '[{ path: ["posts", "p1", "status"], before: "failed", after: "pending" }]',
    '[{ path: [], before: {}, after: {} }]',
  ],
  [
    '[{ path: ["things", "rooms", "ghost", "size"], before: 1, after: 2 }]',
    '[{ path: "game", before: 1, after: 2 }]',
  ],
  [
    '({ toString() { throw 1; } })',
    '({ toString: () => "bo", valueOf: () => 3 })',
    '({ toJSON: () => 10n })',
  ],
  [
    '(() => { const round = {}; round.round = round; return round; })()',
    '(() => 1)',
    '((x) => { throw x; })',
  ],
  [
    '(() => { let deep = []; for (let n = 0; n < 500; n++) deep = [deep]; return deep; })()',
    'new Error("x")',
  ],
  [
    'new Map([[1, 2]])',
    'new Set(["bo"])',
    '/a/',
    'Object(1)',
    'Object("red")',
    'kit',
    'kit.game',
    'kit.players',
  ],
  ['kit.people.get("bo")', 'kit.posts.get("p1")', 'kit.rooms.get("hall")', 'kit.rooms', 'globalThis', 'JSON'],
].flat();

/** What the engine offers to `actor`, with `x` handed in. */
export const OFFERS: readonly string[] = [
  [
    'kit.value(x)',
    'kit.hours(x)',
    'kit.words(x)',
    'kit.list(x)',
    'kit.table(x, x)',
    'kit.share(x, x)',
    'kit.endOf(x, x)',
  ],
  [
    'kit.dice(x)',
    'kit.pick(x)',
    'kit.shuffle(x)',
    'kit.secret.number(x)',
    'kit.secret.pick(x, x)',
    'kit.view(x)',
  ],
  [
    'kit.view("pair", x, x)',
    'kit.view("of-player", x)',
    'kit.hook(x)',
    'kit.hook("needed", x)',
    'kit.hook("votes-in", x)',
  ],
  [
    'kit.hook("may-act", x)',
    'kit.hook("may-enact", { matter: x })',
    'kit.hook("not-a-player", { person: x })',
    'kit.maybe(x)',
  ],
  [
    'kit.hasHook(x)',
    'kit.emit(x)',
    'kit.emit("acted", x)',
    'kit.refuse(x)',
    'kit.refuse(x, x)',
    'kit.pictureProblem(x)',
  ],
  [
    'kit.whyNotPlayer(x)',
    'kit.scratch(x)()',
    'kit.limit(x)',
    'kit.limit({ frequency: x, key: "k", who: actor })',
  ],
  [
    'kit.limit({ frequency: "daily", key: x, who: actor })',
    'kit.post(x)',
    'kit.post({ kind: x, title: x, text: x, author: actor })',
  ],
  [
    'kit.post({ kind: "story", title: x, author: actor })',
    'kit.post({ kind: "story", title: "t", text: x, author: x })',
  ],
  [
    'kit.recategorise(x, x, x)',
    'kit.recategorise(actor, kit.posts.get("p1"), x)',
    'kit.recategorise(actor, x, "proposal")',
  ],
  [
    'kit.recategorise(actor, kit.posts.get("p1"), "proposal")',
    'kit.revert(x)',
    'kit.again(x)',
    'kit.setPath(x, x)',
  ],
  [
    'kit.again({ by: x, what: x, with: x, draws: x })',
    'kit.setPath(x, 1)',
    'kit.setPath("game.count", x)',
    'kit.fail(x)',
  ],
  [
    'kit.setPath("players.bo", x)',
    'kit.setPath("posts.p1.status", x)',
    'kit.comment(x, x)',
    'kit.comment(kit.posts.get("p1"), x)',
  ],
  [
    'kit.submissions(x, x)',
    'kit.submissions("bid", x)',
    'kit.result(x)',
    'kit.ledger.at(x)',
    'kit.ruleset.find(x)',
  ],
  ['kit.ruleset.findAll(x)', 'kit.ruleset.definesAction(x)', 'kit.ruleset.fields(x)', 'kit.ruleset.amend(x)'],
  [
    'kit.ruleset.writeList(x, x)',
    'kit.ruleset.writeList("tools", x)',
    'kit.players.get(x)',
    'kit.players.has(x)',
  ],
  [
    'kit.players.where(x)',
    'kit.players.filter(x)',
    'kit.players.map(x)',
    'kit.posts.get(x)',
    'kit.posts.pending(x)',
  ],
  [
    'kit.rooms.add(x)',
    'kit.rooms.add("new", x)',
    'kit.rooms.addNumbered(x)',
    'kit.rooms.nextNumber(x)',
    'kit.rooms.remove(x)',
  ],
  [
    'kit.game.set(x)',
    'kit.game.set({ count: x })',
    'kit.game.reset(x)',
    'kit.game.is(x)',
    'kit.game.count = x',
  ],
  [
    'actor.gain("coins", x)',
    'actor.lose(x, 1)',
    'actor.spend("coins", x)',
    'actor.transfer("coins", x, kit.game)',
  ],
  [
    'actor.transfer("coins", 1, x)',
    'actor.gain("by.x", x)',
    'actor[x] = x',
    'actor.id = x',
    'kit.posts.get("p1").change(x)',
  ],
  [
    'kit.posts.get("p1").change({ title: x, text: x })',
    'kit.posts.get("p1").mark = x',
    'kit.posts.get("p1").status = x',
  ],
  [
    'kit.rooms.get("hall").size = x',
    'kit.rooms.get("hall").set(x)',
    'kit.dynasty.emperor = x',
    'kit.emperor.plan = x',
  ],
  ['throw x', 'everyWeek(x, x)', 'everyDay(x)', 'kit.players = x', 'kit[x]', 'actor[x]', 'kit.rooms[x]'],
].flat();

const SIMPLE = [
  [
    'integer()',
    'integer({ min: null })',
    'text()',
    'boolean()',
    "choice(['red', 'blue'])",
    'data({ start: null })',
  ],
  ['picture()', "optional(player({ who: 'anybody' }))", "optional(thing('rooms'))", 'optional(post())'],
  ['optional(time())', 'optional(data())', "optional(text(), { none: '-' })"],
].flat();

/** Types of variables, each alone and inside others. */
export const TYPES: readonly string[] = SIMPLE.flatMap((one) => [
  one,
  `list(${one})`,
  `map(${one})`,
  `record({ a: ${one}, b: integer() })`,
  `list(list(${one}))`,
  `optional(list(${one}))`,
  `map(list(${one}))`,
  `list(record({ a: ${one} }))`,
]);

export const variable = (at: number): string =>
  `v${String.fromCharCode(97 + Math.floor(at / 26), 97 + (at % 26))}`;

/** Each offer, and each way of writing to each variable. */
export const DEALS: readonly string[] = [
  ...OFFERS,
  ...TYPES.flatMap((_, at) => [
    `kit.game.${variable(at)} = x`,
    `kit.game.set({ ${variable(at)}: x })`,
    `kit.setPath('game.${variable(at)}', x)`,
  ]),
];

export const CLAUSE = `
import { action, boolean, choice, data, derive, everyDay, everyWeek, integer, list, map, optional, picture, player, post, record, rule, text, thing, time } from 'gitnomic/rules';
const DEALS = [${DEALS.map((deal) => `(kit, actor, x) => { ${deal}; }`).join(',\n')}];
const VALUES = [${VALUES.map((value) => `(kit) => (${value})`).join(',\n')}];
export default rule((kit) => ({
  game: { count: integer(), ${TYPES.map((type, at) => `${variable(at)}: ${type}`).join(', ')} },
  emperor: { plan: integer() },
  player: { coins: integer({ start: 3 }), by: map(integer()) },
  post: { mark: integer() },
  things: { rooms: { fields: { size: integer({ start: 1 }) } } },
  posts: { proposal: { votable: true, purpose: 'change' }, story: {} },
  votes: { for: { say: ':for:' } },
  submissions: { bid: { open: { n: integer() }, with: { m: integer() }, to: () => 'cy' } },
  hooks: { 'votes-in': () => [], 'may-enact'() {}, 'may-fail'() {}, 'may-alter'() {}, 'resolution-order': () => kit.matters.pending() },
  views: {
    pair: derive({ of: ['text', 'text'], returns: data(), value: (a, b) => a + b }),
    'of-player': derive({ of: 'player', returns: integer(), value: (one) => one.coins }),
  },
  actions: {
    set: action({ by: 'anybody', with: { n: integer() }, effect({ n }) { kit.game.count = n; } }),
    build: action({ by: 'anybody', effect() { kit.rooms.add('hall'); } }),
    end: action({ by: 'anybody', effect() { kit.fail(kit.posts.get('p1')); } }),
    go: action({ by: 'anybody', with: { deal: integer(), value: integer() }, effect({ deal, value, actor }) {
      DEALS[deal](kit, actor, VALUES[value](kit));
    } }),
  },
}));`;

/**
 * A helper for clauses that goes through everything they can reach and tries to leave something on each object: own properties
 * and those inherited, what accessors give and the accessors themselves, what functions give back or throw, and prototypes of
 * all of it. What an earlier call has left it tells the host, one letter after the other, by the numbers of lines of the ledger.
 */
export const WALK = `
const MARK = 'leftBehind';
const LEFT = 'left behind';
const MOST = 6000;
/** What changes the game; what these give back and throw is looked at where they are called on purpose. */
const DEEDS = 'add addNumbered remove post recategorise again revert setPath comment fail limit emit amend writeList use spend lose gain transfer set reset change result view hook call apply'.split(' ');

export const NAMES = 'now hours endOf maybe game dynasty emperor players people matters posts rule ruleset value share words table list dice pick shuffle secret view hook hasHook emit scratch refuse pictureProblem whyNotPlayer limit post recategorise revert again setPath comment fail submissions result ledger rooms'.split(' ');

function say(ledger, text) {
  for (const letter of text) ledger.at(1000000 + letter.charCodeAt(0));
  return ledger.at(2000000);
}

function tried(run) {
  try { return [run()]; } catch (error) { return [error]; }
}

/** Everything that goes wrong in a way of its own, as whoever catches it sees it. */
function errorsOf(kit, actor) {
  const { refuse, hook, table, list, value, submissions, setPath, post, comment, emperor } = kit;
  return [
    () => refuse('no'), () => refuse('lamp', 'no'), () => hook('none'), () => kit.view('none'), () => table('none', {}),
    () => list('none'), () => value('none'), () => value('word'), () => submissions('none'), () => setPath('none.a', 1),
    () => post({ kind: 'none' }), () => comment(null, ''), () => emperor.hidden, () => actor.spend('none', 1),
    () => actor.gain('pips', -1), () => { actor.pips = 'x'; }, () => { actor.none = 1; }, () => kit.dice(1.5), () => kit.result(10n), () => kit.dice(2),
    () => null.a, () => none, () => BigInt('x'), () => [].reduce(() => 0), () => new Array(-1), () => decodeURIComponent('%'),
    () => new RegExp('('), () => JSON.parse('{'), () => 'x'.repeat(-1), () => { throw new AggregateError([new Error('a')]); },
    () => { Object.freeze({ a: 0 }).a = 1; },
  ].flatMap(tried);
}

/** What built-ins make that has no name of its own. */
function madeByBuiltIns() {
  const all = [];
  return [
    [].keys(), [].values(), [].entries(), new Map().keys(), new Set().entries(), 'a'.matchAll(/a/g), /a/.exec('a'),
    ((strings) => strings)\`a\${1}b\`, new Error('a'), Object('a'),
    Object(1), Object(true), Object(1n), new WeakMap(),
    new WeakSet(), new Map([[1, 2]]), new Set([1]), () => 1, JSON, Math, Reflect, globalThis, all,
    Object.groupBy([1], () => 'a'), Map.groupBy([1], () => 'a'), Object.fromEntries([['a', 1]]),
  ];
}

export function walkOnce(pad, where, kit, handed, more = []) {
  // While rules are defined there is no step yet, and nothing here calls back.
  const at = where === 'define' ? { busy: false } : pad();
  if (at.busy) return;
  at.busy = true;
  const { ledger } = kit;
  const looking = where !== 'define' && kit.now > '2022';
  // Once a year is enough of each kind.
  const what = (looking ? 'looks in ' : 'marks in ') + where;
  if (say(ledger, what).again) return void (at.busy = false);
  // What functions give back is the same in all others, and takes most of the time.
  const isThorough = ['effect', 'hidden', 'view', 'may-act', 'on posted'].includes(where);
  const seen = new Set();
  const found = [];
  const queue = [];
  const push = (path, value, own) => {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value) || seen.size > MOST) return;
    seen.add(value);
    queue.push([path, value, own]);
  };
  if (where === 'effect') push('globalThis', globalThis, null);
  if (where === 'effect') madeByBuiltIns().forEach((value, n) => push('made' + n, value, null));
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) visit(next, push, looking, found);
  const builtIn = seen.size;
  const actor = handed?.actor ?? handed?.person ?? handed?.author ?? handed?.voter ?? handed?.matter?.author;
  for (const name of NAMES) tried(() => kit[name]).forEach((value) => push('kit.' + name, value, kit));
  if (handed) push('handed', handed, null);
  more.forEach((value, n) => push('more' + n, value, null));
  if (isThorough) errorsOf(kit, actor).forEach((value, n) => push('thrown' + n, value, null));
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    visit(next, push, looking, found);
    const [path, value, own] = next;
    const name = path.split('.').at(-1);
    if (typeof value !== 'function' || !isThorough || DEEDS.includes(name) || path.split('()').length > 2 || own instanceof Error) continue;
    for (const words of [[], ['ana'], [(one) => one]])
      for (const given of tried(() => Reflect.apply(value, own ?? undefined, words))) push(path + '()', given, null);
  }
  if (looking) for (const one of found) say(ledger, 'found ' + where + ' ' + one);
  say(ledger, 'saw ' + (seen.size - builtIn) + ' ' + builtIn + ' ' + what);
  if (handed && 'actor' in handed) for (let of = handed; of !== Object.prototype; of = Object.getPrototypeOf(of))
    for (const name of Object.getOwnPropertyNames(of)) if (of !== handed && !NAMES.includes(name)) say(ledger, 'unnamed ' + name);
  at.busy = false;
}

function visit([path, value], push, looking, found) {
  if (looking && Object.hasOwn(value, MARK)) found.push(path);
  if (!looking) tried(() => Object.assign(value, { [MARK]: 1 }));
  const isOpen = Object.isExtensible(value);
  const collection = looking
    ? [() => Map.prototype.has.call(value, MARK) && found.push(path), () => Set.prototype.has.call(value, MARK) && found.push(path)]
    : [() => Map.prototype.set.call(value, MARK, 1), () => Set.prototype.add.call(value, MARK)];
  collection.forEach(tried);
  for (const key of Object.getOwnPropertyNames(value)) {
    const { value: held, writable, get, set } = Object.getOwnPropertyDescriptor(value, key) ?? {};
    const at = path + '.' + key;
    if (held === LEFT) found.push(at);
    if (writable && !isOpen && !looking) tried(() => { value[key] = LEFT; });
    push(at, held, value);
    push(at + ':get', get, value);
    push(at + ':set', set, value);
    if (get) tried(() => value[key]).forEach((given) => push(at, given, value));
  }
  const parent = Object.getPrototypeOf(value);
  push(path + '^', parent, value);
  // What a class of the engine defines is read of what is an instance of it.
  for (let of = parent, depth = 0; of !== null && depth < 6; of = Object.getPrototypeOf(of), depth++)
    for (const key of Object.getOwnPropertyNames(of)) {
      const { get } = Object.getOwnPropertyDescriptor(of, key) ?? {};
      if (get) tried(() => value[key]).forEach((given) => push(path + '.' + key, given, value));
      else if (typeof of[key] === 'function' && !seenBuiltIn(of)) push(path + '.' + key, of[key], value);
    }
}

function seenBuiltIn(of) {
  return of === Object.getPrototypeOf(walkOnce) || [Object, Array, Error, Map, Set, String, RegExp].some((made) => made.prototype === of);
}
`;

/** A rule with a callback of each kind, all of which walk. */
export const CLAUSE = (whileDefining: boolean): string => `
import * as api from 'gitnomic/rules';
import { action, boolean, choice, data, derive, integer, list, map, optional, player, record, rule, text, thing } from 'gitnomic/rules';
import * as walker from '#core/walk.ts';
import { walkOnce } from '#core/walk.ts';
const top = { list: [], map: new Map(), set: new Set(), run() {} };

export default rule((kit) => {
  const { game, dynasty, players, rooms, ledger } = kit;
  const pad = kit.scratch(() => ({ busy: false }));
  const walk = (where, kit, handed, more) => walkOnce(pad, where, kit, handed, more);
  const on = (where) => (handed, next) => {
    walk(where, kit, handed, [next, game, dynasty, players, rooms, ledger, api, top, walker]);
    return next ? next() : undefined;
  };
  ${whileDefining ? "walk('define', kit, null, [api, game, players]);" : ''}
  return {
    player: { pips: integer({ start: 5 }), friend: optional(player()), bag: list(text()), deeds: data({ start: { a: [1] } }) },
    game: { found: data({ start: { deep: [{ a: 1 }] } }), where: record({ a: list(integer()) }), by: map(data()) },
    emperor: { hidden: data({ private: true, start: { a: [] } }) },
    post: { note: data({ start: { a: [] } }) },
    things: { rooms: {
      fields: { lit: boolean(), of: data({ start: { a: [] } }) },
      ids: () => { walk('ids', kit, null); return ['hall']; },
      start: (id) => { walk('start', kit, null); return { lit: true }; },
      find: (words) => { walk('find', kit, null); return rooms.all()[0]; },
    } },
    posts: { proposal: { votable: true }, story: {} },
    actions: {
      try: action({
        by: 'anybody',
        with: { friend: optional(player({ who: 'anybody' })), room: optional(thing('rooms')), what: data({ start: { a: [1] } }), kind: choice(['a', 'b'], { start: 'a' }) },
        cost: (handed) => { walk('cost', kit, handed); return {}; },
        check: on('check'),
        effect: (handed) => {
          walk('effect', kit, handed, [kit.view('score', handed.actor), ...kit.submissions('secret').flatMap((one) => [one, one.open])]);
          kit.result({ a: [1] });
        },
        steps: { first: on('step') },
      }),
      hide: action({ by: 'anybody', private: (handed) => { walk('private', kit, handed); return true; }, reveals: [], effect: (handed) => {
        walk('hidden', kit, handed, kit.submissions('secret').flatMap((one) => [one, one.open, one.contents, one.values]));
      } }),
    },
    views: { score: derive({ of: 'player', returns: data(), value: (of) => { walk('view', kit, { actor: of }); return { a: [of.pips] }; } }) },
    hooks: {
      ...Object.fromEntries(['not-a-player', 'not-in-role', 'may-act', 'may-take', 'may-submit', 'amount', 'value-written', 'may-post', 'may-comment', 'may-vote', 'may-alter', 'may-recategorise', 'may-change'].map((name) => [name, on(name)])),
      'votes-in': (handed, next) => { walk('votes-in', kit, handed); return ['for']; },
      'may-enact': (handed) => { walk('may-enact', kit, handed, [handed.matter?.tally]); return 'permit'; },
      'may-fail': (handed) => { walk('may-fail', kit, handed); },
      'resolution-order': (handed) => { walk('resolution-order', kit, handed); return kit.matters.pending(); },
      tally: (handed) => { walk('tally', kit, handed); return { for: [1] }; },
    },
    on: Object.fromEntries(['game-begins', 'posted', 'commented', 'comment-changed', 'voted', 'vote-withdrawn', 'altered', 'recategorised', 'acted', 'submitted', 'enacted', 'active', 'changed'].map((name) => [name, on('on ' + name)])),
    submissions: { secret: { by: 'anybody', open: { room: data() }, with: { plan: data() }, check: on('submission check'), received: on('received') } },
    times: { bell: { at: (handed) => { walk('time', kit, handed); return null; }, effect: on('time effect') } },
    precedence: (of) => { walk('precedence', kit, null, [of]); return 1; },
  };
});
`;

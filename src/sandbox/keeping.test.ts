// Ways in which a clause could try to keep something between calls. Each is called repeatedly, and must give the same result every time.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { caches } from '../cache/fixtures/shared-caches.ts';
import type { SandboxHost } from './host.ts';
import { Sandbox } from './sandbox.ts';
import { manifestOf } from '../kernel/fixtures/kernel-with.ts';

const HOST: SandboxHost = { draw: () => 1, ledger: { length: 0, at: () => null } };
const AT = '2021-06-18T09:00:00Z';

interface Attempt {
  /** Code above the rule. */
  readonly top?: string;
  /** Code at the top of the function given to `rule(…)`. */
  readonly inside?: string;
  /** An expression that is evaluated at each call. */
  readonly call: string;
  readonly more?: string;
  readonly helper?: string;
}

function clauseOf({ top = '', inside = '', call, more = '' }: Attempt, n: number): string {
  return `import { action, data, derive, integer, rule } from 'gitnomic/rules';
    ${top.replace('./helper.ts', `./${fileOf('helper', n)}`)}
    export default rule((kit) => {
      const { game, view, players, rule: own } = kit;
      ${inside}
      return {
        game: { found${n}: data({ start: null }) },
        ${more}
        actions: { try${n}: action({ by: 'anybody', effect(handed) { const { actor } = handed; const got = ${call}; game.found${n} = { got }; } }) },
      };
    });`;
}

const fileOf = (name: string, n: number): string => `${name}${n === 0 ? '' : `-${n}`}.ts`;

/** All attempts begin games in it, with modules of their own. */
let shared: Sandbox | null = null;
let opened = 0;
afterAll(() => shared?.dispose());

/** A game in which each attempt is a rule, since putting rules in force takes longer than what they do. */
async function open(
  ...attempts: readonly Attempt[]
): Promise<{ sandbox: Sandbox; problems: readonly string[] }> {
  if (shared === null || shared.dead) shared = await Sandbox.create(HOST, undefined, caches.sandboxes);
  opened += 1;
  return { sandbox: shared, problems: link(shared, attempts) };
}

function link(sandbox: Sandbox, attempts: readonly Attempt[], version = String(opened)): readonly string[] {
  const files = new Map(attempts.map((one, n) => [`core/${fileOf('trial', n)}`, clauseOf(one, n)]));
  for (const [n, { helper }] of attempts.entries())
    if (helper !== undefined) files.set(`core/${fileOf('helper', n)}`, helper);
  const titles = attempts.map((_, n) => (n === 0 ? 'Trial' : `Trial ${n}`));
  const manifest = manifestOf(titles.map((title) => ({ title, clause: () => ({}) })));
  const problems = sandbox.link(manifest, { files, version });
  if (problems.length === 0) sandbox.load(null);
  return problems.map(({ message }) => message);
}

/** The results of three calls of an attempt, or the reasons for refusing them. */
function callThrice(sandbox: Sandbox, n = 0): string[] {
  return [1, 2, 3].map(() => {
    const result = sandbox.take({ type: 'act', at: AT, by: 'ana', action: `try${n}`, with: {} });
    return result.ok
      ? JSON.stringify(sandbox.query(AT, [['game', `found${n}`]])[0]?.value)
      : `refused: ${result.refusal.reason}`;
  });
}

type Named = readonly (readonly [name: string, attempt: Attempt])[];
const attemptsOf = (named: Named): readonly Attempt[] => named.map(([, attempt]) => attempt);
/** `[name, n]` for a test of each. */
const places = (named: readonly (readonly [string, ...unknown[]])[]) =>
  named.map(([name], n) => [name, n] as const);

/** Code that the engine calls assigns a name of the module or of the definition, which is visible in the text. */
const SHOWN: Named = [
  ['a name at the top', { top: 'let n = 0;', call: '++n' }],
  ['a name inside the rule', { inside: 'let n = 0;', call: '(n += 2)' }],
  ['a name set by unpacking', { inside: 'let a = 1;', call: '(([{ b: a = 7 }] = [{}]), a)' }],
  ['a name set by a loop', { inside: 'let n = 0;', call: '(() => { for (n of [4, 5]); return n; })()' }],
  ['a name set only where it is empty', { inside: 'let n = null;', call: '(n ??= 9)' }],
  ['a name in parentheses', { top: 'let n = 0;', call: '([((n as unknown as any)!)] = [n + 1])' }],
  [
    'a name of a helper',
    {
      top: "import { own } from './helper.ts';",
      helper: 'let n = 0; export const own = { up() { return ++n; } };',
      call: 'own.up()',
    },
  ],
  ['a name that the definition itself assigns', { top: 'let n = 0;', inside: 'n++;', call: 'n' }],
];

describe('an assignment in the source that would outlive the call is rejected with its line', () => {
  test.each(SHOWN)('%s', async (_, attempt) => {
    const { problems } = await open(attempt);
    expect(problems.join('\n')).toMatch(
      /^core\/\w+\.ts:\d+: "\w" is declared outside of the function that assigns it, .* use a variable of the game/u,
    );
  });
});

/** These become invalid only through what they do when they are called. */
const REFUSED: Named = [
  ['a name at the top, by arrow functions', { top: 'let n = 0; const up = () => n++;', call: '(up(), n)' }],
  [
    'a name at the top, by a function in a list',
    { top: 'let n = 0; const all = [() => ++n];', call: 'all[0]()' },
  ],
  [
    'a parameter of a function called while loading',
    { top: 'const make = (n) => () => ++n; const next = make(3);', call: 'next()' },
  ],
  [
    'a name in a loop while loading',
    {
      top: 'const all = []; for (let i = 0; i < 3; i++) { let n = i; all.push(() => (n += 10)); }',
      call: 'all.map((one) => one())',
    },
  ],
  [
    'a name in a loop without braces',
    {
      top: 'const all = []; for (let i = 0; i < 2; i++) all.push(() => ++i);',
      call: 'all.map((one) => one())',
    },
  ],
  [
    'a name of a catch',
    { top: 'let next; try { throw 1; } catch (n) { next = () => ++n; }', call: 'next()' },
  ],
  [
    'an exported name',
    {
      top: "import { n, up } from './helper.ts';",
      helper: 'export let n = 0; export function up() { n++; }',
      call: '(up(), n)',
    },
  ],
  [
    'a function declared again',
    { top: 'function f() { return 1; } const swap = () => { f = () => 2; };', call: '(swap(), f())' },
  ],
  ['a map', { top: 'const seen = new Map([["a", 1]]);', call: 'seen.set("b", 2).size' }],
  [
    'a map, by taking out',
    { top: 'const seen = new Map([["a", 1]]);', call: '(seen.delete("a"), seen.size)' },
  ],
  [
    'a map, around its own methods',
    { top: 'const seen = new Map();', call: '(new Map().set.call(seen, seen.size, 1), seen.size)' },
  ],
  [
    'a map by asking for what is not there',
    { top: 'const seen = new Map();', call: '(seen.getOrInsert(seen.size, 1), seen.size)' },
  ],
  [
    'a map by having made what is not there',
    { top: 'const seen = new Map();', call: '(seen.getOrInsertComputed(seen.size, () => 1), seen.size)' },
  ],
  ['a set', { inside: 'const seen = new Set([1]);', call: '(seen.clear(), seen.size)' }],
  [
    'a set held by nothing but a function',
    {
      top: 'const make = () => { const s = new Set(); return (x) => s.add(x).size; }; const put = make();',
      call: 'put({})',
    },
  ],
  [
    'a set held by a parameter',
    { top: 'const make = (s) => (x) => s.add(x).size; const put = make(new Set());', call: 'put({})' },
  ],
  [
    'a list held by a default that a name further in hides',
    {
      top: 'const make = (x) => (a = x) => { let x; return a.push(1); }; const put = make([]);',
      call: 'put()',
    },
  ],
  [
    'a map in a map',
    { top: 'const seen = new Map([["in", new Map()]]);', call: 'seen.get("in").set({}, 1).size' },
  ],
  ['the place of a regular expression', { top: 'const word = /a/;', call: '(word.lastIndex = -0)' }],
  [
    'the place of one that is frozen half-way',
    { top: 'const word = /a/; word.lastIndex = 3;', call: '(Object.freeze(word), word.lastIndex++)' },
  ],
];

describe('a change that would outlive the call is refused each time', () => {
  /** What each gives in a game, in the next one under the same rules, and after an amendment and its reversal. */
  const games: string[][][] = [];
  const unlinked: string[] = [];
  beforeAll(async () => {
    const attempts = attemptsOf(REFUSED);
    const { sandbox, problems } = await open(...attempts);
    const play = (): void => void games.push(attempts.map((_, n) => callThrice(sandbox, n)));
    play();
    const again = link(sandbox, attempts);
    play();
    const amended = link(sandbox, [{ call: '1' }], `${opened}-amended`);
    unlinked.push(...problems, ...again, ...amended, ...link(sandbox, attempts));
    play();
  });
  test('every such clause links', () => {
    expect(unlinked).toEqual([]);
  });

  test.each(places(REFUSED))('%s', (_, n) => {
    const [found = [], ...later] = games.map((game) => game[n]);
    expect(found[0]).toMatch(
      /^refused: .*(?:is read-only|is not extensible); .* keep it in a variable of the game/u,
    );
    expect(new Set(found).size).toBe(1);
    expect(later).toEqual([found, found]);
  });

  test('even if the clause catches the error', async () => {
    const { sandbox, problems } = await open({
      top: 'const make = (n) => () => { try { n++; } catch { /* goes on */ } return n; }; const up = make(0);',
      call: 'up()',
    });
    expect(problems).toEqual([]);
    expect(callThrice(sandbox)).toEqual(['{"got":0}', '{"got":0}', '{"got":0}']);
  });
});

const SHUT: Named = [
  ['a list at the top', { top: 'const seen = [];', call: 'seen.push(1)' }],
  ['a list inside the rule', { inside: 'const seen = [];', call: 'seen.push(1)' }],
  ['an object', { top: 'const memory = { n: 0 };', call: '++memory.n' }],
  ['an object in an object', { top: 'const memory = { deep: [{ n: 0 }] };', call: '++memory.deep[0].n' }],
  ['a function', { top: 'function memory() {}', call: '(memory.n = (memory.n ?? 0) + 1)' }],
  [
    'a function without its usual properties',
    {
      top: 'const f = () => 1; delete f.name; delete f.length; f.name = [0];',
      call: '++f.name[0]',
    },
  ],
  [
    'a list held by a parameter',
    { top: 'const make = (list) => () => list.push(1); const push = make([]);', call: 'push()' },
  ],
  [
    'a list held by a default',
    {
      top: 'const make = (list = []) => { return () => list.push(1); }; const push = make();',
      call: 'push()',
    },
  ],
  [
    'a list given to a name later',
    { top: 'let list; const push = () => list.push(1); list = [];', call: 'push()' },
  ],
  ['a list in a map', { top: 'const seen = new Map([["a", []]]);', call: 'seen.get("a").push(1)' }],
  [
    'a list as a key',
    { top: 'const key = []; const seen = new Map([[key, 1]]);', call: '[...seen.keys()][0].push(1)' },
  ],
  ['a regular expression', { top: 'const word = /a/; word.memory = 0;', call: '++word.memory' }],
  [
    'what only looks like one',
    {
      top: 'const word = Object.assign({ __proto__: RegExp.prototype }, { memory: 0 });',
      call: '++word.memory',
    },
  ],
  [
    'a default export of a helper',
    { top: "import memory from './helper.ts';", helper: 'export default { n: 0 };', call: '++memory.n' },
  ],
  [
    'a namespace',
    {
      top: "import * as memory from './helper.ts';",
      helper: 'export const all = { n: 0 };',
      call: '++memory.all.n',
    },
  ],
  [
    'a frozen outside with a loose inside',
    { top: 'const memory = Object.freeze({ in: { n: 0 } });', call: '++memory.in.n' },
  ],
  ['a player', { call: '(actor.memory = 1)' }],
  [
    'a player, by definition',
    { call: '(Object.defineProperty(actor, "memory", { value: 1 }), actor.memory)' },
  ],
  ['the class of players', { call: '(actor.constructor.memory = 1)' }],
  ['a class that players inherit from', { call: '(Object.getPrototypeOf(actor.constructor).memory = 1)' }],
  [
    'the last of those',
    {
      call: '(() => { let last = actor.constructor; const end = Object.getPrototypeOf(() => 1); while (Object.getPrototypeOf(last) !== end) last = Object.getPrototypeOf(last); return (last.memory = 1); })()',
    },
  ],
  ['the set of players', { call: '(players.memory = 1)' }],
  ['the class of sets', { call: '(players.constructor.memory = 1)' }],
  ['the list of all players', { call: 'players.all().push(1)' }],
  ['the game', { call: '(Object.getPrototypeOf(handed).memory = 1)' }],
  [
    'what all rules are handed',
    { call: '(Object.getPrototypeOf(Object.getPrototypeOf(handed)).memory = 1)' },
  ],
  ['what the function given to rule was handed', { call: '(kit.memory = 1)' }],
  ['a function of the game', { call: '(view.memory = 1)' }],
  ['a function of the clause API', { call: '(integer.memory = 1)' }],
  ['a rule', { call: '(own.memory = 1)' }],
  [
    'what a view gave',
    {
      more: 'views: { list: derive({ of: "game", returns: data(), value: () => [1] }) },',
      call: 'view("list").push(2)',
    },
  ],
];

describe('what a clause made while loading, or was handed, can’t be changed', () => {
  let found: readonly (readonly string[])[] = [];
  let unlinked: readonly string[] = [];
  beforeAll(async () => {
    const { sandbox, problems } = await open(...attemptsOf(SHUT));
    unlinked = problems;
    found = SHUT.map((_, n) => callThrice(sandbox, n));
  });
  test('every such clause links', () => {
    expect(unlinked).toEqual([]);
  });

  test.each(places(SHUT))('%s', (_, n) => {
    expect(new Set(found[n]).size).toBe(1);
    expect(found[n]?.[0]).toMatch(/^refused: /);
  });

  test('the message says what to do instead', async () => {
    const { sandbox } = await open({ top: 'const seen = [];', call: 'seen.push(1)' });
    expect(callThrice(sandbox)[0]).toMatch(/keep it in a variable of the game, or for one call in a `let`/);
  });
});

const NOT_LOADED: readonly (readonly [string, Attempt, RegExp])[] = [
  [
    'a generator',
    {
      top: 'function* count() { for (let n = 0; ; n++) yield n; } const it = count();',
      call: 'it.next().value',
    },
    /core\/trial\.ts:2: a generator/,
  ],
  [
    'an iterator',
    { top: 'const it = [1, 2, 3].values();', call: 'it.next().value' },
    /keeps an object of another kind/,
  ],
  [
    'an iterator of a map',
    { top: 'const it = new Map([[1, 2]]).entries();', call: 'it.next().value' },
    /keeps an object of another kind/,
  ],
  [
    'a WeakMap',
    { top: 'const memory = new WeakMap();', call: 'memory.has(game)' },
    /keeps an object of another kind/,
  ],
  [
    'a WeakSet',
    { inside: 'const memory = new WeakSet();', call: 'memory.has(game)' },
    /keeps an object of another kind/,
  ],
  [
    'a private member',
    {
      top: 'class Memory { #n = 0; bump() { return ++this.#n; } } const one = new Memory();',
      call: 'one.bump()',
    },
    /no classes/,
  ],
  ['an async function', { top: 'const f = async () => 1;', call: '1' }, /can’t wait/],
  ['waiting at the top', { top: 'await 1;', call: '1' }, /can’t wait/],
  ['import.meta', { top: 'import.meta.n = 0;', call: '++import.meta.n' }, /import\.meta/],
  ['importing later', { call: 'import("./helper.ts")' }, /can't import while it runs/],
  [
    'arguments',
    { top: 'function make() { return () => ++arguments[0]; } const next = make(1);', call: 'next()' },
    /arguments/,
  ],
  ['a bound function', { top: 'const push = [].push.bind([]);', call: 'push(1)' }, /not a function/],
  ['a proxy', { top: 'const memory = new Proxy([], {});', call: 'memory.push(1)' }, /Proxy/],
  [
    'another kind of thing by its prototype',
    { top: 'const it = Object.setPrototypeOf([1].values(), null);', call: 'it' },
    /not a function/,
  ],
  [
    'the same by Reflect',
    { top: 'const it = Reflect.construct(Map, [], Object);', call: 'it' },
    /not a function/,
  ],
  ['the engine’s own names', { top: 'const $$t = () => {};', call: '1' }, /begin with \$\$/],
  ['the engine’s own names as a parameter', { top: 'const f = ($$l) => 1;', call: '1' }, /begin with \$\$/],
  [
    'the engine’s own names as a function’s',
    { top: 'const f = function $$k() {};', call: '1' },
    /begin with \$\$/,
  ],
  [
    'the engine’s own module',
    { top: "import { touch } from 'gitnomic:keeping';", call: '1' },
    /can't import/,
  ],
  [
    'the engine’s own module, passed on',
    { top: "export * from 'gitnomic:keeping';", call: '1' },
    /can't import/,
  ],
  [
    'a function in a default',
    { top: 'const leak = []; const make = (n, up = leak.push(() => ++n)) => 1;', call: '1' },
    /can't hold on to "n"/,
  ],
  [
    'a function in the head of a loop',
    { top: 'let f; for (let n = 0, up = () => ++n; n < 1; n++) f = up;', call: 'f()' },
    /can't hold on to "n"/,
  ],
  [
    'a class',
    { top: 'class Memory { static n = 0; }', call: '++Memory.n' },
    /trial\.ts:2: a clause has no classes/,
  ],
  [
    'a class in an expression',
    { top: 'const one = new (class { n = 0; })();', call: '++one.n' },
    /no classes/,
  ],
  [
    'what `this` is',
    {
      top: 'function Make() { this.n = 0; return () => ++this.n; } const next = Make.call({});',
      call: 'next()',
    },
    /no `this`/,
  ],
  ['what was called with new', { call: '(() => new.target)()' }, /not TypeScript|new\.target/],
  [
    'a function that names itself',
    {
      top: 'const f = ((g) => g)(function self() { self.n ??= 0; return ++self.n; });',
      call: 'f()',
    },
    /write `const self = …`/,
  ],
  ['a var', { top: 'var n = 0;', call: '++n' }, /write `let` or `const`/],
  ['a name that there is not', { call: '(nobody = 1)' }, /there is no name nobody/],
  [
    'a regular expression that goes on',
    { top: 'const word = /a/g;', call: '(word.test("aaa"), word.lastIndex)' },
    /flag g or y from loading that could change later.*make it where it is used/,
  ],
  [
    'an object with a getter',
    { top: 'const memory = { get n() { return 1; } };', call: 'memory.n' },
    /no `get` and no `set`/,
  ],
  ['one with a setter', { call: '({ set n(to) {} }).n = 1' }, /no `get` and no `set`/],
  ['an import behind a comment', { top: "import { n } from /* */ './n.ts';", call: 'n' }, /no comment/],
  ['an import with an escape', { top: "import { n } from './\\u006e.ts';", call: 'n' }, /a plain name/],
  [
    'an import of another file',
    { top: "import { n } from './n.js';", call: 'n' },
    /can't import "\.\/n\.js"/,
  ],
  [
    'an error that is taken apart',
    { call: '(() => { try { throw new Error("a"); } catch ({ message }) { return message; } })()' },
    /by its name/,
  ],
  [
    'an import with attributes',
    { top: "import x from './helper.ts' with { type: 'text' };", call: 'x' },
    /attributes/,
  ],
  [
    'a name of a case',
    { top: 'let f; switch (1) { case 1: let n = 0; f = () => ++n; }', call: 'f()' },
    /need braces/,
  ],
];

describe('a clause that could keep something unnoticed is rejected', () => {
  test.each(NOT_LOADED)('%s', async (_, attempt, words) => {
    const { problems } = await open(attempt);
    expect(problems.join('\n')).toMatch(words);
  });
});

describe('changes that don’t outlive the call are allowed', () => {
  const OWN: readonly (readonly [name: string, call: string, expected: unknown])[] = [
    ['a list filled and read', '(() => { const list = []; list.push(1, 2); return list; })()', [1, 2]],
    [
      'a counter in a callback',
      '(() => { let n = 0; [1, 2, 3].forEach((x) => { n += x; }); return n; })()',
      6,
    ],
    [
      'a function that calls itself',
      '(() => { const count = (n) => (n === 0 ? 0 : 1 + count(n - 1)); return count(4); })()',
      4,
    ],
    [
      'a regular expression that goes on',
      '(() => { const w = /a/g; w.test("aa"); return w.lastIndex; })()',
      1,
    ],
    [
      'a function of an object',
      '(() => { let n = 0; const o = { up() { return ++n; } }; o.up(); return o.up(); })()',
      2,
    ],
    ['a template of its own', '((parts, ...words) => parts.raw.join("|") + words)`a${1}b`', 'a|b1'],
    [
      'functions inside functions',
      '(() => { let n = 0; const up = () => [1, 2].map(() => (n++, n)); return [...up(), ...up()]; })()',
      [1, 2, 3, 4],
    ],
    [
      'a statement after one without a semicolon',
      '(() => { let n = 0\nconst up = () => { n = n + 1\nn++\nn += 1 }\nup()\nreturn n })()',
      3,
    ],
    [
      'a map',
      '(() => { const m = new Map(); m.set("a", 1).set("b", 2); return [...m.keys()]; })()',
      ['a', 'b'],
    ],
    [
      'labels and loops',
      '(() => { let n = 0; outer: for (const a of [1, 2, 3]) for (const b of [1, 2, 3]) { if (b > a) continue outer; n += [1].map(() => a * b)[0]; } return n; })()',
      25,
    ],
    [
      'an iterator walked by hand',
      '(() => { const it = [7, 8].values(); it.next(); return it.next().value; })()',
      8,
    ],
  ];
  let found: readonly string[] = [];
  beforeAll(async () => {
    const { sandbox } = await open(...OWN.map(([, call]) => ({ call })));
    found = OWN.map((_, n) => callThrice(sandbox, n)[0] ?? '');
  });

  test.each(OWN.map(([name, , expected], n) => [name, n, expected] as const))('%s', (_, n, expected) => {
    expect(found[n]).toBe(JSON.stringify({ got: expected }));
  });
});

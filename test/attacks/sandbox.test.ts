import { describe, expect, test } from 'vitest';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { SandboxError, SandboxLostError, type SandboxHost } from '../../src/sandbox/host.ts';
import { Sandbox } from '../../src/sandbox/sandbox.ts';
import { manifestOf } from '../../src/kernel/fixtures/kernel-with.ts';

const LIMITS = { polls: 2_000, memoryBytes: 48 * 1024 * 1024, stackBytes: 96 * 1024 };
const AT = '2021-06-18T09:00:00Z';

interface Tried {
  readonly reason: string;
  readonly found: unknown;
  readonly count: unknown;
  readonly drawn: number;
}

/** A game of one rule whose only action runs `body`; what it gets hold of it writes to `game.found`. */
async function attempt(body: string, before = ''): Promise<Tried> {
  let drawn = 0;
  const host: SandboxHost = {
    draw: () => (drawn += 1),
    ledger: { length: 1, at: () => ({ n: 0, by: 'bo' }) },
  };
  const sandbox = await Sandbox.create(host, LIMITS, caches.sandboxes);
  const clause = `
    import { action, data, integer, rule } from 'gitnomic/rules';
    ${before}
    export default rule((g) => {
      const { game } = g;
      return {
        game: { found: data({ start: null }), count: integer({ start: 1 }) },
        emperor: { plan: integer({ private: true, start: 41414 }) },
        actions: { try: action({ by: 'anybody', effect(handed) { const { actor } = handed; game.count = 2; ${body} } }) },
      };
    });`;
  const problems = sandbox.link(manifestOf([{ title: 'Trial', clause: () => ({}) }]), {
    files: new Map([['core/trial.ts', clause]]),
    version: '1',
  });
  if (problems.length > 0) {
    sandbox.dispose();
    return { reason: problems.map(({ message }) => message).join('; '), found: null, count: 1, drawn };
  }
  sandbox.load(null);
  let reason = 'accepted';
  try {
    const result = sandbox.take({ type: 'act', at: AT, by: 'ana', action: 'try', with: {} });
    if (!result.ok) reason = result.refusal.reason;
  } catch (error) {
    if (!(error instanceof SandboxError || error instanceof SandboxLostError)) throw error;
    reason = `${error.code}: ${error.message}`;
  }
  // Where memory ran out there is nobody left to ask, and nothing was kept.
  if (sandbox.dead) return { reason, found: null, count: 1, drawn };
  const [found, count] = sandbox.query(AT, [
    ['game', 'found'],
    ['game', 'count'],
  ]);
  sandbox.dispose();
  return { reason, found: found?.value, count: count?.value, drawn };
}

/** Each tries to get a thing that could run text, tell the time or reach out; `got` is what it finds. */
const REACHING: readonly (readonly [string, string])[] = [
  [
    'a function made by the constructor of an async function',
    '(async () => 1).constructor("return globalThis")',
  ],
  ['one made by that of a generator', '(function* () {}).constructor("yield 1")'],
  [
    'one made by that of an async generator',
    'Object.getPrototypeOf(async function* () {}).constructor("yield 1")',
  ],
  [
    'one made through a class that extends the constructor',
    '(() => { class F extends (() => 0).constructor {} return new F("return 1"); })()',
  ],
  [
    'one made through Symbol.species',
    '(() => { const a = []; a.constructor = { [Symbol.species]: (() => 0).constructor }; return a.map(() => 1); })().call',
  ],
  ['one made through a bound constructor', '(() => 0).constructor.bind(null, "return 1")()'],
  ['one made by Reflect.apply', 'Reflect.apply((() => 0).constructor, null, ["return 1"])'],
  ['one made through the constructor of what is handed in', 'handed.dice.constructor("return 1")'],
  [
    'one made through an error of the engine',
    '(() => { try { handed.refuse("x"); } catch (e) { return e.constructor.constructor("return 1")(); } })()',
  ],
  [
    'one made through a stack that overflows',
    '(() => { const dive = () => { try { dive(); } catch (e) { return e.constructor.constructor("return 1"); } }; return dive(); })()',
  ],
  ['the global object by a function called on nothing', '(function () { return this; })()?.process'],
  ['the global object by an indirect this', '(0, function () { return this; })()?.require'],
  ['the loader through import.meta of a helper', 'globalThis["import"]?.meta'],
  ['the host through the arguments of a caller', '(function f() { return f.caller; })()'],
  ['the arguments of whoever calls', '(function f() { return f.arguments?.callee?.caller; })()'],
  ['the callee of strict code', '(function () { "use strict"; return arguments.callee; })()'],
  ['the engine by its stack', 'new Error("x").stack'],
  [
    'the engine by the stack of an error of a class of its own',
    'new (class extends TypeError {})("x").stack',
  ],
  [
    'the engine by the stack of what it refuses',
    '(() => { try { handed.refuse("x"); } catch (e) { return e.stack; } })()',
  ],
  [
    'the engine by the stack of what QuickJS throws',
    '(() => { try { [1].map(() => null.x); } catch (e) { return e.stack; } })()',
  ],
  [
    'the engine by the constructor of a refusal’s class',
    '(() => { try { handed.refuse("x"); } catch (e) { return new (Object.getPrototypeOf(e.constructor))("x").stack; } })()',
  ],
  ['the engine by where a function stands', 'handed.dice.fileName ?? handed.dice.lineNumber'],
  [
    'the stack as objects',
    '(() => { let got = null; Error.prepareStackTrace = (e, s) => { got = s; return s; }; void new Error("x").stack; return got; })()',
  ],
  ['a clock', '(() => { try { return typeof new Date(); } catch { return undefined; } })()'],
  [
    'a clock in the numbers of a locale',
    '(() => { try { return new Intl.DateTimeFormat().format(); } catch { return undefined; } })()',
  ],
  ['a clock in a shared buffer', 'globalThis.SharedArrayBuffer ?? globalThis.Atomics'],
  ['chance', 'globalThis.Math.random?.()'],
  ['chance in the hash of an object', '(() => { const m = new WeakMap(); return m.hash ?? undefined; })()'],
  ['when memory is taken back', 'globalThis.FinalizationRegistry ?? globalThis.WeakRef ?? globalThis.gc'],
  ['a proxy that lies about what it is', 'globalThis.Proxy'],
  [
    'a promise that runs afterwards',
    'globalThis.Promise ?? globalThis.queueMicrotask ?? globalThis.setTimeout',
  ],
  ['WebAssembly', 'globalThis.WebAssembly'],
  ['the modules of QuickJS', 'globalThis.std ?? globalThis.os ?? globalThis.bjson ?? globalThis.scriptArgs'],
  [
    'the entrance of the kernel',
    'globalThis.gitnomic ?? globalThis.kernel ?? globalThis.call ?? globalThis.host',
  ],
  [
    'the state through a getter’s own accessor',
    'Object.getOwnPropertyDescriptor(Object.getPrototypeOf(actor), "id")?.get?.call({})',
  ],
  ['another’s private value', 'handed.emperor.plan'],
  ['another’s private value by its name', 'g.emperor?.["plan"]'],
  ['a private value through JSON', 'JSON.stringify(handed.emperor).match(/41414/)?.[0]'],
  [
    'a private value through the keys of what holds it',
    'Object.values(handed.emperor ?? {}).find((v) => v === 41414)',
  ],
  ['a private value through the ledger', 'JSON.stringify(handed.ledger.at(-1)).match(/41414/)?.[0]'],
];

describe('nothing outside the sandbox can be reached', () => {
  test.each(REACHING)('%s', async (_, code) => {
    const { reason, found } = await attempt(
      `let got; got = ${code}; game.found = got === undefined || got === null ? 'nothing' : 'got ' + typeof got;`,
    );
    expect(reason === 'accepted' ? found : 'nothing').toBe('nothing');
  });
});

/** Each would have others see what is not so. */
const BENDING: readonly (readonly [string, string])[] = [
  [
    'a setter on the prototype of all objects',
    'Object.defineProperty(Object.prototype, "status", { set() {}, get() { return "enacted"; } });',
  ],
  ['an accessor of the old kind', '({}).__defineGetter__.call(Object.prototype, "admin", () => true);'],
  ['the prototype of what is handed in', 'Object.setPrototypeOf(actor, { admin: true });'],
  [
    'the prototype by its accessor',
    'Object.getOwnPropertyDescriptor(Object.prototype, "__proto__").set.call(actor, { admin: true });',
  ],
  ['toString of texts', 'String.prototype.toString = () => "FOR";'],
  ['valueOf of numbers', 'Number.prototype.valueOf = () => 1;'],
  ['toJSON of all objects', 'Object.prototype.toJSON = () => ({});'],
  ['hasInstance of a class', 'Object.defineProperty(Array, Symbol.hasInstance, { value: () => true });'],
  ['the species of lists', 'Object.defineProperty(Array, Symbol.species, { get: () => Object });'],
  ['isConcatSpreadable', 'Array.prototype[Symbol.isConcatSpreadable] = false;'],
  ['unscopables', 'Array.prototype[Symbol.unscopables].players = true;'],
  [
    'the match of expressions',
    'RegExp.prototype[Symbol.match] = () => ["FOR"]; RegExp.prototype.exec = () => null;',
  ],
  ['the iterator of texts', 'String.prototype[Symbol.iterator] = function* () {};'],
  ['the parser of JSON', 'JSON.parse = () => ({ admin: true });'],
  ['a property of globalThis', 'globalThis.left = 1;'],
  ['undefined', 'globalThis.undefined = 1; Object.defineProperty(globalThis, "undefined", { value: 1 });'],
  ['the entries of objects', 'Object.entries = () => [];'],
  ['what is frozen, by Reflect', 'if (!Reflect.set(Object, "keys", () => [])) throw new Error("no");'],
  ['what is frozen, by defineProperty', 'Object.defineProperty(Object, "freeze", { value: (x) => x });'],
  ['a variable that no rule defines', 'actor.godmode = true;'],
  ['the id of a player', 'actor.id = "bo";'],
];

describe('nothing that others rely on can be tampered with', () => {
  test.each(BENDING)('%s', async (_, body) => {
    const { reason, count } = await attempt(body);
    expect(reason).not.toBe('accepted');
    expect(count).toBe(1);
  });
});

/** Each would take all there is of something. */
const EXHAUSTING: readonly (readonly [string, string])[] = [
  [
    'text that doubles by replacing',
    'let t = "xx"; for (let n = 0; n < 60; n++) t = t.replaceAll("x", "xx");',
  ],
  [
    'text that doubles by joining',
    'let t = ["x"]; for (let n = 0; n < 60; n++) t = [t.join(""), t.join("")];',
  ],
  ['a list that doubles by spreading', 'let t = [1]; for (let n = 0; n < 60; n++) t = [...t, ...t];'],
  ['a list that doubles by flattening', 'let t = [1]; for (let n = 0; n < 60; n++) t = [t, t].flat();'],
  ['a map without end', 'const m = new Map(); for (let n = 0; ; n++) m.set(n, n);'],
  ['a big number', 'let n = 7n; for (;;) n = n * n;'],
  ['a big power', '2n ** (2n ** 40n);'],
  ['a shift of a big number', '1n << (2n ** 40n);'],
  ['a generator without end, spread', 'const g0 = function* () { for (;;) yield 1; }; [...g0()];'],
  ['a comparator that recurses', 'const c = () => [3, 2, 1].sort(c) && 0; [2, 1].sort(c);'],
  [
    'a replacer that recurses',
    'const r = (k, v) => JSON.stringify({ a: 1 }, r); JSON.stringify({ a: 1 }, r);',
  ],
  [
    'nested lists without end, as JSON',
    'let t = []; for (let n = 0; n < 200_000; n++) t = [t]; game.found = t;',
  ],
  [
    'an expression that goes back without end',
    '/^(\\w+\\s?)*$/.test("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!");',
  ],
  ['a split without end', '"x".repeat(5_000_000).split("").map((x) => x.split(""));'],
];

describe('nothing takes more than its share', () => {
  test.each(EXHAUSTING)('%s', async (_, body) => {
    const { reason, count } = await attempt(body);
    expect(reason).not.toBe('accepted');
    expect(count).toBe(1);
  });
});

test('there are at least forty tricks here', () => {
  expect(REACHING.length + BENDING.length + EXHAUSTING.length).toBeGreaterThanOrEqual(40);
});

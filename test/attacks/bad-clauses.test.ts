import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { Sandbox } from '../../src/sandbox/sandbox.ts';
import {
  SandboxError,
  SandboxLostError,
  type LinkProblem,
  type SandboxHost,
} from '../../src/sandbox/host.ts';
import { manifestOf } from '../../src/kernel/fixtures/kernel-with.ts';
import { HAS_TIME, moreIfSlow, some } from '../slowly.ts';

const HOST: SandboxHost = { draw: () => 1, ledger: { length: 0, at: () => null } };
const LIMITS = { polls: 100, memoryBytes: 32 * 1024 * 1024, stackBytes: 96 * 1024 };
const MANY_STEPS = { ...LIMITS, polls: 2_000 };
const AT = '2021-06-18T09:00:00Z';
/** Each attempt begins a game in it, until one has ended it. */
let shared: Sandbox | null = null;
let versions = 0;
afterAll(() => shared?.dispose());

/** A game with one rule whose only action runs `body`, which can write its findings to `game.found`. */
async function sandboxWith(
  body: string,
  before = '',
  limits = LIMITS,
): Promise<{ sandbox: Sandbox; problems: readonly LinkProblem[] }> {
  const sandbox = await Sandbox.create(HOST, { ...limits, patienceMs: 60_000 }, caches.sandboxes);
  return { sandbox, problems: begin(sandbox, [body], before) };
}

const actionOf = (n: number): string => (n === 0 ? 'try' : `try${n}`);

/** Each body is an action. */
function begin(sandbox: Sandbox, bodies: readonly string[], before: string): readonly LinkProblem[] {
  const actions = bodies.map(
    (body, n) =>
      `${actionOf(n)}: action({ by: 'anybody', effect(handed) { const { actor } = handed; game.count = 2; ${body} } }),`,
  );
  const clause = `
    import { action, data, integer, rule } from 'gitnomic/rules';
    ${before}
    export default rule(({ game }) => ({
      game: { found: data({ start: null }), count: integer({ start: 1 }) },
      actions: { ${actions.join('\n')} },
    }));`;
  const manifest = manifestOf([{ title: 'Trial', clause: () => ({}) }]);
  const files = new Map([['core/trial.ts', clause]]);
  versions += 1;
  const problems = sandbox.link(manifest, { files, version: String(versions) });
  if (problems.length === 0) sandbox.load(null);
  return problems;
}

interface Attempted {
  readonly reason: string;
  readonly found: unknown;
  readonly count: unknown;
}

async function attempt(body: string, before = ''): Promise<Attempted> {
  if (shared === null || shared.dead) ({ sandbox: shared } = await sandboxWith(''));
  return attemptIn(shared, begin(shared, [body], before));
}

/** All of them are actions of one game, since putting rules in force takes longer than what they do. */
async function attemptAll(bodies: readonly string[]): Promise<readonly Attempted[]> {
  if (shared === null || shared.dead) ({ sandbox: shared } = await sandboxWith(''));
  const sandbox = shared;
  const problems = begin(sandbox, bodies, '');
  return bodies.map((_, n) => attemptIn(sandbox, problems, n));
}

async function attemptAlone(body: string, limits = LIMITS): Promise<Attempted> {
  const { sandbox, problems } = await sandboxWith(body, '', limits);
  const attempted = attemptIn(sandbox, problems);
  sandbox.dispose();
  return attempted;
}

function attemptIn(sandbox: Sandbox, problems: readonly LinkProblem[], n = 0): Attempted {
  if (problems.length > 0)
    return { reason: problems.map(({ message }) => message).join('; '), found: null, count: null };
  const reason = takeIn(sandbox, n);
  // A sandbox whose memory ran out can't be asked any more, and keeps nothing.
  if (sandbox.dead) return { reason, found: null, count: 1 };
  const [found, count] = sandbox.query(AT, [
    ['game', 'found'],
    ['game', 'count'],
  ]);
  return { reason, found: found?.value, count: count?.value };
}

function takeIn(sandbox: Sandbox, n = 0): string {
  try {
    const result = sandbox.take({ type: 'act', at: AT, by: 'ana', action: actionOf(n), with: {} });
    return result.ok ? 'accepted' : result.refusal.reason;
  } catch (error) {
    if (error instanceof SandboxError || error instanceof SandboxLostError)
      return `${error.code}: ${error.message}`;
    throw error;
  }
}

describe('code that runs too long, too deep or too large: the action is refused and nothing changes', () => {
  type Attempt = readonly [name: string, body: string, words: string];
  const LONG: readonly Attempt[] = [
    ['a set of what is not there', 'new Set(Array(2 ** 32 - 1));', 'too-many-steps'],
    [
      'a search for a long text in a longer one',
      "'ab'.repeat(4_000_000).indexOf('ab'.repeat(2_000_000) + 'c');",
      'too much',
    ],
    [
      'lists that hold one another, as JSON',
      'let t = []; for (let n = 0; n < 60; n++) t = [t, t]; JSON.stringify(t);',
      'too much for JSON',
    ],
  ];
  const SHORT: readonly Attempt[] = [
    ['an endless loop', 'for (;;) {}', 'too-many-steps'],
    ['an endless loop in a catch', 'for (;;) { try { for (;;) {} } catch {} }', 'too-many-steps'],
    ['an endless loop in a finally', 'try { for (;;) {} } finally { for (;;) {} }', 'too-many-steps'],
    ['a toJSON that loops', 'game.found = { toJSON() { for (;;) {} } };', 'plain data'],
    ['deep recursion', 'const dive = (n) => 1 + dive(n + 1); dive(0);', 'too deeply'],
    [
      'mutual recursion through a comparator',
      'const again = () => [2, 1].sort(again).length; again();',
      'too deeply',
    ],
    ['a huge array', 'const all = []; for (;;) all.push(new Array(100000).fill(7));', 'too-m'],
    ['a huge text', 'let text = "x"; for (;;) text += text;', 'too long'],
    ['a repeated text', '"x".repeat(2 ** 29);', 'too long'],
    ['a padded text', '"x".padEnd(2 ** 29);', 'too long'],
    ['a built-in that loops without asking', '[].indexOf.call({ length: 2 ** 40 }, 1);', 'too much'],
    ['another one', '[].includes.call({ length: 2 ** 40 }, 1);', 'too much'],
    ['joining what is not there', '[].join.call({ length: 2 ** 40 });', 'too much'],
    ['filling what is not there', '[].fill.call({ length: 2 ** 40 }, 1);', 'too much'],
    ['reversing what is not there', '[].reverse.call({ length: 2 ** 40 });', 'too much'],
    ['copying what is not there', '[].copyWithin.call({ length: 2 ** 40 }, 1, 0);', 'too much'],
    ['sorting what is not there', '[].sort.call({ length: 2 ** 40 });', 'too much'],
    ['joining what is not there to a list', '[].concat(Array(2 ** 32 - 1));', 'too much'],
    ['flattening what is not there', '[[1, [Array(2 ** 32 - 1)]]].flat(3);', 'too much'],
    ['raw text of what is not there', 'String.raw({ raw: { length: 2 ** 40 } });', 'too much'],
    ['an array made from a length', 'Array.from({ length: 2 ** 32 });', ''],
    ['a search over a list that is nearly all gaps', 'Array(2 ** 32 - 1).every(() => true);', 'too much'],
    [
      'callbacks over what only says that it is long',
      'Array.prototype.reduce.call({ length: 2 ** 53 - 1 }, (a) => a, 0);',
      'too much',
    ],
    ['a runaway regular expression', '/^(a+)+$/.test("a".repeat(40) + "!");', ''],
  ];
  /** What these make is only counted once it is there. */
  const MANY = new Set(LONG.map(([name]) => name));
  test.each([...SHORT, ...(HAS_TIME ? LONG : [])])('%s', async (name, body, words) => {
    const { reason, count } = await (MANY.has(name) ? attemptAlone(body, MANY_STEPS) : attempt(body));
    expect(reason).not.toBe('accepted');
    expect(reason).toContain(words);
    expect(count).toBe(1);
  });

  const TWICE = 'const twice = (n) => { let t = []; for (; n > 0; n--) t = [t, t]; return t; };';
  const KEYS = 'const all = {}; for (let i = 0; i < 30_000; i++) all[`k${i}`] = i;';
  const LOOPS = [
    ['looking for what is not in a list', 'const all = Array(1e6).fill(0); for (;;) all.indexOf(1);'],
    ['sorting', 'const all = Array(1e6).fill(0); for (;;) all.sort();'],
    ['the keys of a large object', `${KEYS} for (;;) Object.keys(all);`],
    ['writing it as JSON', `${KEYS} for (;;) JSON.stringify(all);`],
    ['the keys that are written as JSON', 'const keys = Array(9e6); for (;;) JSON.stringify({}, keys);'],
    ['lists that hold one another, as JSON', `${TWICE} JSON.stringify(twice(60));`],
    ['the same by toJSON', `${TWICE} JSON.stringify({ toJSON: () => twice(60) });`],
    [
      'the same by a function',
      `${TWICE} const of = () => 0; of.toJSON = () => twice(60); JSON.stringify([of]);`,
    ],
    ['the same with a list of keys', `${TWICE} JSON.stringify(twice(60), ['a']);`],
    ['the same through a function of its own', `${TWICE} JSON.stringify(twice(60), (_, value) => value);`],
    ['more and more of it', `${TWICE} for (;;) try { JSON.stringify(twice(60)); } catch {}`],
    ['letters made large', "const text = 'ß'.repeat(1e6); for (;;) text.toUpperCase();"],
    ['copying part of a text', "const text = 'ß'.repeat(5e6); for (;;) text.slice(1);"],
    ['joining two sets', `const all = new Set(Array(30_000).keys()); for (;;) all.union(all);`],
  ] as const;
  test.each(some(LOOPS, 4))('stops a loop of few but long steps: %s', async (_, body) => {
    const { sandbox } = await sandboxWith(body, '', {
      ...LIMITS,
      polls: 60,
      memoryBytes: 128 * 1024 * 1024,
    });
    expect(takeIn(sandbox)).toContain('too-many-steps');
    expect(sandbox.query(AT, [['game', 'count']])).toEqual([{ value: 1 }]);
    sandbox.dispose();
  });

  test('JSON.stringify gives what it would without step counting', async () => {
    const same = 'const one = { b: [1, "ü"], a: null, no: undefined, run() {} };';
    const { found } = await attempt(
      `${same} game.found = [[one], [{ one, two: one }, null, 1], [{ one, a: 1 }, ['a', 'b']], [() => 0], [{ toJSON: () => undefined }, ['a']], ['x'], [one, (key, value) => (key === 'a' ? 7 : value)]].map((words) => JSON.stringify(...words) ?? 'nothing');`,
    );
    const one = { b: [1, 'ü'], a: null };
    expect(found).toEqual([
      JSON.stringify(one),
      JSON.stringify({ one, two: one }, null, 1),
      JSON.stringify({ one, a: 1 }, ['a', 'b']),
      'nothing',
      'nothing',
      '"x"',
      JSON.stringify({ ...one, a: 7 }),
    ]);
  });

  test('the sandbox can be used again', async () => {
    const { sandbox } = await sandboxWith('if (handed.now < "2022") for (;;) {}');
    expect(takeIn(sandbox)).toContain('too-many-steps');
    expect(
      sandbox.take({ type: 'act', at: '2023-01-01T00:00:00Z', by: 'ana', action: 'try', with: {} }).ok,
    ).toBe(true);
    sandbox.dispose();
  });

  test('always stops at the same step', async () => {
    const body = 'let n = 0; try { for (;;) n++; } finally { game.found = n; }';
    const first = await attemptAlone(body);
    expect([first.reason, first.found]).toEqual([(await attemptAlone(body)).reason, null]);
  });
});

describe('stopping a clause while it’s defined names it, and the earlier rules stay in force', () => {
  test.each([
    ['an endless loop', 'for (;;) {}', 'too-many-steps'],
    ['endless recursion', 'const deeper = () => deeper() + 1; deeper();', 'clause-fails'],
  ])('%s', async (_, body, code) => {
    const { sandbox } = await sandboxWith('');
    const clause = `import { rule } from 'gitnomic/rules'; export default rule(() => { ${body} return {}; });`;
    const manifest = manifestOf([
      { title: 'First', clause: () => ({}) },
      { title: 'Second', clause: () => ({}) },
    ]);
    const fine = "import { rule } from 'gitnomic/rules'; export default rule(() => ({}));";
    const files = new Map([
      ['core/first.ts', fine],
      ['core/second.ts', clause],
    ]);
    const [problem] = sandbox.link(manifest, { files, version: '2' });
    expect(problem).toMatchObject({ code, file: 'core/second.ts' });
    expect(problem?.message).toContain('core/second.ts');
    expect(takeIn(sandbox)).toBe('accepted');
    sandbox.dispose();
  });
});

test.each([
  ['nothing', 'const rule = 1;'],
  ['no rule', 'export default {};'],
  ['nothing by default', "import { rule } from 'gitnomic/rules'; export const day = rule(() => ({}));"],
])('a clause that exports %s is told what it must export', async (_, clause) => {
  const { sandbox } = await sandboxWith('');
  const manifest = manifestOf([{ title: 'Trial', clause: () => ({}) }]);
  expect(sandbox.link(manifest, { files: new Map([['core/trial.ts', clause]]), version: '2' })).toEqual([
    {
      code: 'no-rule',
      file: 'core/trial.ts',
      line: null,
      message: 'core/trial.ts: the code must `export default rule(…)`, from "gitnomic/rules"',
    },
  ]);
  expect(takeIn(sandbox)).toBe('accepted');
  sandbox.dispose();
});

describe('code that throws something odd: the action is refused with what was thrown', () => {
  const ODD: readonly (readonly [name: string, body: string, words: string])[] = [
    ['an error', 'throw new TypeError("no such lamp");', 'no such lamp'],
    ['a text', 'throw "gone";', 'gone'],
    ['an object', 'throw { message: "not an error" };', 'an object that is no Error'],
    ['a function', 'throw () => 1;', 'threw'],
    [
      'an error whose message throws',
      'throw Object.assign(new Error("x"), { message: { toString() { throw 1; } } });',
      '',
    ],
    ['a promise', 'return Promise.resolve(1);', "'Promise' is not defined"],
    [
      'a refusal that is forged',
      'throw Object.assign(new Error("forged"), { name: "Refusal", code: "x" });',
      'forged',
    ],
  ];
  let attempted: readonly Attempted[] = [];
  beforeAll(async () => {
    attempted = await attemptAll(ODD.map(([, body]) => body));
  });
  test.each(ODD.map(([name, , words], n) => [name, n, words] as const))('%s', (_, n, words) => {
    expect(attempted[n]?.reason).not.toBe('accepted');
    expect(attempted[n]?.reason).toContain(words);
    expect(attempted[n]?.count).toBe(1);
  });
});

describe('clauses can’t reach the outside', () => {
  test('by name', async () => {
    const names =
      'Date performance process require fetch setTimeout console host gitnomic eval Function WeakRef SharedArrayBuffer Atomics WebAssembly std os print Intl queueMicrotask navigator globalThis.host Math.random Proxy Promise Symbol Iterator ArrayBuffer Float64Array [].values().map'.split(
        ' ',
      );
    const kinds = names.map(
      (name) => `(() => { try { return typeof ${name}; } catch { return 'undefined'; } })()`,
    );
    const { reason, found } = await attempt(`game.found = [${kinds.join()}];`);
    expect(reason).toBe('accepted');
    expect(names.map((name, at) => [name, (found as unknown[])[at]])).toEqual(
      names.map((name) => [name, 'undefined']),
    );
  });

  test.each([
    ['the constructor of a function', '(() => 0).constructor("return 1")()'],
    ['the constructor of a method', '[].map.constructor("return 1")()'],
    ['the constructor of a class', '(class {}).constructor("return 1")()'],
    ['a constructor reached by Reflect', 'Reflect.construct((() => 0).constructor, ["return 1"])()'],
    [
      'a constructor reached through the prototype',
      'Object.getPrototypeOf(() => 0).constructor("return 1")()',
    ],
    ['a constructor reached through an error', 'Object.getPrototypeOf(Error).constructor("return 1")()'],
    ['an indirect eval', '(0, globalThis.eval)("1")'],
  ])('by making code from text: %s', async (_, code) => {
    const { reason, found } = await attempt(`game.found = String(${code});`);
    expect([reason === 'accepted', found]).toEqual([false, null]);
  });

  test.each([
    ['a file', "import fs from 'node:fs';", /it can't import "node:fs"/],
    ['a file, dynamically named', "import { x } from '/etc/passwd';", /it can't import "\/etc\/passwd"/],
    ['a package', "import { z } from 'zod';", /it can't import "zod"/],
    [
      'the kernel',
      "import { Kernel } from '../../src/kernel/kernel.ts';",
      /it can't import|there is no file/,
    ],
    [
      'an engine module by the name the loader gives it',
      "import { Kernel } from 'engine:kernel/kernel.ts';",
      /a clause can't import "engine:/,
    ],
    ['a web address', "import 'https://example.com/x.js';", /it can't import "https:/],
    [
      'an older clause API',
      "import { list } from 'gitnomic/rules@0';",
      /written for version 0 .* bring the clause up to date; docs/,
    ],
    [
      'a newer clause API',
      "import { list } from 'gitnomic/rules@99';",
      /written for version 99 .* bring the engine up to date/,
    ],
    ['what is above the ruleset', "import '../../../secrets.ts';", /it can't import "\.\./],
    [
      'a helper that is not there',
      "import { x } from '#core/none.ts';",
      /there is no file core\/helpers\/none\.ts .*imports as "#core\/none\.ts"/,
    ],
  ])('by importing %s', async (_, line, words) => {
    const { reason } = await attempt('', line);
    expect(reason).toMatch(words);
  });

  test.each([
    ['importing while an action runs', "return import('node:fs');", /can't import while it runs/],
    ['asking where it is', 'return import.meta.url;', /no import\.meta/],
    ['waiting', 'return (async () => 1)();', /can’t wait/],
  ])('by %s', async (_, body, words) => {
    const { problems } = await sandboxWith(body);
    expect(problems.map(({ message }) => message).join()).toMatch(words);
  });
});

describe('no clause can tamper with what others rely on', () => {
  const BENT: readonly (readonly [name: string, body: string])[] = [
    ['a prototype', 'Array.prototype.map = () => [];'],
    ['a new property of all objects', 'Object.prototype.admin = true;'],
    ['a prototype through __proto__', '({}).__proto__.admin = true;'],
    ['a built-in function', 'JSON.stringify = () => "";'],
    ['a property of a built-in', 'Object.defineProperty(Array.prototype, "length", { value: 1 });'],
    ['the prototype of an iterator', 'Object.getPrototypeOf([].values()).next = () => ({ done: true });'],
    ['the prototype of a map', 'Map.prototype.get = () => 1;'],
    ['the prototype of texts', 'String.prototype.includes = () => true;'],
    ['the class of players', 'Object.getPrototypeOf(actor).spend = () => {};'],
    ['the base class of players', 'Object.getPrototypeOf(Object.getPrototypeOf(actor)).is = () => true;'],
    ['the set of players', 'Object.getPrototypeOf(handed.players).get = () => null;'],
    ['a rule’s facts', 'handed.rule.title = "Mine";'],
    ['the list of rules', 'handed.ruleset.rules.push({});'],
    ['the ledger', 'handed.ledger.at = () => null;'],
    ['what is shown of a value', 'game.found = [1]; game.found.push(2);'],
    ['the constructor of errors', 'Error.prototype.constructor = Array;'],
    [
      'the stack of errors',
      'Error.prepareStackTrace = () => { throw 1; }; Error.prototype.toString = () => "";',
    ],
  ];
  let attempted: readonly Attempted[] = [];
  beforeAll(async () => {
    attempted = await attemptAll(BENT.map(([, body]) => body));
  });
  test.each(BENT.map(([name], n) => [name, n] as const))('%s', (_, n) => {
    expect(attempted[n]?.reason).not.toBe('accepted');
    expect(attempted[n]?.count).toBe(1);
  });

  test('can’t reach the store through the objects it holds', async () => {
    const { found } = await attemptAlone(
      `
      const seen = new Set(); const names = [];
      const walk = (thing) => {
        if ((typeof thing !== 'object' && typeof thing !== 'function') || thing === null || seen.has(thing) || seen.size > 20000) return;
        seen.add(thing);
        for (const key of Object.getOwnPropertyNames(thing)) {
          if (['store', 'runtime', 'kernel', 'model', 'frame', 'host'].includes(String(key))) names.push(String(key));
          let inner; try { inner = thing[key]; } catch { continue; }
          walk(inner);
        }
        walk(Object.getPrototypeOf(thing));
      };
      walk(actor); walk(game); walk(handed); walk(globalThis);
      game.found = names;`,
      MANY_STEPS,
    );
    expect(found).toEqual([]);
  });
});

describe('poisoned data', () => {
  test('a __proto__ key in a parameter is just a key', async () => {
    const { sandbox } = await sandboxWith('game.found = [({}).admin ?? "clean", Object.keys(handed)];');
    const words = JSON.parse('{"__proto__": {"admin": true}}') as Record<string, unknown>;
    const result = sandbox.take({ type: 'act', at: AT, by: 'ana', action: 'try', with: words });
    expect(result.ok).toBe(false);
    expect(takeIn(sandbox)).toBe('accepted');
    expect((sandbox.query(AT, [['game', 'found']]).map(({ value }) => value) as unknown[][])[0]?.[0]).toBe(
      'clean',
    );
    sandbox.dispose();
  });

  test.each([
    ['a function', '() => 1'],
    ['not a number', 'NaN'],
    ['infinity', '1 / 0'],
    ['a big integer', '10n'],
    ['a map', 'new Map([[1, 2]])'],
  ])('refuses a value that isn’t plain data: %s', async (_, value) => {
    const { reason, count } = await attempt(`game.found = ${value};`);
    expect(reason).not.toBe('accepted');
    expect(count).toBe(1);
  });

  test('refuses a circular value', async () => {
    const { reason } = await attempt('const a = {}; a.a = a; game.found = a;');
    expect(reason).not.toBe('accepted');
  });

  test('a person called __proto__ or constructor is just a person', async () => {
    const { sandbox } = await sandboxWith('game.found = actor.id;');
    for (const by of ['__proto__', 'constructor', 'toString']) {
      expect(sandbox.take({ type: 'act', at: AT, by, action: 'try', with: {} }).ok).toBe(true);
      expect(sandbox.query(AT, [['game', 'found']])[0]?.value).toBe(by);
    }
    sandbox.dispose();
  });
});

describe('the same clause on the same input', () => {
  test('gives the same bytes', async () => {
    const body =
      'game.found = [1 / 3, 0.1 + 0.2, Math.sin(1), Object.keys({ b: 1, a: 2, 1: 3 }), [3, 1, 2].sort(), "ä".localeCompare("b")];';
    const runs = await Promise.all([attempt(body), attemptAlone(body), attemptAlone(body)]);
    expect(new Set(runs.map((run) => JSON.stringify(run))).size).toBe(1);
  });
});

test('memory doesn’t grow with the number of actions', async () => {
  const { sandbox } = await sandboxWith('game.found = Array.from({ length: 100 }, (_, i) => ({ i }));');
  const actions = moreIfSlow(25, 200);
  for (let i = 0; i < actions; i++) takeIn(sandbox);
  const before = sandbox.memoryBytes();
  for (let i = 0; i < actions * 4; i++) takeIn(sandbox);
  expect(sandbox.memoryBytes()).toBeLessThan(before * 1.05);
  sandbox.dispose();
});

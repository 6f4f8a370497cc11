// Clauses that try to keep something from one call to the next, generated: nothing of it is there in the next call, in the same
// sandbox or in another.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import fc from 'fast-check';
import { expect, test } from 'vitest';

import { Sandbox } from '../../src/sandbox/sandbox.ts';
import { clauseCalledTwice, HOST } from './call-twice.ts';
import { DEEDS, HOLDS, THINGS } from './kept-things.ts';
import { writing } from './written-targets.ts';
import { slowTest } from '../slowly.ts';

const RUNS = process.env['GITNOMIC_FUZZ'] === undefined ? 60 : 20_000;
const MINUTES = 60_000;

interface Kept {
  readonly top?: string;
  readonly inside?: string;
  readonly helper?: string;
  /** Statements of an action that leave what they saw in `got`. */
  readonly effect: string;
}

function clauseOf({ top = '', inside = '', effect }: Kept): string {
  return `import { action, daily, data, derive, integer, list, rule, text } from 'gitnomic/rules';
    ${top}
    export default rule((kit) => {
      const { game } = kit;
      ${inside}
      return {
        game: { found: data({ start: null }) },
        actions: { try: action({ by: 'anybody', effect({ actor }) {
          let got: any = null;
          const box: any = { a: 1 };
          const given: any = Object.assign([3, 4], { a: 3, b: 4, n: 3 });
          ${effect}
          game.found = { got };
        } }) },
      };
    });`;
}

/** What two calls see, or null where it is no clause. */
function callTwice(sandbox: Sandbox, kept: Kept): readonly string[] | null {
  return clauseCalledTwice(sandbox, clauseOf(kept), kept.helper ?? null);
}

async function sandboxes(): Promise<readonly [Sandbox, Sandbox]> {
  return [await Sandbox.create(HOST), await Sandbox.create(HOST)];
}

/** What is said of a value, to the bit. */
const SEEN = `const seen = (o, depth = 0) => {
  if ((typeof o !== 'object' && typeof o !== 'function') || o === null) return Object.is(o, -0) ? '-0' : typeof o === 'bigint' ? 'n' : typeof o === 'symbol' ? 's' : o ?? 'none';
  if (depth > 3 || o === globalThis) return 'deep';
  const parts = Object.getOwnPropertyNames(o).map((key) => {
    const { value, get, writable, configurable } = Object.getOwnPropertyDescriptor(o, key);
    return [key, seen(value, depth + 1), get === undefined, writable ?? null, configurable];
  });
  const inside = [];
  try { if (Array.isArray(o) || o instanceof Map || o instanceof Set) for (const one of o) inside.push(seen(one, depth + 1)); } catch (error) { inside.push('broken'); }
  return [Object.isFrozen(o), Object.isSealed(o), Object.isExtensible(o), parts, inside, seen(Object.getPrototypeOf(o), depth + 3)];
};`;

/** Where the name that is written to is declared, and how a call gets at it. */
const NAMES: readonly ((write: string) => Omit<Kept, 'effect'>)[] = [
  (write) => ({ top: `let n: any = 1; const read = () => n; const write = (box, given) => { ${write} };` }),
  (write) => ({
    inside: `let n: any = 1; const read = () => n; const write = (box, given) => { ${write} };`,
  }),
  (write) => ({
    top: `const make = (n: any) => ({ read: () => n, write: (box, given) => { ${write} } }); const { read, write } = make(1);`,
  }),
  (write) => ({
    top: `let read, write; { let n: any = 1; read = () => n; write = (box, given) => { ${write} }; }`,
  }),
  (write) => ({
    top: `let read, write; for (let n: any = 1, i = 0; i < 1; i++) { read = () => n; write = (box, given) => { ${write} }; }`,
  }),
  (write) => ({
    top: `let read, write; for (let n of [1] as any[]) { read = () => n; write = (box, given) => { ${write} }; }`,
  }),
  (write) => ({
    top: `let read, write; try { throw 1; } catch (n: any) { read = () => n; write = (box, given) => { ${write} }; }`,
  }),
  (write) => ({
    top: "import { n, write } from './helper.ts'; const read = () => n;",
    helper: `export let n: any = 1; export function write(box, given) { ${write} }`,
  }),
  (write) => ({
    top: `const make = (n: any = 1) => { const deep = () => () => { ${write} }; let box: any = {}, given: any = [3, 4]; return { read: () => n, write: () => deep()() }; }; const { read, write } = make();`,
  }),
];
const EFFECT = 'const before = read(); try { write(box, given); } catch { } got = [before, read()];';

test(
  'no name declared outside a call has changed in the next',
  async () => {
    const [one, other] = await sandboxes();
    let refused = 0;
    let called = 0;
    fc.assert(
      fc.property(writing, fc.constantFrom(...NAMES), ({ code }, declare) => {
        const kept = { ...declare(code), effect: EFFECT };
        const found = callTwice(one, kept);
        if (found === null) {
          refused += 1;
          return;
        }
        called += 1;
        expect(found).toEqual(['{"got":[1,1]}', '{"got":[1,1]}']);
        expect(callTwice(other, kept)).toEqual(found);
      }),
      { numRuns: RUNS },
    );
    // Most are clauses, of which the writing is refused when it is tried.
    expect(called).toBeGreaterThan(refused / 2);
    for (const sandbox of [one, other]) sandbox.dispose();
  },
  60 * MINUTES,
);

/** Runs clauses in a process of its own; for each, what two calls see there. */
function elsewhere(all: readonly Kept[]): readonly (readonly string[] | null)[] {
  const file = fileURLToPath(new URL('call-twice.ts', import.meta.url));
  const input = JSON.stringify(all.map((kept) => [clauseOf(kept), kept.helper ?? null]));
  return JSON.parse(execFileSync(process.execPath, [file], { input, encoding: 'utf8' })) as string[][];
}

slowTest(
  'two processes, one after the other, see the same of the same clauses',
  () => {
    const ofNames = fc.tuple(writing, fc.constantFrom(...NAMES)).map(([{ code }, declare]) => ({
      ...declare(code),
      effect: EFFECT,
    }));
    const ofThings = fc
      .tuple(fc.constantFrom(...THINGS), fc.constantFrom(...HOLDS), fc.constantFrom(...DEEDS))
      .map(([thing, hold, deed]) => {
        const held = hold(thing);
        const effect = `const o: any = get(); got = seen(o); try { ${deed}; } catch { }`;
        return { ...held, top: `${SEEN}\n${held.top ?? ''}`, effect };
      });
    const all: readonly Kept[] = fc.sample(fc.oneof(ofNames, ofThings), Math.min(RUNS, 2_000));
    const [first, second] = [elsewhere(all), elsewhere(all)];
    expect(second).toEqual(first);
    const called = first.filter((found) => found !== null);
    for (const found of called) expect(found[1]).toBe(found[0]);
    expect(called.length).toBeGreaterThan(all.length / 3);
  },
  60 * MINUTES,
);

test(
  'the same writes do change what is declared within a call',
  async () => {
    const [one, other] = await sandboxes();
    const written: string[] = [];
    let refused = 0;
    fc.assert(
      fc.property(writing, ({ code }) => {
        const effect = `let n: any = 1; const write = () => { ${code} }; const before = n; try { write(); } catch { } got = [before, String(n)];`;
        const found = callTwice(one, { effect });
        if (found === null) {
          refused += 1;
          return;
        }
        expect(found[0]).toBe(found[1]);
        expect(callTwice(other, { effect })).toEqual(found);
        if (found[0] !== '{"got":[1,"1"]}') written.push(code);
      }),
      { numRuns: RUNS },
    );
    expect(refused).toBeLessThan(RUNS / 2);
    expect(written.length).toBeGreaterThan(RUNS / 3);
    for (const sandbox of [one, other]) sandbox.dispose();
  },
  60 * MINUTES,
);

test(
  'nothing made while a clause was loaded has changed in the next call',
  async () => {
    const [one, other] = await sandboxes();
    let refused = 0;
    let called = 0;
    const all = HOLDS.length * THINGS.length * DEEDS.length;
    fc.assert(
      fc.property(
        fc.constantFrom(...THINGS),
        fc.constantFrom(...HOLDS),
        fc.array(fc.constantFrom(...DEEDS), { minLength: 8, maxLength: 8 }),
        (thing, hold, deeds) => {
          const tries = deeds.map((deed) => `try { ${deed}; } catch { }`).join('\n');
          const held = hold(thing);
          const kept = {
            ...held,
            top: `${SEEN}\n${held.top ?? ''}`,
            effect: `const o: any = get(); got = seen(o); ${tries}`,
          };
          const found = callTwice(one, kept);
          if (found === null) {
            refused += 1;
            return;
          }
          called += 1;
          expect(found[1]).toBe(found[0]);
          expect(callTwice(other, kept)).toEqual(found);
        },
      ),
      { numRuns: Math.min(RUNS, all) },
    );
    // About half are, by chance.
    expect(called * 4).toBeGreaterThan(refused);
    for (const sandbox of [one, other]) sandbox.dispose();
  },
  60 * MINUTES,
);

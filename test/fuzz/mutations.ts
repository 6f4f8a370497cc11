import fc from 'fast-check';

import { anyLetter } from '../../src/kernel/fixtures/any-letter.ts';
/** Bits that parsers have stumbled over before. */
const ODD: readonly string[] = [
  '\u0000',
  '\ufeff',
  '\u202e',
  '\ud800',
  '\r',
  '\r\n',
  '\u2028',
  '---\n',
  '---js\n',
  '```',
  '|',
  '[',
  ']',
  '{',
  '}',
  '&a [*a]',
  '*a',
  '!!js/function x',
  '<!--',
  '-->',
  '<',
  '__proto__: 1\n',
  '"constructor":',
  '#value:',
  '](#table:x)',
  '\t',
  '%00',
  '../',
  '9'.repeat(400),
  '-0',
  'NaN',
  '1e999',
  '\\u0000',
  "'",
  '"',
  '`',
  '${x}',
  ': ',
  ':',
  '- ',
  '> ',
  '\n\n',
  'é'.normalize('NFD'),
  '[x](#value:x)',
];

type Mutation = (text: string) => string;

const at = fc.double({ min: 0, max: 1, noNaN: true });
const place = (text: string, where: number): number => Math.floor(where * text.length);

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.tuple(at, fc.constantFrom(...ODD)).map(
    ([where, odd]): Mutation =>
      (text) =>
        text.slice(0, place(text, where)) + odd + text.slice(place(text, where)),
  ),
  fc.tuple(at, at).map(
    ([a, b]): Mutation =>
      (text) =>
        text.slice(0, place(text, Math.min(a, b))) + text.slice(place(text, Math.max(a, b))),
  ),
  fc.tuple(at, at, at).map(([a, b, to]): Mutation => (text) => {
    const piece = text.slice(place(text, Math.min(a, b)), place(text, Math.max(a, b))).slice(0, 2_000);
    return text.slice(0, place(text, to)) + piece + text.slice(place(text, to));
  }),
  fc.tuple(at, fc.integer({ min: 1, max: 65_535 })).map(
    ([where, code]): Mutation =>
      (text) =>
        text.slice(0, place(text, where)) + String.fromCharCode(code) + text.slice(place(text, where) + 1),
  ),
  fc
    .tuple(
      at,
      fc.constantFrom('(', '[', '{', '> ', '- ', '*', '_', '`', '|', '<b>', '\n'),
      fc.integer({ min: 50, max: 4_000 }),
    )
    .map(
      ([where, one, count]): Mutation =>
        (text) =>
          text.slice(0, place(text, where)) + one.repeat(count) + text.slice(place(text, where)),
    ),
  at.map(
    (where): Mutation =>
      (text) =>
        text.slice(0, place(text, where)),
  ),
);

/** Texts like these samples, spoilt in a few places; now and then one that is like none of them. */
export function spoilt(samples: readonly string[]): fc.Arbitrary<string> {
  const changed = fc
    .tuple(fc.constantFrom(...samples), fc.array(mutation, { minLength: 1, maxLength: 4 }))
    .map(([sample, mutations]) => mutations.reduce((text, mutate) => mutate(text), sample));
  return fc.oneof(
    { arbitrary: changed, weight: 9 },
    { arbitrary: fc.string({ unit: anyLetter, maxLength: 300 }), weight: 1 },
  );
}

/** JSON like a sample, with values taken out, doubled or put in place of others. */
export function spoiltJson(sample: unknown): fc.Arbitrary<unknown> {
  const odd = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom<unknown>(
      null,
      -1,
      1e308,
      '',
      '__proto__',
      [],
      {},
      '2024-13-45T99:99:99Z',
      'x'.repeat(5_000),
    ),
  );
  return fc
    .array(fc.tuple(fc.array(fc.nat(12), { minLength: 1, maxLength: 6 }), odd, fc.boolean()), {
      minLength: 1,
      maxLength: 4,
    })
    .map((changes) => {
      const value = structuredClone(sample);
      for (const [path, put, away] of changes) {
        let one: unknown = value;
        for (const [depth, step] of path.entries()) {
          if (typeof one !== 'object' || one === null) break;
          const keys = Object.keys(one);
          const key = keys[step % Math.max(1, keys.length)];
          if (key === undefined) break;
          const holder = one as Record<string, unknown>;
          if (depth === path.length - 1 || typeof holder[key] !== 'object' || holder[key] === null) {
            if (away) delete holder[key];
            else holder[key] = put;
            break;
          }
          one = holder[key];
        }
      }
      return value;
    });
}

const RUNS = Number(process.env['GITNOMIC_FUZZ'] ?? 150);
const SLOWEST_MS = 1_000;
/** What a process may grow by in reading one input. */
const MOST_MB = 200;

/** So that a machine with much else to do is not taken for a parser that hangs. */
const own = (): number => process.cpuUsage().user / 1000;

/**
 * Reads whatever comes: it gives an answer in time and in little memory, and what it throws is one of the errors that people are told. What
 * goes wrong is given back, with the smallest input that shows it; null where nothing does.
 */
export async function stumbleIn<T>(
  inputs: fc.Arbitrary<T>,
  read: (input: T) => unknown,
  expected: (error: unknown) => boolean = () => false,
): Promise<string | null> {
  const found = await fc.check(
    fc.asyncProperty(inputs, async (input) => {
      let excess = await readOnce(input, read, expected);
      // What happens once may be the machine's own housekeeping; what an input costs, it costs each time.
      for (let again = 0; excess !== null && again < 2; again++)
        excess = await readOnce(input, read, expected);
      if (excess !== null) throw new Error(excess);
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: 240_000 },
  );
  if (!found.failed) return null;
  const shown = JSON.stringify(found.counterexample)?.slice(0, 2_000);
  return `seed ${found.seed}: ${shown}\n${String(found.errorInstance)}`;
}

/** Reads once; what it took beyond the bounds, or null. */
async function readOnce<T>(
  input: T,
  read: (input: T) => unknown,
  expected: (error: unknown) => boolean,
): Promise<string | null> {
  const began = own();
  const held = process.memoryUsage.rss();
  try {
    await read(input);
  } catch (error) {
    if (!expected(error)) throw error;
    if (/\n\s+at .*:\d+:\d+/u.test((error as Error).message))
      throw new Error(`a stack trace is shown: ${(error as Error).message}`, { cause: error });
  }
  const took = own() - began;
  if (took > SLOWEST_MS) return `it took ${Math.round(took)} ms`;
  const grown = (process.memoryUsage.rss() - held) / 2 ** 20;
  return grown > MOST_MB ? `it took ${Math.round(grown)} MB of memory` : null;
}

export const hasCode =
  (...codes: readonly string[]) =>
  (error: unknown): boolean =>
    error instanceof Error && 'code' in error && (codes.length === 0 || codes.includes(String(error.code)));

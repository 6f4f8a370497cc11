// Compares the type stripper with another TypeScript parser: it may remove nothing but types.
import { parse } from 'acorn';
import { transform } from 'esbuild';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { moreIfSlow } from '../../../test/slowly.ts';
import { stripTypes } from '../strip-types.ts';
import { mayLeaveOut } from './left-out.ts';

const tsconfigRaw = { compilerOptions: { verbatimModuleSyntax: true } };

/** The program without positions, empty statements and parentheses. Null if it can't be parsed. */
function programOf(read: () => string): string | null {
  let program: object;
  try {
    program = parse(read(), { ecmaVersion: 'latest', sourceType: 'module' });
  } catch {
    return null;
  }
  return JSON.stringify(program, (key, value: unknown) =>
    ['start', 'end', 'raw'].includes(key)
      ? undefined
      : Array.isArray(value)
        ? value.filter((one) => (one as { type?: unknown } | null)?.type !== 'EmptyStatement')
        : isBranch(key)
          ? alone(value)
          : value,
  );
}

const isBranch = (key: string): boolean => key === 'consequent' || key === 'alternate';

/** esbuild puts an `if` inside an `if` into a block. */
function alone(branch: unknown): unknown {
  const { type, body = [] } = (branch ?? {}) as {
    readonly type?: string;
    readonly body?: readonly { type: string }[];
  };
  const [only, ...others] =
    type === 'BlockStatement' ? body.filter((one) => one.type !== 'EmptyStatement') : [];
  return only?.type === 'IfStatement' && others.length === 0 ? only : branch;
}

function stripped(typescript: string): string {
  const javascript = stripTypes(typescript);
  mayLeaveOut(typescript, javascript);
  return javascript;
}

/** Words that begin or modify a declaration in TypeScript, but are names when they stand alone. */
const SOFT =
  'declare abstract type interface namespace module global enum accessor readonly async as satisfies is keyof infer unique asserts override public static get set out using let of from import export default'.split(
    ' ',
  );
const piece = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...SOFT) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'x',
      'X',
      '= 1',
      '= f()',
      '{}',
      '{ f() }',
      '(x)',
      'const x = f()',
      'let y = f()',
      'function g() { f() }',
      'function g(): void',
      'class X {}',
      'x: 1',
      'X { a: 1 }',
      'X = 1',
      '<b>(c)',

      '? :',

      '[x]',

      '/* a\n b */',
      '// c\n',
      'if (x)',
      'else',
    ),
  },
);
const program = fc
  .array(fc.tuple(piece, fc.constantFrom(' ', '\n', ';', ' /*\n*/ ', '\u2028', '//\n')), {
    minLength: 1,
    maxLength: 6,
  })
  .map((pieces) => pieces.map(([text, gap]) => text + gap).join(''));

test('stripping types gives the same program as another TypeScript parser does, or rejects it', async () => {
  const numRuns = process.env['GITNOMIC_FUZZ'] === undefined ? moreIfSlow(100, 400) : 20_000;
  let read = 0;
  await fc.assert(
    fc.asyncProperty(program, async (typescript) => {
      // TypeScript parses `x as T`, a new line, `<b>(c)` as a comparison, and esbuild as a call.
      if (/\b(?:as|satisfies)\s+\w+\s*\n\s*</u.test(typescript)) return;
      const ours = programOf(() => stripped(typescript));
      if (ours === null) return;
      const options = { loader: 'ts', tsconfigRaw, target: 'esnext', logLevel: 'silent' } as const;
      const made = await transform(typescript, options).catch(() => null);
      const theirs = made && programOf(() => made.code);
      if (theirs === null) return;
      read += 1;
      expect(ours).toBe(theirs);
    }),
    { numRuns },
  );
  expect(read).toBeGreaterThan(Math.min(numRuns, 400) / 10);
}, 600_000);

test.each(['x as unique//\nf;', 'let y: unique\ndeclare', 'x satisfies unique /* of\nthem */ {}'])(
  'rejects a type `unique` that continues on the next line: %j',
  (typescript) => {
    expect(() => stripped(typescript)).toThrow('no type `unique`');
  },
);

test('allows `unique` as a name everywhere else', () => {
  for (const one of [
    'const unique = 1\nunique',
    'let y: { unique: 1 }',
    'declare_: unique;',
    'let s: unique symbol',
  ])
    expect(() => stripped(one)).not.toThrow();
});

test.each([
  'declare\nconst x = f()',
  'declare // of the game\nlet x = f()',
  'let y;\ndeclare\nvar x = f()',
  'type A = "/*"\ndeclare\nlet x = f()\ntype B = "*/"',
  'export declare\nconst x = f()',
  'declare\nglobal\n{ f() }',
  'declare const x: number;',
  'namespace\ndeclare\n{}',
  'global {}',
])('rejects declarations of more than types: %j', (typescript) => {
  expect(() => stripped(typescript)).toThrow(/no `(?:declare|namespace|global)`/u);
});

test.each([
  '/** Who may declare victory. */\ninterface A { /* to declare victory */ declare: boolean; declare?(): void }',
  'type A = "declare x" | `declare ${string}`;',
  'const declare = 1;\ndeclare\n',
  'type A = { declare };',
])('allows the mere word: %j', (typescript) => {
  expect(() => stripped(typescript)).not.toThrow();
});

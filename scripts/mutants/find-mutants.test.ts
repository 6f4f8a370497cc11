import { expect, test } from 'vitest';

import { findMutants } from './find-mutants.ts';
import { idleReasons, judge } from './judge.ts';

const faultsIn = (code: string): readonly string[] =>
  findMutants('a.ts', code).mutants.map(({ was, is }) => `${was} → ${is}`);

test.each<[string, readonly string[]]>([
  ['a < b;', ['a < b → true', 'a < b → false', 'a < b → a <= b', 'a < b → a >= b']],
  ['x = (a ?? 0) + 1;', ['(a ?? 0) + 1 → (a ?? 0) - 1', 'a ?? 0 → a && 0']],
  ["x = 'a' + b;", []],
  ['if (!(a as B)) c();', ['!(a as B) → true', '!(a as B) → false', '!(a as B) → (a as B)', 'c(); → ;']],
  [
    'x = a === b && c;',
    [
      'a === b && c → true',
      'a === b && c → false',
      'a === b && c → a === b || c',
      'a === b → true',
      'a === b → a !== b',
    ],
  ],
  ['x = a?.b?.(c);', ['a?.b?.(c) → a?.b(c)', 'a?.b → a.b']],
  ['x = a.slice(1).some(f);', ['a.slice(1).some(f) → a.slice(1).every(f)', 'a.slice(1) → a']],
  ['const f = (a: number): number => -a;', ['(a: number): number => -a → () => undefined', '-a → +a']],
  ['function f(): void { i++; }', ['{ i++; } → {}', 'i++ → i--']],
  ['x = [1, "two", /3/u, { four: 4 }];', []],
])('%s', (code, faults) => {
  expect(faultsIn(code)).toEqual(faults);
});

test('a fault says where it is, and in which function', () => {
  const code = 'const a = true;\nfunction f(): boolean {\n  return a && false;\n}\n';
  const found = findMutants('a.ts', code);
  const [body] = found.bodies;
  expect(found.mutants.map(({ line, is, inside }) => [line, is, inside])).toEqual([
    [1, 'false', null],
    [2, '{}', body?.start],
    [3, 'true', body?.start],
    [3, 'false', body?.start],
    [3, 'a || false', body?.start],
    [3, 'true', body?.start],
  ]);
});

test('ignores a surviving mutant with a stated reason, and names a reason without its mutant', () => {
  const { mutants } = findMutants('a.ts', 'x = a < b;');
  const living = {
    'a.ts': [
      { was: 'a < b', is: 'a <= b', why: 'they are never the same' },
      { was: 'a < c', is: 'true', why: 'gone' },
    ],
  };
  const tried = new Map(mutants.map((one) => [one, one.is === 'true']));
  const { died, all, survivors } = judge(tried, living);
  expect([died, all, survivors.map(({ is }) => is)]).toEqual([1, 3, ['false', 'a >= b']]);
  expect(idleReasons(mutants, living)).toEqual(['a.ts: a < c → true']);
});

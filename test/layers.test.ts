import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { describe, expect, test } from 'vitest';

import { findBreaches, findClauseBreaches, isClause } from './layers/find-breaches.ts';
import { findCircles, importsOf } from './layers/find-circles.ts';
import { exceptions, findHiddenState, findKeepers } from './layers/find-hidden-state.ts';
import { findImpureReach, findLoadedPackages } from './layers/find-reach.ts';
import { circlesLeft, layers } from './layers/map.ts';
import { readSource } from './layers/read-source.ts';
import { findRawWrites } from './layers/find-raw-writes.ts';
import { slowTest } from './slowly.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const isTest = (path: string): boolean => path.endsWith('.test.ts') || path.includes('/fixtures/');
const find = (pattern: string): string[] =>
  globSync(pattern, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !isTest(path))
    .sort();
const read = (path: string): string => readFileSync(`${root}/${path}`, 'utf8');

test('every import in src/ points inward, and what is pure stays pure', () => {
  const files = find('src/**/*.ts');
  expect(files.length).toBeGreaterThan(0);
  expect(files.flatMap((path) => findBreaches(path, read(path)))).toEqual([]);
});

test('no files and no folders of src/ import each other in a circle, types included', () => {
  const circles = findCircles(
    new Map(find('src/**/*.ts').map((path) => [path, importsOf(path, read(path))])),
    'src',
  );
  const isLeft = (circle: string): boolean => circlesLeft.includes(circle);
  expect(
    circles.filter((circle) => !isLeft(circle)),
    'New circles. Put what both ends need where it is owned, further in, or hand it in as an argument.',
  ).toEqual([]);
  expect(
    circlesLeft.filter((circle) => !circles.includes(circle)),
    'These are gone, or are others by now: take them out of circlesLeft in test/layers/map.ts.',
  ).toEqual([]);
});

test('what decides reaches no file, clock or network, directly or indirectly', () => {
  const files = find('src/**/*.ts');
  const imports = new Map(files.map((path) => [path, readSource(read(path), path).imports]));
  const parts = Object.values(layers).flatMap(({ computes }) => computes ?? []);
  expect(parts).toHaveLength(2);
  for (const part of parts) {
    const from = files.filter((path) => part.test(path));
    expect(from.length).toBeGreaterThan(20);
    expect(findImpureReach(imports, from)).toEqual([]);
  }
});

test('help loads no package that it can do without', () => {
  const files = find('src/**/*.ts');
  const imports = new Map(files.map((path) => [path, readSource(read(path), path).imports]));
  const loaded = (...from: string[]): string[] => {
    expect(files).toEqual(expect.arrayContaining(from));
    // acorn is replaced in the bundle by a call that loads it.
    return findLoadedPackages(imports, from, ['acorn', 'quickjs-emscripten']);
  };
  expect(loaded('src/main/main.ts', 'src/cli/commands/help.ts')).toEqual([]);
});

test('pages don’t load gray-matter, which needs Node’s modules and ends their bundle', () => {
  const files = find('src/**/*.{ts,astro}');
  const codeOf = (path: string): string =>
    path.endsWith('.ts') ? read(path) : (read(path).match(/^import [^;]*;$/gmu) ?? []).join('\n');
  const imports = new Map(files.map((path) => [path, readSource(codeOf(path), path).imports]));
  const from = files.filter((path) => /^src\/site\/(?:pages|components|layouts)\//u.test(path));
  expect(from.length).toBeGreaterThan(100);
  const loaded = findLoadedPackages(imports, from, []);
  expect(loaded.join('\n')).toContain(' → sharp');
  expect(loaded.filter((way) => way.endsWith(' → gray-matter'))).toEqual([]);
});

test('only the one helper that survives disk failures writes files', () => {
  expect(find('src/**/*.ts').flatMap((path) => findRawWrites(path, read(path)))).toEqual([]);
});

// `npm run check` runs it too.
slowTest('nothing at the top of a module changes while a process runs', () => {
  const files = new Map(find('src/**/*.ts').map((path) => [path, read(path)]));
  const keepers = new Set([...files].flatMap(([path, code]) => [...findKeepers(code, path)]));
  expect([...files].flatMap(([path, code]) => findHiddenState(path, code, keepers))).toEqual([]);
  for (const path of Object.keys(exceptions))
    expect([...files.keys()].filter((file) => file.startsWith(path))).not.toEqual([]);
});

test('clauses import only gitnomic/rules and their own helpers', () => {
  const clauses = find('content/**/*.ts').filter(isClause);
  expect(clauses.length).toBeGreaterThan(0);
  expect(clauses.flatMap((path) => findClauseBreaches(path, read(path)))).toEqual([]);
});

describe('the check finds', () => {
  test('a file inside another room', () => {
    const found = findBreaches('src/session/a.ts', "import { b } from '../store/inside.ts';");
    expect(found.join()).toContain('src/session/a.ts:1 imports ../store/inside.ts: it is inside store/.');
  });

  test('indirect imports', () => {
    const source = (code: string): ReturnType<typeof readSource>['imports'] =>
      readSource(code, 'a.ts').imports;
    const imports = new Map([
      [
        'src/session/a.ts',
        source("import { b } from '../store/b.ts';\nimport type { C } from '../store/c.ts';"),
      ],
      [
        'src/store/b.ts',
        source("import { readFileSync } from 'node:fs';\nimport type { S } from 'node:net';"),
      ],
      ['src/store/c.ts', source("import { connect } from 'node:net';")],
    ]);
    expect(findImpureReach(imports, ['src/session/a.ts'])).toEqual([
      'src/session/a.ts → src/store/b.ts → node:fs',
    ]);
  });

  test('a package that is loaded with the rest, but not one loaded later', () => {
    const source = (code: string): ReturnType<typeof readSource>['imports'] =>
      readSource(code, 'a.ts').imports;
    const imports = new Map([
      ['src/a.ts', source("import './b.ts';\nexport const c = (): unknown => import('./c.ts');")],
      ['src/b.ts', source("import { z } from 'zod';\nimport 'node:fs';")],
      ['src/c.ts', source("import 'yaml';")],
    ]);
    expect(findLoadedPackages(imports, ['src/a.ts'], [])).toEqual(['src/a.ts → src/b.ts → zod']);
  });

  test.each([
    ['src/kernel/a.ts', "\nimport { tick } from '../tick/tick.ts';", 'a.ts:2 imports ../tick/tick.ts'],
    ['src/kernel/a.ts', "import { readFileSync } from 'node:fs';", 'imports node:fs: it imports no package'],
    ['src/kernel/a.ts', "import { z } from 'zod';", 'imports zod: it imports no package'],
    ['src/kernel/a.ts', 'export const now = (): number => Date.now();', 'uses Date.now'],
    [
      'src/store/a.ts',
      "import { createHash } from 'node:crypto';",
      'imports node:crypto: it runs in browsers too',
    ],
    ['src/care/replay/a.ts', "export const b = await import('node:fs');", 'imports node:fs'],
    ['src/forge/events.ts', "import { join } from 'node:path';", 'imports node:path'],
    ['src/seat/a.ts', "export const a = Buffer.from('b');", 'uses Buffer, which a browser lacks'],
    ['src/tick/a.ts', 'export const a = process.env;', 'uses process, which a browser lacks'],
    ['src/platform/web/a.ts', "import { sep } from 'node:path';", 'imports node:path'],
    ['src/platform/node/a.ts', "import { b } from '../../kernel/b.ts';", 'kernel/ is not further in'],
    ['src/kernel/a.ts', 'export const now = new Date();', 'uses new Date()'],
    ['src/kernel/a.ts', 'export const roll = Math.random() * 6;', 'uses Math.random'],
    ['src/kernel/a.ts', "if (true) console.log('x');", 'uses console'],
    ['src/kernel/a.ts', "export const c = 'a'.localeCompare('b');", 'uses .localeCompare'],
    [
      'src/kernel/a.ts',
      "type T = import('../tick/tick.ts').Tick; export type U = T;",
      'imports ../tick/tick.ts',
    ],
    ['src/rules/a.ts', "export { integer } from '../kernel/values.ts';", 'only types'],
    [
      'src/ruleset/a.ts',
      "import { z } from 'zod';\nimport fs from 'node:fs/promises';",
      'a.ts:2 imports node:fs/promises',
    ],
    ['src/sandbox/a.ts', "export const c = await import('../main/main.ts');", 'imports ../main/main.ts'],
    ['src/forge/embedded/a.ts', "import { tick } from '../../tick/tick.ts';", 'imports ../../tick/tick.ts'],
    ['src/tick/a.ts', "export * from '../site/pages.ts';", 'imports ../site/pages.ts'],
    ['src/cli/a.ts', "import votes from '../../content/ruleset/core/votes.ts';", 'never imported'],
    ['src/helpers/a.ts', 'export {};', 'stands in no layer'],
    ['src/a.ts', 'export {};', 'stands in no layer'],
  ])('%s %j', (path, code, message) => {
    const breaches = findBreaches(path, code);
    expect(breaches).toHaveLength(1);
    expect(breaches[0]).toContain(message);
  });

  test.each([
    "import { writeFileSync } from 'node:fs';",
    "import { existsSync, openSync } from 'fs';",
    "import { rename as move } from 'node:fs/promises';",
    "import * as fs from 'node:fs';",
    "import fs from 'node:fs';",
    "export { cpSync } from 'node:fs';",
    "const { appendFile } = await import('node:fs/promises');",
  ])('raw writes: %s', (code) => {
    expect(findRawWrites('src/engine/a.ts', code)).toHaveLength(1);
    expect(findRawWrites('src/platform/node/files.ts', code)).toEqual([]);
  });

  test.each([
    ['content/library/clans/dynastic/a.ts', "import { x } from '#core/x.ts';"],
    ['content/library/clans/dynastic/a.ts', "import { x } from '../../crypt/dynastic/x.ts';"],
    ['content/ruleset/dynastic/a.ts', "import { readFileSync } from 'node:fs';"],
    ['content/ruleset/dynastic/a.ts', "import { x } from '../../../src/kernel/values.ts';"],
  ])('clause %s %j', (path, code) => {
    expect(findClauseBreaches(path, code)).toHaveLength(1);
  });
});

describe('hidden state', () => {
  test.each([
    ['let a = 0;\nexport const b = (): number => a;', 'a.ts:1 let a can change'],
    ['export var a = 0;', 'var a can change'],
    ['let a: number;\nexport function f(): void {\n  a = 1;\n}', 'a.ts:3 changes a'],
    [
      'const a = new Map<string, string>([]);\nexport const f = (): void => void a.set("b", "c");',
      'changes a',
    ],
    ['const a = new Map<string, string>();', 'a is a Map that begins empty'],
    ['export const a = new WeakMap<object, string>();', 'a is a WeakMap'],
    ['const a: string[] = [];', 'a is a list that begins empty'],
    ['const a = {} as Record<string, number>;', 'a is an object that begins empty'],
    ['const a = [1];\nexport const f = (): number => a.push(2);', 'a.ts:2 changes a'],
    ['const a = { n: 1 };\nexport const f = (): number => a.n++;', 'changes a'],
    ['const a = { n: [1] };\nexport const f = (): void => { delete a.n[0]; };', 'changes a'],
    ['const a = { n: 1 };\nexport const f = (): object => Object.assign(a, { n: 2 });', 'changes a'],
    ['const [a] = [{ n: 1 }];\nexport const f = (): void => { a.n = 2; };', 'changes a'],
    ['export const a = new KeptThings();', 'a is an object of the class KeptThings'],
    ['export function f(): void {\n  f.calls = 1;\n}', 'changes f'],
    ["import { a } from './b.ts';\nexport const f = (): void => a.push(1);", 'changes a'],
    ['export const f = (): void => { globalThis.a = 1; };', 'changes globalThis'],
    ['class A {\n  static n = 0;\n}', 'a.ts:2 the static field n can be assigned again'],
    ['class A {\n  static readonly #n = new Map();\n}', 'the static field #n is a Map'],
    ['const a = (() => { let n = 0; return () => n++; })();', 'a is a function with something of its own'],
    [
      'function count() { let n = 0; return () => ++n; }\nexport const a = count();',
      'a is made by count, whose results keep something',
    ],
    ["import { keeping } from './b.ts';\nexport const a = keeping();", 'a is made by keeping'],
    ['const A = /b/gu;\nexport const f = (c: string): boolean => A.test(c);', 'the pattern A'],
    ["const A = new RegExp('b', 'y');\nexport const f = (c: string) => A.exec(c);", 'the pattern A'],
  ])('finds %j', (code, told) => {
    const found = findHiddenState('src/b/a.ts', code, new Set(['keeping']));
    expect(found).toEqual([expect.stringContaining(told)]);
    expect(found[0]).toContain('hand it in');
  });

  test.each([
    'const A = new Set(["b"]);\nexport const f = (b: string): boolean => A.has(b);',
    'const A = new Map([[1, 2]]);\nfor (const b of [3]) A.set(b, b);',
    'const A: readonly string[] = [];',
    'const a = [1];\nexport const f = (a: number[]): number => a.push(2);',
    'const a = [1];\nexport function f(): number[] {\n  const a: number[] = [];\n  a.push(1);\n  return a;\n}',
    'let read: (a: A) => number;\nclass A {\n  readonly #n = 1;\n  static {\n    read = (a) => a.#n;\n  }\n}',
    'class A {\n  static readonly n = 1;\n  #m = 1;\n  f(): void {\n    this.#m++;\n  }\n}',
    'export const a = new TextDecoder();\nexport const b = new Intl.NumberFormat();',
    'const A = /b/gu;\nexport const f = (c: string): string => c.replace(A, "");',
    "const a = document.getElementById('a');\nexport const f = (): void => { a.textContent = 'b'; };",
    'export const f = (): (() => number) => { let n = 0; return () => n++; };',
  ])('ignores %j', (code) => {
    expect(findHiddenState('src/b/a.ts', code)).toEqual([]);
  });

  test('importers know functions whose results keep something by name', () => {
    const code =
      'export function keeping() { const a = []; return (b) => a.push(b); }\nexport const plain = (a) => () => a;';
    expect([...findKeepers(code, 'src/b/a.ts')]).toEqual(['keeping']);
  });
});

describe('circles', () => {
  const circlesIn = (files: Record<string, string>): string[] =>
    findCircles(new Map(Object.entries(files).map(([path, code]) => [path, importsOf(path, code)])), 'src');

  test.each([
    [
      'of two files, closed by a type',
      { 'src/a/x.ts': "import { y } from './y.ts';", 'src/a/y.ts': "import type { X } from './x.ts';" },
      ['src/a/x.ts → src/a/y.ts → src/a/x.ts'],
    ],
    [
      'of two files, closed by a type that is imported where it stands',
      { 'src/a/x.ts': "export type X = import('./y.ts').Y;", 'src/a/y.ts': "export * from './x.ts';" },
      ['src/a/x.ts → src/a/y.ts → src/a/x.ts'],
    ],
    [
      'of rooms whose files form none',
      {
        'src/a/x.ts': "import { y } from '../b/y.ts';",
        'src/b/y.ts': '',
        'src/b/z.ts': "import type { W } from '../a/w.ts';",
        'src/a/w.ts': '',
      },
      ['src/a → src/b → src/a'],
    ],
    [
      'of folders within a room, by way of a file beside them, with another that hangs in it',
      {
        'src/a/b/x.ts': "import { y } from '../y.ts';",
        'src/a/y.ts': "import { z } from './c/z.ts'; import { v } from './d/v.ts';",
        'src/a/c/z.ts': "import { w } from '../b/w.ts';",
        'src/a/b/w.ts': '',
        'src/a/d/v.ts': "import { y } from '../y.ts';",
      },
      ['src/a/b → src/a/y.ts → src/a/c → src/a/b, and with it src/a/d'],
    ],
    [
      'none: a folder imports a file beside it, and another file imports the folder',
      {
        'src/a/main.ts': "import { x } from './b/x.ts';",
        'src/a/b/x.ts': "import { y } from '../y.ts';",
        'src/a/y.ts': "import { z } from 'zod';",
      },
      [],
    ],
  ])('%s', (_, files, circles) => {
    expect(circlesIn(files)).toEqual(circles);
  });
});

describe('the check allows', () => {
  test.each([
    ['src/kernel/a.ts', "import { b } from './values/b.ts'; export const c = new Date(b).getUTCDay();"],
    ['src/kernel/a.ts', 'export const run = (process: () => void): void => process();'],
    ['src/kernel/a.ts', 'export const a = { console: 1, fetch: 2 }; export const b = a.console;'],
    ['src/rules/a.ts', "import type { Field } from '../kernel/values.ts'; export type A = Field;"],
    ['src/ruleset/a.ts', "import { z } from 'zod'; import { type Field, read } from '../kernel/values.ts';"],
    ['src/cli/a.ts', "import { tick } from '../tick/tick.ts'; console.log(Date.now());"],
    [
      'src/store/a.ts',
      "import { hexDigest } from '#platform/hash.ts'; export const a = hexDigest('sha1', '');",
    ],
    [
      'src/platform/node/a.ts',
      "import { hash } from 'node:crypto'; export const a = Buffer.from(hash('sha1', ''));",
    ],
    ['src/forge/github/a.ts', "import { sign } from 'node:crypto'; export const a = sign;"],
  ])('%s %j', (path, code) => {
    expect(findBreaches(path, code)).toEqual([]);
  });

  test.each([
    "import { existsSync, readFileSync, rmSync, opendirSync, type WriteStream } from 'node:fs';",
    "import type { createWriteStream } from 'node:fs';",
  ])('code without raw writes: %s', (code) => {
    expect(findRawWrites('src/engine/a.ts', code)).toEqual([]);
  });

  test.each([
    [
      'content/library/core/2021/core/votes.ts',
      "import { x } from '#core/x.ts'; import { r } from 'gitnomic/rules';",
    ],
    ['content/library/clans/dynastic/a.ts', "import { x } from './helpers/x.ts';"],
  ])('clause %s %j', (path, code) => {
    expect(findClauseBreaches(path, code)).toEqual([]);
  });
});

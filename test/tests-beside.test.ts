import { stripTypeScriptTypes } from 'node:module';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const SOURCES = [
  'src/kernel/**/*.ts',
  'src/session/{,position/,take/}*.ts',
  'src/wording/*.ts',
  'src/ruleset/merge/*.ts',
  'src/forge/github/to-events.ts',
];

/** What no file of tests bears the name of, and the one that calls it most, as `npm run mutants` measures it. */
const CALLED_BY: Readonly<Record<string, readonly string[]>> = {
  'src/kernel/kernel.test.ts': ['model', 'new-runtime', 'runtime'],
  'src/kernel/posts.test.ts': ['post-entity', 'votes'],
  'src/kernel/context.test.ts': ['strike'],
  'src/kernel/entities.test.ts': ['game-entities'],
  'src/kernel/kinds/kinds.test.ts': [
    'kinds/boolean',
    'kinds/choice',
    'kinds/data',
    'kinds/integer',
    'kinds/kind',
    'kinds/list',
    'kinds/map',
    'kinds/optional',
    'kinds/record',
    'kinds/references',
    'kinds/text',
    'kinds/time',
  ],
};

const calledBy: ReadonlyMap<string, string> = new Map(
  Object.entries(CALLED_BY).flatMap(([path, names]) => {
    return names.map((name) => [`src/kernel/${name}.ts`, path] as const);
  }),
);
const sources = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: root }))
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !path.endsWith('.test.ts') && !path.includes('/fixtures/'))
  .filter((path) => /^(?:export )?(?:async )?function\b|=>|^export (?:abstract )?class\b/mu.test(code(path)))
  .sort();

/** Without its types. */
function code(path: string): string {
  return stripTypeScriptTypes(readFileSync(join(root, path), 'utf8'), { mode: 'strip' }).replaceAll(
    /\/\*[^]*?\*\/|\/\/.*$/gmu,
    '',
  );
}

function isImportedBeside(path: string): boolean {
  const name = `./${basename(path)}'`;
  return globSync('*.test.ts', { cwd: join(root, dirname(path)) }).some((test) =>
    new RegExp(`^import (?!type\\b)[^;]*from '${name.replaceAll('.', '\\.')}`, 'mu').test(
      readFileSync(join(root, dirname(path), test), 'utf8'),
    ),
  );
}

test('each file that decides, merges or belongs to the kernel has tests beside it that call it', () => {
  expect(sources.length).toBeGreaterThan(100);
  const without = sources.filter(
    (path) =>
      !existsSync(join(root, path.replace(/ts$/u, 'test.ts'))) &&
      !isImportedBeside(path) &&
      !calledBy.has(path),
  );
  expect(without, 'Write a test of the same name beside it.').toEqual([]);
});

test('each file listed as called by others exists, and has no tests under its own name', () => {
  for (const path of Object.keys(CALLED_BY)) expect(existsSync(join(root, path)), path).toBe(true);
  const gone = [...calledBy.keys()].filter(
    (path) => !sources.includes(path) || existsSync(join(root, path.replace(/ts$/u, 'test.ts'))),
  );
  expect(gone, 'Take it out of the list.').toEqual([]);
});

import { readdirSync, readFileSync } from 'node:fs';
import { createRequire, stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'acorn';
import { expect, test, vi } from 'vitest';
import { stripTypes } from './strip-types.ts';
import { some } from '../../test/slowly.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** All clauses in this repository, of games and of the library, and the engine files that the sandbox loads. */
const sources = ['content', 'src/kernel', 'src/rules', 'src/promises', 'src/sandbox/guest'].flatMap(
  (folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
      .map((path) => [`${folder}/${path}`, readFileSync(join(root, folder, path), 'utf8')] as const),
);

/**
 * The syntax tree as the sandbox's parser sees it, with lines but without columns: blanks replace comments, and the two strippers count
 * them differently for letters beyond ASCII.
 */
function parsed(javascript: string): string {
  const program = parse(javascript, { ecmaVersion: 'latest', sourceType: 'module', locations: true });
  return JSON.stringify(program, (key, value: unknown) =>
    key === 'start' || key === 'end' || key === 'column'
      ? undefined
      : typeof value === 'bigint'
        ? String(value)
        : value,
  );
}

test('strips types from every clause just as Node does', () => {
  vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  expect(sources.length).toBeGreaterThan(150);
  const differ = some(sources, 40).filter(
    ([, text]) => parsed(stripTypes(text)) !== parsed(stripTypeScriptTypes(text, { mode: 'strip' })),
  );
  expect(differ.map(([path]) => path)).toEqual([]);
});

test('rejects what can’t be erased, and says why', () => {
  expect(() => stripTypes('enum Mood { Glad }')).toThrow(
    new SyntaxError('TypeScript enum is not supported in strip-only mode'),
  );
  expect(() => stripTypes('const = 1;')).toThrow(SyntaxError);
});

test('unloads the type stripper from memory when it hasn’t been used for a while', () => {
  const { cache, resolve } = createRequire(import.meta.url);
  const folder = dirname(resolve('#amaro'));
  const held = (): string[] => Object.keys(cache).filter((path) => path.startsWith(folder));
  for (const path of held()) delete cache[path];
  vi.useFakeTimers();
  try {
    expect(stripTypes('let a: 1;')).toBe('let a   ;');
    expect(held().length).toBeGreaterThan(0);
    vi.advanceTimersByTime(60_000);
    expect(held()).toEqual([]);
    expect(stripTypes('let b: 1;')).toBe('let b   ;');
  } finally {
    vi.useRealTimers();
  }
});

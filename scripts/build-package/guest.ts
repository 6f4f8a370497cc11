import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';

import { transformSync } from 'esbuild';

import { makeQuickJs } from '../../src/sandbox/engine-code.ts';
import { stripTypes } from '../../src/sandbox/strip-types.ts';

/** The sandbox loads the kernel, the clause API, the code that guards both, and what these import. */
const GUEST = 'src/{kernel,rules,sandbox/guest}/**/*.ts';
const IMPORT = /\b(?:from|import) '(\.[^']+)'/gu;

/**
 * Builds everything that runs in the sandbox as one JavaScript file, and the engine that runs it, by their
 * places in the package; and a hash of all of it.
 */
export function makeGuest(root: string): {
  readonly files: ReadonlyMap<string, string | Uint8Array>;
  readonly hash: string;
} {
  const hash = createHash('sha256');
  const sources = globSync(GUEST, { cwd: root, exclude: ['**/*.test.ts', '**/fixtures/**'] });
  const paths = new Set(sources.map((one) => one.replaceAll('\\', '/')).sort());
  const guest: Record<string, string> = {};
  for (const path of paths) {
    const javascript = stripTypes(readFileSync(join(root, path), 'utf8'));
    for (const [, imported = ''] of javascript.matchAll(IMPORT)) paths.add(posix.join(path, '..', imported));
    guest[path.replace(/^src\//u, '')] = withoutComments(javascript);
    hash.update(path).update('\0').update(javascript).update('\0');
  }
  const engine = makeQuickJs();
  const files = new Map<string, string | Uint8Array>([
    ['src/sandbox/guest.json', JSON.stringify(guest)],
    ['src/sandbox/quickjs.wasm', engine],
  ]);
  return { files, hash: hash.update(engine).digest('hex') };
}

/** Comments and indentation are half of what a sandbox has to read before it runs anything. */
function withoutComments(javascript: string): string {
  return transformSync(javascript, { minifyWhitespace: true, legalComments: 'none' }).code;
}

/** Everybody who installs the package waits for each of its files, so the guest is a single one. */
export function writeGuest(root: string, folder: string): string {
  const { files, hash } = makeGuest(root);
  mkdirSync(join(folder, 'src/sandbox'), { recursive: true });
  for (const [path, content] of files) writeFileSync(join(folder, path), content);
  return hash;
}

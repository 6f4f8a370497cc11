import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { makeQuickJs } from '../../src/sandbox/engine-code.ts';
import { stripTypes } from '../../src/sandbox/strip-types.ts';

/** What the sandbox loads by its place: the kernel, the words of clauses, and what guards both. */
const GUEST = 'src/{kernel,rules,sandbox/guest}/**/*.ts';

/** Writes what runs in the sandbox as JavaScript, and the engine that runs it; gives a hash of it all. */
export function writeGuest(root: string, folder: string): string {
  const hash = createHash('sha256');
  const sources = globSync(GUEST, { cwd: root, exclude: ['**/*.test.ts', '**/fixtures/**'] });
  for (const path of sources.map((one) => one.replaceAll('\\', '/')).sort()) {
    const javascript = stripTypes(readFileSync(join(root, path), 'utf8'));
    const to = join(folder, path.replace(/\.ts$/u, '.js'));
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, javascript);
    hash.update(path).update('\0').update(javascript).update('\0');
  }
  const engine = makeQuickJs();
  writeFileSync(join(folder, 'src/sandbox/quickjs.wasm'), engine);
  return hash.update(engine).digest('hex');
}

// `node scripts/check-page-types.ts`: checks the types of the pages. Each `.astro` file becomes TSX, as in
// editors, and the project's own compiler reads it with the TypeScript that it imports.
import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { convertToTsx } from '@astrojs/astro2tsx';

import { placeInSource, type Mapping } from './pages/place-in-source.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const WORK = join(ROOT, '.cache', 'page-types');

interface Converted {
  readonly source: string;
  readonly code: string;
  readonly mappings: readonly Mapping[];
}

const problems: string[] = [];
const converted = new Map<string, Converted>();
rmSync(WORK, { recursive: true, force: true });
for (const path of globSync('src/{site,addons}/**/*.astro', { cwd: ROOT }).sort()) {
  const source = readFileSync(join(ROOT, path), 'utf8');
  const { code, mappings, diagnostics } = convertToTsx(source, { filename: path, ambientTypes: true });
  for (const { message, position } of diagnostics)
    problems.push(`${path}(${source.slice(0, position.start).split('\n').length}): ${message}`);
  const file = join(WORK, `${path}.tsx`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, code);
  converted.set(path, { source, code, mappings });
}
writeFileSync(
  join(WORK, 'tsconfig.json'),
  JSON.stringify({
    extends: '../../tsconfig.json',
    compilerOptions: {
      // An import of `./who.astro` finds `./who.astro.tsx` in the other root folder.
      module: 'preserve',
      moduleResolution: 'bundler',
      rootDirs: ['../..', '.'],
      jsx: 'preserve',
      jsxImportSource: 'astro',
      lib: ['esnext', 'dom', 'dom.iterable'],
      // Astro's own style for parameters of an address is `Astro.params.id`.
      noPropertyAccessFromIndexSignature: false,
    },
    include: ['src', '../../src/site/env.d.ts'],
    exclude: [],
  }),
);

/** Returns the compiler's output, with each error on its own lines. */
function compile(): string {
  const tsc = fileURLToPath(import.meta.resolve('typescript/package.json')).replace(
    /package\.json$/u,
    'bin/tsc',
  );
  try {
    return execFileSync(process.execPath, [tsc, '-p', WORK, '--pretty', 'false'], {
      encoding: 'utf8',
      cwd: WORK,
      maxBuffer: 2 ** 26,
    });
  } catch (error) {
    const { stdout, message } = error as { readonly stdout?: string; readonly message: string };
    return stdout === undefined || stdout === '' ? `${message}\n` : stdout;
  }
}

for (const told of compile().split(/\n(?! )/u)) {
  if (told.trim() === '') continue;
  const [, path = '', line = '', column = '', message = ''] =
    /^(.+)\.tsx\((\d+),(\d+)\): (.*)$/su.exec(told) ?? [];
  const page = converted.get(path);
  problems.push(
    page === undefined ? told : `${path}${placeInSource(page, Number(line), Number(column))}: ${message}`,
  );
}
for (const problem of problems) console.error(problem);
console.log(
  `${converted.size} pages and components, ${problems.length === 0 ? 'nothing found' : `${problems.length} faults`}`,
);
process.exitCode = problems.length === 0 && converted.size > 0 ? 0 : 1;

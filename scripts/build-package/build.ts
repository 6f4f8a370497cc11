import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { readLibrary } from '../../src/store/library.ts';
import { stripTypes } from '../../src/sandbox/strip-types.ts';
import { makeReady } from '../../src/sandbox/ready-clauses.ts';
import { allClauses, SAMPLE_ONLY } from './clauses.ts';
import { compileLibrary } from './compile-library.ts';
import { bundleShell } from './bundle-shell.ts';
import { licencesOf } from './licences.ts';
import { manifestOf } from './manifest.ts';
import { writeDeclarations } from './declarations.ts';
import { writeGuest } from './guest.ts';
import { buildPlayground } from '../build-playground/build.ts';
import { writeReader } from '../build-playground/build-reader.ts';

/** Files that are copied unchanged. */
const COPIED = ['LICENSE', 'CHANGELOG.md', 'schemas', 'src/host/github/template/files'];

/**
 * Builds the published package, and returns the engine's fingerprint. It has the layout of the project, so that its parts
 * find each other at the same places: `lib` has the bundles, and `src` has files that are run or read by their paths.
 */
export async function buildPackage(root: string, folder: string, repository?: string): Promise<string> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const bundled = await compileLibrary(root, folder);
  const shell = await bundleShell(root, folder);
  writeDeclarations(root, folder);
  const guest = writeGuest(root, folder);
  for (const path of COPIED)
    cpSync(join(root, path), join(folder, path), {
      recursive: true,
      filter: (source) => !source.endsWith('.test.ts'),
    });
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const here = (path: string): string =>
    readFileSync(join(root, 'scripts/build-package/files', path), 'utf8');
  const library = [...readLibrary()].filter(([path]) => !SAMPLE_ONLY.test(path));
  put('content/library.json', JSON.stringify(Object.fromEntries(library)));
  const clauses = makeReady(allClauses(new Map(library)));
  put('content/clauses.json', JSON.stringify(Object.fromEntries(clauses)));
  put(
    'src/addons/github-sign-in/service.js',
    stripTypes(readFileSync(join(root, 'src/addons/github-sign-in/service.ts'), 'utf8')),
  );
  const reader = await writeReader(root, join(folder, 'reader'));
  const playground = await buildPlayground(root, join(folder, 'playground'));
  // The reader has the same ones, and they are large.
  for (const name of ['type-stripper.js', 'quickjs.wasm'])
    rmSync(join(folder, 'playground/playground', name));
  put('lib/amaro.cjs', here('amaro.cjs'));
  put('README.md', here('README.md'));
  const fingerprint = `${bundled.fingerprint}${guest}`;
  put('bin/gitnomic.mjs', here('gitnomic.mjs').replace('FINGERPRINT', fingerprint));
  put('package.json', `${JSON.stringify(manifestOf(root, repository), null, 2)}\n`);
  put(
    'THIRD-PARTY-LICENSES.txt',
    licencesOf(root, [...bundled.inputs, ...shell.inputs, ...reader, ...playground.inputs]),
  );
  return fingerprint;
}

import { makeReady } from '../../src/sandbox/ready-clauses.ts';
import { readLibrary } from '../../src/store/library.ts';
import { allClauses, SAMPLE_ONLY } from '../build-package/clauses.ts';
import { makeGuest } from '../build-package/guest.ts';
import { PLACE } from './bundle-for-browser.ts';

/** Returns the files that the engine reads from its own folder, by relative path: the same as in the published package. */
export function engineFiles(root: string): ReadonlyMap<string, string | Uint8Array> {
  const { files, hash } = makeGuest(root);
  const library = [...readLibrary()].filter(([path]) => !SAMPLE_ONLY.test(path));
  const clauses = makeReady(allClauses(new Map(library)));
  return new Map([
    ...files,
    ['content/library.json', JSON.stringify(Object.fromEntries(library))],
    ['content/clauses.json', JSON.stringify(Object.fromEntries(clauses))],
    // Distinguishes builds, as the bundle's fingerprint does at home.
    ['src/sandbox/made-ahead.js', hash],
  ]);
}

/** The texts of these files in one file that names the others, as a worker loads them. */
export function writtenEngine(files: ReadonlyMap<string, string | Uint8Array>): {
  readonly json: string;
  readonly binary: ReadonlyMap<string, Uint8Array>;
} {
  const [texts, named] = [new Map<string, string>(), new Map<string, string>()];
  const binary = new Map<string, Uint8Array>();
  for (const [path, content] of files) {
    const name = path.split('/').at(-1) ?? '';
    if (typeof content === 'string') texts.set(`${PLACE}${path}`, content);
    else {
      binary.set(name, content);
      named.set(`${PLACE}${path}`, name);
    }
  }
  const all = { texts: Object.fromEntries(texts), binary: Object.fromEntries(named) };
  return { json: JSON.stringify(all), binary };
}

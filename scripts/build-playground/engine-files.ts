import { makeReady } from '../../src/sandbox/ready-clauses.ts';
import { readLibrary } from '../../src/store/library.ts';
import { clausesIn, SAMPLE_ONLY } from '../build-package/clauses.ts';
import { makeGuest } from '../build-package/guest.ts';

/** Returns the files that the engine reads from its own folder, by relative path: the same as in the published package. */
export function engineFiles(root: string): ReadonlyMap<string, string | Uint8Array> {
  const { files, hash } = makeGuest(root);
  const library = [...readLibrary()].filter(([path]) => !SAMPLE_ONLY.test(path));
  const clauses = makeReady(clausesIn(new Map(library)));
  return new Map([
    ...files,
    ['content/library.json', JSON.stringify(Object.fromEntries(library))],
    ['content/clauses.json', JSON.stringify(Object.fromEntries(clauses))],
    // Distinguishes builds, as the bundle's fingerprint does at home.
    ['src/sandbox/made-ahead.js', hash],
  ]);
}

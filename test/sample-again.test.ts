import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { shippedLibrary } from '../src/store/fixtures/shipped-library.ts';
import { playSample, PRODUCED } from '../scripts/sample/play-sample.ts';

const root = process.cwd();

/** What `npm run sample` writes, as it is shipped. */
function shippedSample(): ReadonlyMap<string, Uint8Array> {
  const there = new Map<string, Uint8Array>();
  for (const entry of readdirSync(join(root, 'content'), { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
      .slice(root.length + 1)
      .replaceAll('\\', '/');
    if (entry.isFile() && PRODUCED.some((place) => path === place || path.startsWith(`${place}/`)))
      there.set(path, readFileSync(join(root, path)));
  }
  return there;
}

/**
 * Names of commits: they hang on the journal's hash, and so on what was sealed, which differs each time by its nature.
 * What those commits change stands in the posts.
 */
const NAMES_COMMITS = 'content/engine/heads.json';

/** All four dynasties take more than two minutes: that is for the long suite. */
const whole = process.env['GITNOMIC_SAMPLE'] === 'whole';
const OF_THE_FIRST = /^content\/dynasties\/1\//u;

test('replaying the sample game gives the shipped one, to the byte', { timeout: 1_200_000 }, async () => {
  const dynasties = whole ? {} : { dynasties: 1 };
  const { files, world, refusals, accepted } = await playSample({ library: shippedLibrary, ...dynasties });
  world.close();
  expect(accepted.get('ascend')).toBe(whole ? 3 : 1);
  expect(refusals.length).toBeLessThan(accepted.size);
  const shipped = shippedSample();
  const compared = [...new Set([...files.keys(), ...shipped.keys()])].filter(
    (path) => path !== NAMES_COMMITS && (whole || OF_THE_FIRST.test(path)),
  );
  expect(compared.length).toBeGreaterThan(whole ? 500 : 20);
  const differing = compared.filter((path) => {
    const [made, there] = [files.get(path), shipped.get(path)];
    return made === undefined || there === undefined || Buffer.compare(made, there) !== 0;
  });
  expect(differing, 'after a change of the library’s rules, `npm run sample` plays it again').toEqual([]);
});

// `npm run sample`: plays the sample game and writes it to content/. The same library gives the same game each time.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { readLibrary } from '../../src/engine/library.ts';
import { playSample, PRODUCED } from './play-sample.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const began = performance.now();
const { files, refusals, accepted, ledger } = await playSample({ library: readLibrary() });
for (const place of PRODUCED) rmSync(join(root, place), { recursive: true, force: true });
for (const [path, text] of files) {
  const place = join(root, path);
  mkdirSync(dirname(place), { recursive: true });
  writeFileSync(place, text);
}
if (process.argv.includes('--verbose')) {
  for (const { at, by, what, why } of refusals) console.log(`  refused  ${at}  ${by}  ${what}: ${why}`);
  for (const [what, count] of [...accepted].sort()) console.log(`  ${String(count).padStart(4)}  ${what}`);
}
const seconds = ((performance.now() - began) / 1000).toFixed(1);
console.log(
  `${files.size} files in content/, ${ledger} lines in the ledger, ${refusals.length} refusals, ${seconds} s`,
);

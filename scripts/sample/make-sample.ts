// `npm run sample`: plays the sample game and writes it to content/. The same library gives the same game
// each time.
// `--dynasties 2` plays only the first two.
// `npm run sample -- --game PACK` plays the sample of a core pack that has one into dist/sample-PACK instead.
// `npm run sample -- --game FOLDER` also writes it there with its forge, so that it can be replayed and
// continued.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { refreshCheckout } from '../../src/host/checkout.ts';
import { openLocalGame } from '../../src/host/embedded/local-game.ts';
import { readLibrary } from '../../src/store/library.ts';
import { playOtherSample } from './other-sample.ts';
import { playSample, PRODUCED } from './play-sample.ts';
import { readOptions } from './sample-options.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = readOptions(process.argv.slice(2));
if ('said' in read) {
  process[read.code === 0 ? 'stdout' : 'stderr'].write(read.said);
  process.exit(read.code);
}
const { game: given, dynasties: few, verbose } = read;
if (given !== undefined && (await playOtherSample(given, join(root, 'dist', `sample-${given}`))))
  process.exit();
const began = performance.now();
const { files, refusals, accepted, ledger, world } = await playSample({
  library: readLibrary(),
  ...(few === undefined ? {} : { dynasties: few }),
  progress: (line) => console.log(`${((performance.now() - began) / 1000).toFixed(1)} s  ${line}`),
});
if (given !== undefined) await saveGame(given);
// A partial sample is only for looking at, so it doesn't replace the shipped one.
if (few === undefined) writeContent();
if (verbose) {
  for (const { at, by, what, why } of refusals) console.log(`  refused  ${at}  ${by}  ${what}: ${why}`);
  for (const [what, count] of accepted) console.log(`  ${String(count).padStart(4)}  ${what}`);
}
world.close();
const seconds = ((performance.now() - began) / 1000).toFixed(1);
console.log(`${files.size} files, ${ledger} lines in the ledger, ${refusals.length} refusals, ${seconds} s`);

function writeContent(): void {
  for (const place of PRODUCED) rmSync(join(root, place), { recursive: true, force: true });
  for (const [path, bytes] of files) {
    const place = join(root, path);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, bytes);
  }
}

async function saveGame(folder: string): Promise<void> {
  await world.save(folder);
  await refreshCheckout(await openLocalGame(folder, { now: world.now }));
}

import { rmSync } from 'node:fs';

import { hosts } from '../../src/host/registry.ts';
import { toTime } from '../../src/kernel/time.ts';
import { beginSample, samplesIn } from '../../src/seat/sample.ts';
import { readLibrary } from '../../src/store/library.ts';

/** Plays the sample of a core pack into a separate folder; false if the pack has none. */
export async function playOtherSample(pack: string, folder: string): Promise<boolean> {
  const library = readLibrary();
  const home = hosts.find((host) => host.home !== undefined)?.home;
  if (home === undefined || !samplesIn(library).includes(pack)) return false;
  rmSync(folder, { recursive: true, force: true });
  const progress = (line: string): void => console.log(line);
  const game = await beginSample(home, folder, library, toTime(Date.now()), progress, { of: pack });
  const { queue } = await game.status();
  console.log(`The sample of ${pack} is in ${folder}; ${queue.length} pending.`);
  return true;
}

import { afterEach, test } from 'vitest';

import { describeForge, type ForgeHarness } from '../contract/forge.ts';
import { slowTest } from '../slowly.ts';
import { makeHarness, startWithEngine } from './game-at.ts';
import type { StandIn } from './stand-in/server.ts';

const standIns: StandIn[] = [];
afterEach(async () => {
  for (const standIn of standIns.splice(0)) await standIn.close();
});

async function make(): Promise<ForgeHarness> {
  const standIn = await startWithEngine();
  standIns.push(standIn);
  return makeHarness(standIn);
}

let described = 0;
describeForge('GitHub, as the stand-in has it,', make, (title, body) => {
  // The first, which has most in it, and one in six of the others: each begins a repository and a server.
  (described++ % 6 === 0 ? test : slowTest)(title, body);
});

import { afterEach } from 'vitest';

import { describeForge } from '../contract/forge.ts';
import { makeHarness, startWithEngine } from './game-at.ts';
import type { StandIn } from './stand-in/server.ts';

const standIns: StandIn[] = [];
afterEach(async () => {
  for (const standIn of standIns.splice(0)) await standIn.close();
});

describeForge('GitHub, as the stand-in has it,', async () => {
  const standIn = await startWithEngine();
  standIns.push(standIn);
  return makeHarness(standIn);
});

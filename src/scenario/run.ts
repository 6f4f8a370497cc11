import { Caches } from '../cache/caches.ts';
import { runScenarioOn, type Driver, type ScenarioResult } from '../rehearse/scenarios/run-on.ts';
import { setUp } from './set-up.ts';
import type { Stage } from './stage.ts';
import { takeStep } from './steps.ts';

/** Plays on a forge in memory, with everything that a real game has. */
const ON_A_FORGE: Driver<Stage> = { setUp, takeStep };

/** Runs a scenario under each core that it names. */
export async function runScenario(
  file: string,
  text: string,
  library: ReadonlyMap<string, string>,
  caches = new Caches(),
): Promise<ScenarioResult> {
  const { unplayed: _, ...result } = await runScenarioOn(ON_A_FORGE, file, text, { library, caches });
  return result;
}

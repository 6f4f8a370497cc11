import { Caches } from '../cache/caches.ts';
import { runScenarioOn, type ScenarioResult } from '../rehearse/scenarios/run-on.ts';
import { setUp } from './set-up.ts';

/** Runs a scenario under each core that it names, on a forge in memory, with everything that a real game has. */
export async function runScenario(
  file: string,
  text: string,
  library: ReadonlyMap<string, string>,
  caches = new Caches(),
): Promise<ScenarioResult> {
  const { unplayed: _, ...result } = await runScenarioOn(setUp, file, text, { library, caches });
  return result;
}

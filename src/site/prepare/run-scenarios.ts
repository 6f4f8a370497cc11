import type { Caches } from '../../cache/caches.ts';
import { runScenario } from '../../scenario/run.ts';
import type { ScenarioData } from '../data/rule-data.ts';

export type ScenarioOutcome = Pick<ScenarioData, 'state' | 'why'>;

type ScenarioFile = readonly [file: string, text: string];

/** Runs scenarios against a library; what they came to is in their order. */
export type RunScenarios = (
  files: readonly ScenarioFile[],
  library: ReadonlyMap<string, string>,
) => Promise<readonly ScenarioOutcome[]>;

const LONGEST = 400;

export async function runScenarios(
  files: readonly ScenarioFile[],
  library: ReadonlyMap<string, string>,
  caches: Caches,
): ReturnType<RunScenarios> {
  const outcomes: ScenarioOutcome[] = [];
  for (const [file, text] of files) outcomes.push(await outcomeOf(file, text, library, caches));
  return outcomes;
}

async function outcomeOf(
  file: string,
  text: string,
  library: ReadonlyMap<string, string>,
  caches: Caches,
): Promise<ScenarioOutcome> {
  try {
    const [failure] = (await runScenario(file, text, library, caches)).failures;
    if (failure === undefined) return { state: 'holds-now', why: null };
    const where = failure.step === null ? '' : `step ${failure.step}: `;
    return { state: 'fails', why: `${where}${failure.message}`.slice(0, LONGEST) };
  } catch (error) {
    // What a scenario begins with may be gone from the rules.
    return {
      state: 'fails',
      why: (error instanceof Error ? error.message : String(error)).slice(0, LONGEST),
    };
  }
}

import type { Caches } from '../../cache/caches.ts';
import type { Terms } from '../../kernel/manifest.ts';
import type { Edition } from '../../session/play/play-options.ts';
import { whyNotHolding } from '../../rehearse/scenarios/try-scenarios.ts';
import { runScenario } from '../../scenario/run.ts';
import type { ScenarioData } from '../data/site-data.ts';

export type ScenarioOutcome = Pick<ScenarioData, 'state' | 'why'>;

type ScenarioFile = readonly [file: string, text: string];

/** Runs scenarios against a library, or a game's own under its rules and terms, and returns the results in order. */
export type RunScenarios = (
  files: readonly ScenarioFile[],
  library: ReadonlyMap<string, string>,
  terms?: Terms,
) => Promise<readonly ScenarioOutcome[]>;

const LONGEST = 400;

export async function runScenarios(
  files: readonly ScenarioFile[],
  library: ReadonlyMap<string, string>,
  caches: Caches,
  terms?: Terms,
): ReturnType<RunScenarios> {
  const outcomes: ScenarioOutcome[] = [];
  for (const [file, text] of files)
    outcomes.push(
      terms === undefined
        ? await outcomeOf(file, text, library, caches)
        : await ownOutcome(file, text, { files: library, terms }, caches),
    );
  return outcomes;
}

async function ownOutcome(
  file: string,
  text: string,
  rules: Edition,
  caches: Caches,
): Promise<ScenarioOutcome> {
  const why = await whyNotHolding(file, text, rules, caches);
  return why === null ? { state: 'holds-now', why } : { state: 'fails', why: why.slice(0, LONGEST) };
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
    // The rules may no longer define the things with which a scenario begins.
    return {
      state: 'fails',
      why: (error instanceof Error ? error.message : String(error)).slice(0, LONGEST),
    };
  }
}

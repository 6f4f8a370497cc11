import type { Terms } from '../../kernel/manifest.ts';
import type { Wording } from '../../language/wording.ts';
import { readScenario, ScenarioError } from '../../rehearse/scenarios/format.ts';
import { sayScenario } from '../../rehearse/scenarios/say-scenario.ts';
import { scenariosIn } from '../../rehearse/scenarios/try-scenarios.ts';
import type { ScenarioData } from '../data/rule-data.ts';
import type { ScenarioSource } from './collect-scenarios.ts';
import type { RenderedCache } from './rendered-cache.ts';
import type { ScenarioOutcome } from './run-scenarios.ts';
import { readForRules } from './scenarios-of.ts';

/** More than a trial runs, but few enough that pages are not late. */
const MOST_RUN = 40;

type OwnSource = Pick<ScenarioSource, 'rules' | 'files' | 'model' | 'engine' | 'run'> & {
  readonly terms: Terms;
  readonly wording: Wording;
};

/** Runs the scenarios that came with proposals, which stand among the rules in force, under those rules. */
export async function collectOwnScenarios(
  { rules, files, model, engine, run, terms, wording }: OwnSource,
  rendered: RenderedCache,
): Promise<readonly ScenarioData[]> {
  const own = [...scenariosIn(files)];
  if (own.length === 0) return [];
  const inForce = JSON.stringify([terms, ...files]);
  const keyFor = (path: string): readonly string[] => ['own-scenario', engine, inForce, path];
  const fresh = own.filter(([path]) => rendered.known(keyFor(path)) === undefined).slice(0, MOST_RUN);
  const outcomes = fresh.length === 0 ? [] : await run?.(fresh, files, terms);
  for (const [at, [path]] of fresh.entries())
    if (outcomes?.[at] !== undefined) rendered.get(keyFor(path), () => JSON.stringify(outcomes[at]));
  return own.map(([path, text]): ScenarioData => {
    const kept = rendered.known(keyFor(path));
    const outcome = (
      kept === undefined ? { state: 'not-run', why: null } : JSON.parse(kept)
    ) as ScenarioOutcome;
    const file = `content/ruleset/${path}`;
    try {
      const told = sayScenario(readScenario(path, text), wording);
      return { ...readForRules(path, text, { rules, model }), file, told, ...outcome };
    } catch (error) {
      if (!(error instanceof ScenarioError)) throw error;
      const beside = rules.filter((rule) => path.startsWith(`${rule.path}.`)).map((rule) => rule.path);
      return { file, title: path, rules: beside, state: 'fails', why: error.problems.join('; ') };
    }
  });
}

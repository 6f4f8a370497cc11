import type { ModelDescription } from '../../kernel/describe-model.ts';
import type { RuleEntry } from '../../kernel/manifest.ts';
import { runScenario } from '../../engine/scenario/run.ts';
import type { ScenarioData } from '../data/rule-data.ts';
import type { RenderedCache } from './rendered-cache.ts';
import { readForRules, type ScenarioRead } from './scenarios-of.ts';

/** Running one takes a tenth of a second or two: of more those of the rules that changed last wait for nobody. */
const MOST_RUNS = 60;

export interface ScenarioSource {
  readonly library: ReadonlyMap<string, string>;
  /** The packs that the game’s rules came from. */
  readonly core: string;
  readonly pack: string | null;
  readonly rules: readonly RuleEntry[];
  /** Rules in force, by their paths below the ruleset’s folder. */
  readonly files: ReadonlyMap<string, string>;
  readonly model: ModelDescription;
  /** Changes with the engine. */
  readonly engine: string;
}

/**
 * What each rule in force is tried with, and how that comes out. The library’s scenarios hold under the library’s
 * rules, as its own tests see to; those of a rule that was changed since are run under the rules in force.
 */
export async function collectScenarios(
  source: ScenarioSource,
  rendered: RenderedCache,
): Promise<readonly ScenarioData[]> {
  const { library, core, pack, rules, files, model, engine } = source;
  const changed = changedRules(source);
  const inForce = withRulesInForce(source);
  const now = JSON.stringify([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
  const names = JSON.stringify([rules.map(({ path, title }) => [path, title]), Object.keys(model.actions)]);
  const found: ScenarioData[] = [];
  let runs = 0;
  for (const [file, text] of library) {
    if (!isOf(file, core, pack)) continue;
    const read = JSON.parse(
      rendered.get(['scenario', engine, names, text], () =>
        JSON.stringify(readForRules(file, text, { rules, model })),
      ),
    ) as ScenarioRead;
    const touched = read.rules.some((rule) => changed.has(rule));
    if (!touched) {
      found.push({ ...read, state: 'holds', why: null });
    } else if (runs < MOST_RUNS) {
      runs++;
      const key = ['scenario-run', engine, now, text];
      const outcome = rendered.kept(key) ?? (await asRun(file, text, inForce));
      rendered.get(key, () => outcome);
      found.push({ ...read, ...(JSON.parse(outcome) as Pick<ScenarioData, 'state' | 'why'>) });
    } else found.push({ ...read, state: 'not-run', why: null });
  }
  return found.sort((a, b) => a.title.localeCompare(b.title, 'en'));
}

async function asRun(file: string, text: string, library: ReadonlyMap<string, string>): Promise<string> {
  let failed: string | null;
  try {
    const { failures } = await runScenario(file, text, library);
    failed =
      failures[0] === undefined
        ? null
        : `${failures[0].step === null ? '' : `step ${failures[0].step}: `}${failures[0].message}`;
  } catch (error) {
    // What a scenario begins with may be gone from the rules.
    failed = error instanceof Error ? error.message : String(error);
  }
  return JSON.stringify({
    state: failed === null ? 'holds-now' : 'fails',
    why: failed?.slice(0, 400) ?? null,
  });
}

function isOf(file: string, core: string, pack: string | null): boolean {
  const [, folder] = /^(.+)\/scenarios\/[^/]+\.yml$/.exec(file) ?? [];
  return folder === `core/${core}` || (pack !== null && folder === pack);
}

/** Where a rule’s file came from. */
function placeOf(path: string, { core, pack }: ScenarioSource): string | null {
  if (!path.startsWith('dynastic/')) return `core/${core}/${path}`;
  return pack === null ? null : `${pack}/${path}`;
}

function changedRules(source: ScenarioSource): ReadonlySet<string> {
  const { rules, files, library } = source;
  const differs = (path: string): boolean => {
    const place = placeOf(path, source);
    return place === null || (files.get(path) ?? null) !== (library.get(place) ?? null);
  };
  return new Set(
    rules
      .filter(({ path, clause }) => differs(`${path}.md`) || (clause !== null && differs(clause)))
      .map(({ path }) => path),
  );
}

/** The library as if its packs had the rules that are in force. */
function withRulesInForce(source: ScenarioSource): ReadonlyMap<string, string> {
  const { library, files, core, pack } = source;
  const isRule = (path: string): boolean => {
    const below = path.startsWith(`core/${core}/`)
      ? path.slice(`core/${core}/`.length)
      : pack !== null && path.startsWith(`${pack}/`)
        ? path.slice(pack.length + 1)
        : '';
    return /^(core|special-case|appendix|dynastic)[/.]/.test(below);
  };
  const kept = [...library].filter(([path]) => !isRule(path));
  const now = [...files].flatMap(([path, text]): [string, string][] => {
    const place = placeOf(path, source);
    return place === null || path.startsWith('core/helpers/') ? [] : [[place, text]];
  });
  return new Map([...kept, ...now]);
}

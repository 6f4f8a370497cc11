import { slug } from '../../kernel/names.ts';
import type { ModelDescription } from '../../kernel/describe-model.ts';
import type { RuleEntry } from '../../kernel/manifest.ts';
import { POSTED, readScenario, type Scenario, type Step } from '../../rehearse/scenarios/format.ts';

/** A scenario of the library, `content/library/…/scenarios/….yml`, and the rules that it is about. */
export interface ScenarioRead {
  readonly file: string;
  readonly title: string;
  readonly rules: readonly string[];
}

/** Finds the rules that a scenario is about: it takes their actions, names them, or expects their values. */
export function readForRules(
  file: string,
  text: string,
  { rules, model }: { readonly rules: readonly RuleEntry[]; readonly model: ModelDescription },
): ScenarioRead {
  const scenario = readScenario(file, text);
  const about = new Set<string>([
    ...scenario.steps.flatMap((step) => rulesOfStep(step, model)),
    ...namedIn(scenario, file, rules),
    ...expected(scenario, model),
  ]);
  if (about.size === 0) for (const rule of rulesOfKinds(scenario, model)) about.add(rule);
  const known = new Set(rules.map(({ path }) => path));
  return { file, title: scenario.title, rules: [...about].filter((rule) => known.has(rule)) };
}

function rulesOfStep({ act, seal }: Step, { actions, submissions }: ModelDescription): readonly string[] {
  return [actions[act ?? '']?.rule, submissions[seal ?? '']?.rule].flatMap((rule) => rule ?? []);
}

/** Rules whose titles occur in the scenario's title or changes, or whose names begin its file name. */
function namedIn(scenario: Scenario, file: string, rules: readonly RuleEntry[]): readonly string[] {
  const name = (file.split('/').at(-1) ?? '').replace(/\..*$/, '');
  const changed = JSON.stringify(scenario.steps.map(({ propose, cfj, dov }) => [propose, cfj, dov]));
  const paths = new Set(changed.match(/content\/ruleset\/[\w/-]+/g) ?? []);
  return rules
    .filter(({ path, title, plainTitle }) => {
      const own = slug(plainTitle);
      const begins = name === own || name.startsWith(`${own}-`) || `${name}s` === own;
      const edited = [title, plainTitle].some((one) => changed.includes(`"rule":${JSON.stringify(one)}`));
      const told =
        plainTitle.includes(' ') && scenario.title.toLowerCase().includes(plainTitle.toLowerCase());
      return begins || edited || told || paths.has(`content/ruleset/${path}`);
    })
    .map(({ path }) => path);
}

/** Rules that define the expected values: `players: { ana: { oil: 3 } }`, `things: { rooms: … }`. */
function expected({ steps, then }: Scenario, model: ModelDescription): readonly string[] {
  const expectations = [...steps.map((step) => step.then), then].filter((one) => one !== undefined);
  return expectations.flatMap((one) =>
    Object.entries(one).flatMap(([head, inside]) => {
      if (head === 'players') return fieldRules(inside, model.fields['player'] ?? {});
      const collection = model.collections[head];
      return collection === undefined ? [] : [collection.rule];
    }),
  );
}

function fieldRules(
  players: unknown,
  fields: Readonly<Record<string, { readonly rule: string }>>,
): readonly string[] {
  if (typeof players !== 'object' || players === null) return [];
  return Object.values(players).flatMap((values: unknown) =>
    typeof values !== 'object' || values === null
      ? []
      : Object.keys(values).flatMap((field) => fields[field]?.rule ?? []),
  );
}

function rulesOfKinds({ steps }: Scenario, { kinds }: ModelDescription): readonly string[] {
  const verbs = Object.keys(POSTED) as (keyof typeof POSTED)[];
  const posted = verbs.flatMap((verb) =>
    steps.flatMap((step) => step[verb] ?? []).map(({ kind }) => kind ?? POSTED[verb]),
  );
  return [...new Set(posted)].flatMap((kind) => kinds[kind]?.rule ?? []);
}

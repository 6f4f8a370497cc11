import { base64Digest } from '#platform/hash.ts';
import type { ModelDescription } from '../../kernel/describe-model.ts';
import type { RuleEntry, Terms } from '../../kernel/manifest.ts';
import { sectionOf } from '../../ruleset/read.ts';
import type { ScenarioData } from '../data/site-data.ts';
import { LongWork } from './by-turns.ts';
import type { RenderedCache } from './rendered-cache.ts';
import type { RunScenarios, ScenarioOutcome } from './run-scenarios.ts';
import { slug } from '../../kernel/names.ts';
import { POSTED } from '../../rehearse/scenarios/format.ts';
import { readScenario, type Scenario, type Step, ScenarioError } from '../../rehearse/scenarios/format.ts';
import type { Wording } from '../../language/wording.ts';
import { sayScenario } from '../../rehearse/scenarios/say-scenario.ts';
import { scenariosIn } from '../../rehearse/scenarios/try-scenarios.ts';

/** Running one takes a tenth of a second or two. If there are more, the next build runs the rest. */
const MOST_RUNS = 60;

export interface ScenarioSource {
  readonly library: ReadonlyMap<string, string>;
  /** The packs from which the game’s rules came. */
  readonly core: string;
  readonly pack: string | null;
  readonly rules: readonly RuleEntry[];
  /** The rules in force, by path within the ruleset. */
  readonly files: ReadonlyMap<string, string>;
  readonly model: ModelDescription;
  /** Changes with the engine. */
  readonly engine: string;
  /** Null to report only the known ones: reading them all takes a second, so until then they belong to no rule. */
  readonly run: RunScenarios | null;
}

/**
 * The scenarios of each rule in force, with their results. The library’s scenarios are known to pass under the
 * library’s rules, by its own tests; those of rules changed since are run under the rules in force.
 */
export async function collectScenarios(
  source: ScenarioSource,
  rendered: RenderedCache,
): Promise<readonly ScenarioData[]> {
  const { library, core, pack, rules, files, model, engine } = source;
  const changed = changedRules(source);
  const now = hashOf([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
  const names = hashOf([rules.map(({ path, title }) => [path, title]), Object.keys(model.actions)]);
  const read: (ScenarioRead & { readonly text: string })[] = [];
  const unread: ScenarioData[] = [];
  const work = new LongWork();
  for (const [file, text] of library) {
    if (!isOf(file, core, pack)) continue;
    const key = ['scenario', engine, names, text];
    if (source.run === null && rendered.known(key) === undefined) {
      unread.push({ file, title: file, rules: [], ...NOT_RUN });
      continue;
    }
    const cached = rendered.get(key, () => JSON.stringify(readForRules(file, text, { rules, model })));
    read.push({ ...(JSON.parse(cached) as ScenarioRead), text });
    await work.pause();
  }
  const keyFor = (text: string): readonly string[] => ['scenario-run', engine, now, text];
  const due = read.filter((one) => one.rules.some((rule) => changed.has(rule)));
  const fresh = due.filter(({ text }) => rendered.known(keyFor(text)) === undefined).slice(0, MOST_RUNS);
  const outcomes = await source.run?.(
    fresh.map(({ file, text }) => [file, text]),
    withRulesInForce(source),
  );
  if (outcomes !== undefined)
    for (const [at, { text }] of fresh.entries())
      rendered.get(keyFor(text), () => JSON.stringify(outcomes[at] ?? NOT_RUN));
  const shown = read.map(({ text, ...one }): ScenarioData => {
    const cached = due.some(({ file }) => file === one.file) ? rendered.known(keyFor(text)) : HOLDS;
    return { ...one, ...(cached === undefined ? NOT_RUN : (JSON.parse(cached) as ScenarioOutcome)) };
  });
  return [...shown, ...unread].sort((a, b) => a.title.localeCompare(b.title, 'en'));
}

/** Each scenario's key holds this hash instead of the rules, since rules are long and scenarios many. */
function hashOf(given: unknown): string {
  return base64Digest('sha1', JSON.stringify(given));
}

const NOT_RUN: ScenarioOutcome = { state: 'not-run', why: null };
const HOLDS = JSON.stringify({ state: 'holds', why: null });

function isOf(file: string, core: string, pack: string | null): boolean {
  const [, folder] = /^(.+)\/scenarios\/[^/]+\.yml$/.exec(file) ?? [];
  return folder === `core/${core}` || (pack !== null && folder === pack);
}

/** The library file from which a rule came. */
function placeOf(path: string, { core, pack, library }: ScenarioSource): string | null {
  const ofPack = pack === null ? null : `${pack}/${path}`;
  if (path.startsWith('dynastic/')) return ofPack;
  // A dynasty's pack may have rules in a section of its core.
  return ofPack !== null && library.has(ofPack) ? ofPack : `core/${core}/${path}`;
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

/** The library with the rules in force in place of its own. */
function withRulesInForce(source: ScenarioSource): ReadonlyMap<string, string> {
  const { library, files, core, pack } = source;
  const folders = [`core/${core}`, ...(pack === null ? [] : [pack])];
  const isRule = (path: string): boolean => {
    const folder = folders.find((one) => path.startsWith(`${one}/`));
    if (folder === undefined || !/\.(?:md|ts)$/.test(path)) return false;
    const sections = { has: (text: string) => folders.some((one) => library.has(`${one}/${text}`)) };
    return sectionOf(path.slice(folder.length + 1), sections) !== null;
  };
  const others = Array.from(library).filter(([path]) => !isRule(path));
  const now = [...files].flatMap(([path, text]): [string, string][] => {
    const place = placeOf(path, source);
    if (place === null) return [];
    // The helpers that all cores share lie beside them; a core's own lie among its rules.
    return [[path.startsWith('core/helpers/') && !library.has(place) ? path : place, text]];
  });
  return new Map([...others, ...now]);
}

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
      const outcome =
        plainTitle.includes(' ') && scenario.title.toLowerCase().includes(plainTitle.toLowerCase());
      return begins || edited || outcome || paths.has(`content/ruleset/${path}`);
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

/** More than a trial runs, but few enough not to delay pages. */
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
    const cached = rendered.known(keyFor(path));
    const outcome = (
      cached === undefined ? { state: 'not-run', why: null } : JSON.parse(cached)
    ) as ScenarioOutcome;
    const file = `content/ruleset/${path}`;
    try {
      const inWords = sayScenario(readScenario(path, text), wording);
      return { ...readForRules(path, text, { rules, model }), file, inWords, ...outcome };
    } catch (error) {
      if (!(error instanceof ScenarioError)) throw error;
      const beside = rules.filter((rule) => path.startsWith(`${rule.path}.`)).map((rule) => rule.path);
      return { file, title: path, rules: beside, state: 'fails', why: error.problems.join('; ') };
    }
  });
}

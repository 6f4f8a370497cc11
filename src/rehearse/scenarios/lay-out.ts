import type { Terms } from '../../kernel/manifest.ts';
import { hoursAfter } from '../../kernel/time.ts';
import { composeRuleset, toTerms, type Composed } from '../../ruleset/compose.ts';
import { describeProblem } from '../../ruleset/problem.ts';
import type { ModelDescription } from '../../kernel/describe-model.ts';
import { Play } from '../../session/play/play.ts';
import { UnplayableError } from '../../session/play/unplayable-error.ts';
import type { PlayOptions } from '../../session/play/play-options.ts';
import { GameDraws, type DrawFrom } from '../../session/chance/draws.ts';
import { NO_FACTS, type EngineFacts } from '../../store/engine-files.ts';
import { isPlainObject } from '../../kernel/values.ts';
import { timeAt, ScenarioError, type Scenario } from './format.ts';

const HOURS_A_YEAR = 365 * 24;

export const GAME_NAME = 'Scenario';

/** Puts the rules of an era and a dynasty together. */
export function composed(
  file: string,
  library: ReadonlyMap<string, string>,
  core: string,
  dynasty: string | undefined,
): Composed {
  const found = composeRuleset(library, { core, ...(dynasty === undefined ? {} : { dynasty }) });
  const problems = found.problems.filter(({ code }) => code !== 'other-core');
  if (problems.length > 0) throw new ScenarioError(file, problems.map(describeProblem));
  return found;
}

interface Begun {
  readonly play: Play;
  readonly draws: GameDraws;
  readonly at: string;
  readonly facts: EngineFacts;
}

/** Begins a game as a scenario describes it, under these rules. Everybody's account has their name. */
export async function begin(
  file: string,
  scenario: Scenario,
  rules: Pick<Composed, 'files' | 'terms' | 'dynasty'>,
  options: Pick<PlayOptions, 'rehearse' | 'runner' | 'trial' | 'limits' | 'caches'>,
  draw: DrawFrom,
): Promise<Begun> {
  const at = timeAt(scenario.start, scenario.start);
  const draws = new GameDraws({}, draw);
  const play = await start(file, {
    files: rules.files,
    terms: termsFor(scenario, rules.terms),
    draw: (question) => draws.draw(question),
    ...options,
  });
  try {
    layOut(file, scenario, rules, play, at);
  } catch (error) {
    play.dispose();
    throw error;
  }
  const people = [...Object.keys(scenario.players), ...scenario.steps.flatMap(({ by }) => by ?? [])];
  const facts = { ...NO_FACTS, clock: at, people: Object.fromEntries(people.map((id) => [id, id])) };
  return { play, draws, at, facts };
}

/** Sets the values that the scenario names; the rules say how everything else starts. */
export function layOut(
  file: string,
  scenario: Scenario,
  { dynasty: pack }: Pick<Composed, 'dynasty'>,
  play: Play,
  at: string,
): void {
  const { model } = play;
  const assume = (path: string, value: unknown): void => {
    try {
      play.sandbox.assume(path, value);
    } catch (error) {
      throw new ScenarioError(file, [`the game can't begin like this: ${path}: ${(error as Error).message}`]);
    }
  };
  const set = (scope: string, field: string, value: unknown): void => {
    if (value !== undefined && model.fields[scope]?.[field] !== undefined) assume(`${scope}.${field}`, value);
  };
  set('dynasty', 'name', pack?.title);
  set('dynasty', 'theme', pack?.theme);
  set('game', 'tracking-page', pack?.['tracking-page']);
  for (const [path, value] of Object.entries(pack?.begins ?? {})) assume(path, value);
  layPlayers(scenario, at, model, assume);
  layGiven(file, scenario.given ?? {}, model, assume);
  play.sandbox.begin(at);
}

export async function start(file: string, options: Omit<PlayOptions, 'state'>): Promise<Play> {
  try {
    return await Play.start({ ...options, state: null });
  } catch (error) {
    if (error instanceof UnplayableError) throw new ScenarioError(file, error.problems);
    throw error;
  }
}

export function termsFor({ terms }: Scenario, own: Terms): Terms {
  if (terms === undefined) return own;
  const {
    player = own.player,
    emperor = own.emperor,
    players = player === own.player ? own.players : undefined,
    emperors = emperor === own.emperor ? own.emperors : undefined,
  } = terms;
  return toTerms({ player, emperor, players, emperors });
}

type Assume = (path: string, value: unknown) => void;

/** Everybody joined a year before and was last active at the start. Idle players went idle by inactivity. */
function layPlayers({ players }: Scenario, start: string, model: ModelDescription, assume: Assume): void {
  const set = (id: string, field: string, value: unknown): void => {
    if (model.fields['player']?.[field] !== undefined) assume(`players.${id}.${field}`, value);
  };
  for (const [id, given] of Object.entries(players)) {
    const idle = given?.idle;
    // Every named person exists, as in a new game, even if the rules track nothing about people.
    assume(`players.${id}`, {});
    set(id, 'name', id);
    set(id, 'state', idle === undefined ? 'active' : 'idle');
    set(id, 'joined', hoursAfter(start, -HOURS_A_YEAR));
    set(id, 'last-active', start);
    if (given?.admin === true) set(id, 'admin', true);
    if (idle !== undefined) {
      set(id, 'idle-since', timeAt(start, idle));
      set(id, 'idle-reason', 'inactive');
      set(id, 'idle-dynasty', 1);
    }
    if (given?.emperor === true) assume('dynasty.emperor', id);
  }
}

/** Things are laid out first, so that references find them. */
function layGiven(
  file: string,
  given: Readonly<Record<string, unknown>>,
  model: ModelDescription,
  assume: Assume,
): void {
  const scopes = ['dynasty', 'game', 'emperor', 'players'];
  const collections = Object.keys(given).filter((key) => !scopes.includes(key));
  for (const collection of collections) {
    if (collection === 'posts')
      throw new ScenarioError(file, ["given: posts can't be given; make them by steps"]);
    if (model.collections[collection] === undefined)
      throw new ScenarioError(file, [`given: there is no collection ${collection}`]);
    const types = model.collections[collection]?.fields ?? {};
    // Sets the owners first, because a thing without its owner may be illegal, and players exist already.
    const ofPeople = (fields: object): object =>
      Object.fromEntries(Object.entries(fields).filter(([field]) => types[field]?.type.kind === 'player'));
    for (const [id, fields] of Object.entries(asMap(given[collection])))
      assume(`${collection}.${id}`, ofPeople(asMap(fields)));
  }
  for (const collection of collections) {
    for (const [id, fields] of Object.entries(asMap(given[collection]))) {
      for (const [field, value] of Object.entries(asMap(fields)))
        assume(`${collection}.${id}.${field}`, value);
    }
  }
  for (const scope of scopes) {
    for (const [key, value] of Object.entries(asMap(given[scope]))) {
      if (scope !== 'players') assume(`${scope}.${key}`, value);
      else
        for (const [field, inner] of Object.entries(asMap(value))) assume(`players.${key}.${field}`, inner);
    }
  }
}

function asMap(value: unknown): Readonly<Record<string, unknown>> {
  return isPlainObject(value) ? value : {};
}

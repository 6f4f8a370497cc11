import { stringify } from 'yaml';

import type { Caches } from '../cache/caches.ts';
import { rehearseRules } from '../rehearse/rehearse-rules.ts';
import { hoursAfter } from '../kernel/time.ts';
import type { Terms } from '../kernel/manifest.ts';
import { memoryDisk, type MemoryDisk } from '../repository/memory-disk.ts';
import type { GitObject } from '../repository/git-object.ts';
import { createRepository } from '../repository/repository.ts';
import type { Oid } from '../repository/oid.ts';
import { writeCommit } from '../repository/write-commit.ts';
import { composeRuleset, toTerms, type Composed } from '../ruleset/compose.ts';
import { describeProblem } from '../ruleset/problem.ts';
import type { State } from '../kernel/state.ts';
import type { ModelDescription } from '../kernel/describe-model.ts';
import { Play } from '../play/play.ts';
import { UnplayableError } from '../play/unplayable-error.ts';
import type { PlayOptions } from '../play/play-options.ts';
import { isPlainObject } from '../kernel/values.ts';
import { GameDraws, type DrawFrom } from '../play/draws.ts';
import { mergeRuleFile } from '../store/open-game.ts';
import { Resolutions } from '../store/resolutions.ts';
import { NO_FACTS } from '../store/engine-files.ts';
import { GAME_FILE, RULESET } from '../store/paths.ts';
import { vaultKeyOf } from '../store/vault.ts';
import { applyChanges, writeGame, type GameNow } from '../store/write-game.ts';
import { ScenarioError, type Scenario } from './format.ts';
import { timeAt } from './clock.ts';
import { Stage } from './stage.ts';

/** Where a forge has its repository. */
const REPOSITORY = 'repository.git';
const HOURS_A_YEAR = 365 * 24;

export const GAME_NAME = 'Scenario';

/** What rules a scenario is played under, and where they are from. */
interface Rules {
  readonly core: string;
  readonly library: ReadonlyMap<string, string>;
  readonly caches: Caches;
}

/** A game as a scenario's beginning describes it: on main of a forge in memory, and open. */
export async function setUp(
  file: string,
  scenario: Scenario,
  { core, library, caches }: Rules,
  draw: DrawFrom,
): Promise<Stage> {
  const at = timeAt(scenario.start, scenario.start);
  const dynasty = scenario.rules.dynasty ?? undefined;
  const template = await caches.once(library, `template ${core} ${dynasty ?? ''}`, () =>
    makeTemplate(file, library, core, dynasty),
  );
  const { composed } = template;
  const terms = termsOf(scenario, composed.terms);
  const resolutions = new Resolutions();
  const draws = new GameDraws({}, draw);
  const play = await start(file, {
    files: composed.files,
    terms,
    draw: (question) => draws.draw(question),
    merge: resolutions.over(mergeRuleFile),
    caches,
  });
  const stage = await Stage.open(at, draw, caches, template.disk.copy());
  for (const [oid, object] of template.objects) stage.forge.repository.objects.set(oid, object);
  try {
    layOut(file, scenario, composed, play, at);
    const { repository } = stage.forge;
    const before = new Map([
      [GAME_FILE, stringify({ name: GAME_NAME, core, terms })],
      ...[...composed.files].map(([path, text]) => [`${RULESET}${path}`, text] as const),
    ]);
    const { changes, hidden } = writeGame(before, gameNow(scenario, play, at));
    const files = applyChanges(before, changes);
    const commit = await writeCommit(repository, {
      parents: [template.rules],
      changes: new Map([...changes, [GAME_FILE, before.get(GAME_FILE) ?? '']]),
      author: { name: stage.forge.engine.name, email: '', at },
      message: 'Begin\n',
    });
    await stage.forge.advance('main', null, commit);
    await stage.vault.write(vaultKeyOf(files), hidden);
    const begun = inOrder(play.state());
    await stage.begin({ play, resolutions, draws });
    if (inOrder(stage.play.state()) !== begun)
      throw new ScenarioError(file, ['the game does not come back from its files as it was written']);
    return stage;
  } catch (error) {
    if (!stage.isOpen) play.dispose();
    stage.close();
    throw error;
  }
}

/** A state as one text. Which collection comes first is nothing that rules could see. */
function inOrder(state: State): string {
  const things = Object.entries(state.things).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify({ ...state, things });
}

function gameNow(scenario: Scenario, play: Play, at: string): GameNow {
  const people = [...Object.keys(scenario.players), ...scenario.steps.flatMap(({ by }) => by ?? [])];
  const accounts = Object.fromEntries(people.map((id) => [id, id]));
  return {
    ruleset: play.files,
    terms: play.terms,
    state: play.state(),
    model: play.model,
    ledger: play.ledger,
    facts: { ...NO_FACTS, clock: at, people: accounts },
  };
}

/** What the scenario says is so already; what it doesn't is as the rules say things start. */
function layOut(file: string, scenario: Scenario, { dynasty: pack }: Composed, play: Play, at: string): void {
  const { model } = play;
  const assume = (path: string, value: unknown): void => {
    try {
      play.sandbox.assume(path, value);
    } catch (error) {
      throw new ScenarioError(file, [`the game can't begin so: ${path}: ${(error as Error).message}`]);
    }
  };
  const set = (scope: string, field: string, value: unknown): void => {
    if (value !== undefined && model.fields[scope]?.[field] !== undefined) assume(`${scope}.${field}`, value);
  };
  set('dynasty', 'name', pack?.title);
  set('dynasty', 'theme', pack?.theme);
  set('game', 'tracking-page', pack?.['tracking-page']);
  layPlayers(scenario, at, model, assume);
  layGiven(file, scenario.given ?? {}, model, assume);
  play.sandbox.begin(at);
}

/** A ruleset put together and committed, which scenarios share: each begins with a copy. */
interface Template {
  readonly composed: Composed;
  readonly disk: MemoryDisk;
  readonly rules: Oid;
  /** The objects of the commit, read. */
  readonly objects: readonly (readonly [Oid, GitObject])[];
}

async function makeTemplate(
  file: string,
  library: ReadonlyMap<string, string>,
  core: string,
  dynasty: string | undefined,
): Promise<Template> {
  const composed = composeRuleset(library, { core, ...(dynasty === undefined ? {} : { dynasty }) });
  const problems = composed.problems.filter(({ code }) => code !== 'other-core');
  if (problems.length > 0) throw new ScenarioError(file, problems.map(describeProblem));
  const disk = memoryDisk();
  const repository = await createRepository(disk, REPOSITORY);
  const rules = await writeCommit(repository, {
    parents: [],
    changes: new Map([...composed.files].map(([path, text]) => [`${RULESET}${path}`, text])),
    author: { name: 'Gitnomic', email: '', at: '2000-01-01T00:00:00Z' },
    message: 'The rules\n',
  });
  return { composed, disk, rules, objects: [...repository.objects.entries()] };
}

async function start(file: string, options: Omit<PlayOptions, 'state'>): Promise<Play> {
  try {
    return await Play.start({ ...options, rehearse: rehearseRules, state: null });
  } catch (error) {
    if (error instanceof UnplayableError) throw new ScenarioError(file, error.problems);
    throw error;
  }
}

function termsOf({ terms }: Scenario, own: Terms): Terms {
  if (terms === undefined) return own;
  const { player = own.player, emperor = own.emperor, players, emperors } = terms;
  const kept = toTerms({
    player,
    emperor,
    ...(players === undefined ? {} : { players }),
    ...(emperors === undefined ? {} : { emperors }),
  });
  return {
    ...kept,
    ...(players === undefined && player === own.player ? { players: own.players } : {}),
    ...(emperors === undefined && emperor === own.emperor ? { emperors: own.emperors } : {}),
  };
}

type Assume = (path: string, value: unknown) => void;

/** Everybody joined a year before and was last active at the start; who is idle went idle by inactivity. */
function layPlayers({ players }: Scenario, start: string, model: ModelDescription, assume: Assume): void {
  const set = (id: string, field: string, value: unknown): void => {
    if (model.fields['player']?.[field] !== undefined) assume(`players.${id}.${field}`, value);
  };
  for (const [id, given] of Object.entries(players)) {
    const idle = given?.idle;
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

/** Things first, so that what refers to them finds them. */
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
    for (const id of Object.keys(asMap(given[collection]))) assume(`${collection}.${id}`, {});
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

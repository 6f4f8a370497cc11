import { stringify } from 'yaml';
import { rehearseRules } from '../rehearse/rehearse-rules.ts';
import { memoryDisk, type MemoryDisk } from '../repository/memory-disk.ts';
import type { GitObject } from '../repository/git-object.ts';
import { createRepository } from '../repository/repository.ts';
import type { Oid } from '../repository/oid.ts';
import { writeCommit } from '../repository/write-commit.ts';
import type { Composed } from '../ruleset/compose.ts';
import type { State } from '../kernel/state.ts';
import type { Play } from '../session/play/play.ts';
import { GameDraws, type DrawFrom } from '../session/chance/draws.ts';
import { NO_FACTS } from '../store/engine-files.ts';
import { GAME_FILE, RULESET } from '../store/paths.ts';
import { vaultKeyOf } from '../session/secrets/vault.ts';
import { applyChanges, writeGame, type GameNow } from '../store/write-game.ts';
import { ScenarioError, type Scenario, timeAt } from '../rehearse/scenarios/format.ts';
import { composed, GAME_NAME, layOut, start, termsFor } from '../rehearse/scenarios/lay-out.ts';
import type { Rules } from '../rehearse/scenarios/run-on.ts';
import { picturesInMemory } from './pictures-in-memory.ts';
import { Stage } from './stage.ts';

const REPOSITORY = 'repository.git';

/** Opens a game as the scenario's beginning describes it, on main of a forge in memory. */
export async function setUp(
  file: string,
  scenario: Scenario,
  { core, dynasty: pack, library, caches }: Rules,
  draw: DrawFrom,
): Promise<Stage> {
  const at = timeAt(scenario.start, scenario.start);
  const dynasty = pack ?? undefined;
  const template = await caches.once(library, `template ${core} ${dynasty ?? ''}`, () =>
    makeTemplate(file, library, core, dynasty),
  );
  const rules = template.composed;
  const terms = termsFor(scenario, rules.terms);
  const draws = new GameDraws({}, draw);
  const play = await start(file, {
    files: rules.files,
    terms,
    draw: (question) => draws.draw(question),
    rehearse: rehearseRules,
    caches,
  });
  const stage = await Stage.open(at, draw, caches, {
    disk: template.disk.copy(),
    ...(scenario.pictures === undefined ? {} : { pictures: await picturesInMemory(scenario.pictures) }),
  });
  for (const [oid, object] of template.objects) stage.forge.repository.objects.set(oid, object);
  try {
    layOut(file, scenario, rules, play, at);
    const { repository } = stage.forge;
    const before = new Map([
      [GAME_FILE, stringify({ name: GAME_NAME, core, terms })],
      ...[...rules.files].map(([path, text]) => [`${RULESET}${path}`, text] as const),
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
    await stage.begin({ play, draws });
    if (inOrder(stage.play.state()) !== begun)
      throw new ScenarioError(file, ['the game does not come back from its files as it was written']);
    return stage;
  } catch (error) {
    if (!stage.isOpen) play.dispose();
    stage.close();
    throw error;
  }
}

/** Serializes a state. Rules can't see the order of collections, so it doesn't count. */
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

/** A composed and committed ruleset that scenarios share. Each begins with a copy. */
interface Template {
  readonly composed: Composed;
  readonly disk: MemoryDisk;
  readonly rules: Oid;
  /** The parsed objects of the commit. */
  readonly objects: readonly (readonly [Oid, GitObject])[];
}

async function makeTemplate(
  file: string,
  library: ReadonlyMap<string, string>,
  core: string,
  dynasty: string | undefined,
): Promise<Template> {
  const found = composed(file, library, core, dynasty);
  const disk = memoryDisk();
  const repository = await createRepository(disk, REPOSITORY);
  const rules = await writeCommit(repository, {
    parents: [],
    changes: new Map([...found.files].map(([path, text]) => [`${RULESET}${path}`, text])),
    author: { name: 'Gitnomic', email: '', at: '2000-01-01T00:00:00Z' },
    message: 'The rules\n',
  });
  return { composed: found, disk, rules, objects: [...repository.objects.entries()] };
}

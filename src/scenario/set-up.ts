import { stringify } from 'yaml';
import { rehearseRules } from '../rehearse/rehearse-rules.ts';
import { memoryDisk, type MemoryDisk } from '../repository/memory-disk.ts';
import type { GitObject } from '../repository/git-object.ts';
import { createRepository } from '../repository/repository.ts';
import type { Oid } from '../repository/oid.ts';
import { writeCommit } from '../repository/write-commit.ts';
import type { Composed } from '../ruleset/compose.ts';
import type { State } from '../kernel/state.ts';
import type { DrawFrom } from '../session/chance/draws.ts';
import { GAME_FILE, RULESET } from '../store/paths.ts';
import { vaultKeyOf } from '../session/secrets/vault.ts';
import { applyChanges, writeGame } from '../store/write-game.ts';
import { ScenarioError, type Scenario } from '../rehearse/scenarios/format.ts';
import { begin, composed, GAME_NAME } from '../rehearse/scenarios/lay-out.ts';
import type { Rules } from '../rehearse/scenarios/run-on.ts';
import { picturesInMemory } from './pictures-in-memory.ts';
import { ForgeStage } from './stage.ts';

const REPOSITORY = 'repository.git';

/** Opens a game as the scenario's beginning describes it, on main of a forge in memory. */
export async function setUp(
  file: string,
  scenario: Scenario,
  { core, dynasty: pack, library, caches }: Rules,
  draw: DrawFrom,
): Promise<ForgeStage> {
  const dynasty = pack ?? undefined;
  const template = await caches.once(library, `template ${core} ${dynasty ?? ''}`, () =>
    makeTemplate(file, library, core, dynasty),
  );
  const rules = template.composed;
  const options = { rehearse: rehearseRules, caches };
  const { play, draws, at, facts } = await begin(file, scenario, rules, options, draw);
  let stage: ForgeStage | null = null;
  try {
    stage = await ForgeStage.open(at, template.disk.copy(), {
      draw,
      caches,
      ...(scenario.pictures === undefined ? {} : { pictures: await picturesInMemory(scenario.pictures) }),
    });
    const { repository } = stage.forge;
    for (const [oid, object] of template.objects) repository.objects.set(oid, object);
    const before = new Map([
      [GAME_FILE, stringify({ name: GAME_NAME, core, terms: play.terms })],
      ...[...rules.files].map(([path, text]) => [`${RULESET}${path}`, text] as const),
    ]);
    const { files: ruleset, terms, model, ledger } = play;
    const game = { ruleset, terms, state: play.state(), model, ledger, facts };
    const { changes, hidden } = writeGame(before, game);
    const files = applyChanges(before, changes);
    const commit = await writeCommit(repository, {
      parents: [template.rules],
      changes: new Map([...changes, [GAME_FILE, before.get(GAME_FILE) ?? '']]),
      author: { name: stage.forge.engine.name, email: '', at },
      message: 'Begin\n',
    });
    await stage.forge.advance('main', null, commit);
    await stage.vault.write(vaultKeyOf(files), hidden);
    const written = inOrder(game.state);
    await stage.begin({ play, draws });
    if (inOrder(stage.play.state()) !== written)
      throw new ScenarioError(file, ['the game does not come back from its files as it was written']);
    return stage;
  } catch (error) {
    if (stage?.isOpen !== true) play.dispose();
    stage?.close();
    throw error;
  }
}

/** Serializes a state. Rules can't see the order of collections, so it doesn't count. */
function inOrder(state: State): string {
  const things = Object.entries(state.things).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify({ ...state, things });
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

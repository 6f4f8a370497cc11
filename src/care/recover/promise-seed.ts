import type { Forge } from '../../forge/port.ts';
import { readBranch } from '../../repository/refs.ts';
import type { Oid } from '../../repository/oid.ts';
import type { Repository } from '../../repository/repository.ts';
import { writeCommit } from '../../repository/write-commit.ts';
import { writeYamlKeys } from '../../ruleset/front-matter-write.ts';
import { commitmentToSeed } from '../../session/chance/committed-seed.ts';
import type { Seeds } from '../../session/chance/draws.ts';
import { addCheckpoint, CHECKPOINTS } from '../../store/checkpoints.ts';
import { GAME_FILE } from '../../store/paths.ts';
import { adminsOf, readGame } from '../../store/read-game.ts';
import { readContent } from '../../tick/observe.ts';
import { NoGameError } from '../../tick/tick.ts';
import { goOnFrom, mustBeAmong, RecoverError } from './recover.ts';

interface Promising {
  readonly forge: Forge;
  readonly seeds: Seeds;
  readonly by: string;
  readonly name: string;
  readonly now: string;
  readonly dryRun?: boolean;
}

/** An Admin puts the hash of the dice's seed on record that is here, because the seed promised before is lost. */
export async function promiseSeed({ forge, seeds, by, name, now, dryRun }: Promising): Promise<Oid | null> {
  const main = await readBranch(forge.repository, 'main');
  if (main === null) throw new NoGameError();
  mustBeAmong(adminsOf(readGame(await readContent(forge, main))), by, name);
  const commit = await withPromisedSeed(forge.repository, main, {
    seeds,
    at: now,
    by,
    engine: forge.engine.name,
  });
  if (commit === main)
    throw new RecoverError('no-seed-lost', 'No seed is lost: the dice roll by what game.yml says.');
  if (dryRun === true) return null;
  await goOnFrom(forge, main, commit, {
    title: 'Another seed of the dice',
    text: `The seed of the dice was lost, and ${name} went on with another: its hash stands in game.yml. Nobody can check earlier rolls by the lost one.`,
  });
  return commit;
}

/** If the seed of the dice here is another than the promised one, a commit records the hash of the one that is here. */
export async function withPromisedSeed(
  repository: Repository,
  main: Oid,
  { seeds, at, by, engine }: Pick<Promising, 'seeds'> & { at: string; by?: string; engine: string },
): Promise<Oid> {
  const files = await readContent({ repository }, main);
  const { dice } = readGame(files).game;
  const hash = seeds.dice === undefined ? undefined : commitmentToSeed(seeds.dice);
  if (dice?.source !== 'committed' || hash === undefined || dice.hash === hash) return main;
  const record = {
    kind: 'new-seed' as const,
    at,
    before: dice.hash ?? null,
    ...(by !== undefined && { by }),
  };
  return writeCommit(repository, {
    parents: [main],
    changes: new Map([
      [GAME_FILE, writeYamlKeys(files.get(GAME_FILE) ?? '', { dice: { source: 'committed', hash } })],
      [CHECKPOINTS, addCheckpoint(files.get(CHECKPOINTS), record)],
    ]),
    author: { name: engine, email: '', at },
    message: 'Go on with another seed of the dice\n\nThe one before was lost.\n',
  });
}

import type { HomeGame } from '../game.ts';
import { writeCommit } from '../../repository/write-commit.ts';
import { gitnomic } from '../../forge/embedded/local-forge.ts';
import type { Oid } from '../../repository/oid.ts';
import type { Repository } from '../../repository/repository.ts';
import { commitmentToSeed } from '../../session/chance/committed-seed.ts';
import { CHECKPOINTS, addCheckpoint } from '../../store/checkpoints.ts';
import { GAME_FILE } from '../../store/paths.ts';
import { readGame } from '../../store/read-game.ts';
import { readContent } from '../../tick/observe.ts';
import { onThisForge } from './take-over.ts';

/** If the seed of the dice here isn't the promised one, which is lost, a commit records the hash of the one here. */
export async function withPromisedSeed(
  repository: Repository,
  main: Oid,
  { vault, at }: { readonly vault: Pick<HomeGame['vault'], 'seeds'>; readonly at: string },
): Promise<Oid> {
  const files = await readContent({ repository }, main);
  const { dice } = readGame(files).game;
  const seed = vault.seeds.dice;
  if (dice?.source !== 'committed' || seed === undefined || dice.hash === commitmentToSeed(seed)) return main;
  const record = { kind: 'new-seed' as const, at, before: dice.hash ?? null };
  return writeCommit(repository, {
    parents: [main],
    changes: new Map([
      [GAME_FILE, onThisForge(files.get(GAME_FILE) ?? '', seed)],
      [CHECKPOINTS, addCheckpoint(files.get(CHECKPOINTS), record)],
    ]),
    author: { name: gitnomic.name, email: '', at },
    message: 'Go on with another seed of the dice\n\nThe one before was lost.\n',
  });
}

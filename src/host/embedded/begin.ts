import { Caches } from '../../cache/caches.ts';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeCommit } from '../../repository/write-commit.ts';
import { sectionsToChoose } from '../../kernel/manifest.ts';
import { sectionsOfFiles } from '../../ruleset/read.ts';
import { createGame } from '../../session/play/create-game.ts';
import { vaultKeyOf } from '../../session/secrets/vault.ts';
import { refreshCheckout } from '../checkout.ts';
import { findRemains, GameThereError } from './game-remains.ts';
import { ENGINE_FOLDER, type HomeGame, type OpenOptions } from '../game.ts';
import type { Wish } from '../host.ts';
import { openLocalGame } from './local-game.ts';
import { type ContentFiles, GAMESTATE, RULESET } from '../../store/paths.ts';
import { GAME_PLACES } from '../../store/library.ts';
import { commitmentToSeed } from '../../session/chance/committed-seed.ts';
import { CodedError } from '../../kernel/coded-error.ts';

class ContendedError extends CodedError<'game-there'> {
  constructor(folder: string) {
    super('game-there', `Somebody else has begun a game in ${folder} meanwhile.`, {
      next: 'Look at it with `gitnomic status`, or choose another folder.',
    });
  }
}

/** Begins a game in a folder with its own forge. It draws the dice seed and publishes the seed's hash. */
export async function beginLocalGame(
  folder: string,
  library: ContentFiles,
  wish: Wish,
  { caches = new Caches(), ...options }: OpenOptions = {},
): Promise<HomeGame> {
  // A forge that was interrupted before its first commit counts as absent and is begun again.
  const there = findRemains(folder);
  if (there !== null) throw new GameThereError(there);
  // Composing comes first, so that a problem is reported before anything is written.
  const players = wish.players.map((player) => ({ account: player.id, ...player }));
  const draft = (at: string, hash?: string, secret?: string) =>
    createGame(
      library,
      {
        ...wish,
        players,
        at,
        dice: { source: 'committed', ...(hash === undefined ? {} : { hash }) },
        ...(secret === undefined ? {} : { secret }),
      },
      caches,
    );
  await draft('2000-01-01T00:00:00Z');
  return removeIfFailed(folder, async () => {
    const game = await openLocalGame(folder, { ...options, caches });
    const at = game.now();
    const { files, hidden } = await draft(at, hashOf(game.vault.seeds.dice), hashOf(game.vault.seeds.secret));
    await game.vault.write(vaultKeyOf(files), hidden);
    const author = { name: game.forge.engine.name, email: '', at };
    const commit = await writeCommit(game.forge.repository, {
      parents: [],
      changes: files,
      author,
      message: `Begin ${wish.name}\n`,
    });
    // Somebody else was quicker, so the game that exists now is theirs.
    if ((await game.forge.advance('main', null, commit)) === 'moved') throw new ContendedError(folder);
    await refreshCheckout(game, (await game.content()).keys());
    // Git has no empty folders, but authors look for the folder of a section that has no rules yet.
    const rules = new Map(
      [...files].flatMap(([path, bytes]) =>
        path.startsWith(RULESET) ? [[path.slice(RULESET.length), bytes] as const] : [],
      ),
    );
    const present = sectionsOfFiles(rules).map((section) => ({ section }));
    for (const section of sectionsToChoose(present, files.has(`${GAMESTATE}dynasty.md`)))
      mkdirSync(join(folder, RULESET, section), { recursive: true });
    return game;
  });
}

/** Removes everything it made if the game can't be begun; nothing existed before, so none of it belongs to anybody else. */
async function removeIfFailed<T>(folder: string, begin: () => Promise<T>): Promise<T> {
  const made = [folder, join(folder, 'content'), join(folder, ENGINE_FOLDER)].filter(
    (path) => !existsSync(path),
  );
  try {
    return await begin();
  } catch (error) {
    if (error instanceof ContendedError) throw error;
    for (const place of [...GAME_PLACES.map((path) => join(folder, path)), ...made])
      rmSync(place, { recursive: true, force: true });
    throw error;
  }
}

function hashOf(seed: Uint8Array | undefined): string | undefined {
  return seed === undefined ? undefined : commitmentToSeed(seed);
}

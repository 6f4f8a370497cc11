import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { commitmentTo } from '../../play/chance/committed-seed.ts';
import { readBranch } from '../../repository/refs.ts';
import { writeCommit } from '../../repository/write-commit.ts';
import { createGame } from '../../store/create-game.ts';
import { vaultKeyOf } from '../../store/vault.ts';
import { SECTIONS } from '../../kernel/manifest.ts';
import { GAME_FILE, RULESET, type ContentFiles } from '../../store/paths.ts';
import { GAME_PLACES, givesWay } from '../../store/shipped-game.ts';
import { refreshCheckout } from '../checkout.ts';
import { ENGINE_FOLDER, type HomeGame, type OpenOptions } from '../game.ts';
import type { Wish } from '../host.ts';
import { openLocalGame } from './local-game.ts';

export class GameThereError extends Error {
  readonly code = 'game-there';
  readonly next = 'Choose another folder, or play the game that is there: `gitnomic status`.';
  constructor(folder: string) {
    super(`There is a game in ${folder} already.`);
    this.name = 'GameThereError';
  }
}

/** Begins a game in a folder, with a forge of its own. The seed of its dice is drawn here, and its hash published. */
export async function beginLocalGame(
  folder: string,
  library: ContentFiles,
  wish: Wish,
  options: OpenOptions = {},
): Promise<HomeGame> {
  const forgeFolder = join(folder, ENGINE_FOLDER, 'forge');
  if (existsSync(forgeFolder)) {
    const there = await openLocalGame(folder, options);
    // One that was interrupted before its first commit is begun again.
    if ((await readBranch(there.forge.repository, 'main')) !== null) throw new GameThereError(folder);
  }
  const shipped = join(folder, GAME_FILE);
  const replaces = existsSync(shipped);
  if (replaces && !givesWay(readFileSync(shipped, 'utf8'))) throw new GameThereError(folder);
  // What can't be composed is told before anything is written.
  const players = wish.players.map((player) => ({ account: player.id, ...player }));
  const draft = (at: string, hash?: string, secret?: string) =>
    createGame(library, {
      ...wish,
      players,
      at,
      dice: { source: 'committed', ...(hash === undefined ? {} : { hash }) },
      ...(secret === undefined ? {} : { secret }),
    });
  await draft('2000-01-01T00:00:00Z');
  const game = await openLocalGame(folder, options);
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
  await game.forge.advance('main', null, commit);
  if (replaces)
    for (const place of GAME_PLACES) rmSync(join(folder, place), { recursive: true, force: true });
  await refreshCheckout(game);
  // Git has no empty folders, and whoever writes the first rule of a section looks for where it goes.
  for (const section of SECTIONS) mkdirSync(join(folder, RULESET, section), { recursive: true });
  return game;
}

function hashOf(seed: Uint8Array | undefined): string | undefined {
  return seed === undefined ? undefined : commitmentTo(seed);
}

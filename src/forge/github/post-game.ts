import { posix } from 'node:path';

import type { Oid } from '../../repository/oid.ts';
import { readBranch } from '../../repository/refs.ts';
import type { Repository } from '../../repository/repository.ts';
import type { PostRead } from './answers.ts';
import { gameOfMark } from './form-body.ts';
import { gamePrefix } from './labels.ts';
import { personOf } from './people.ts';
import { revisions } from './revisions.ts';
import { cameWithForm } from './to-events.ts';

/** The game's own layout, by which a path is known to be of a game. Paths are told from the game's folder. */
export interface GamePaths {
  /** Whether it is of what players may change. */
  isOfGame(path: string): boolean;
  /** The folders of other games in the repository of which these paths are. */
  otherGames(repository: Repository, main: Oid, paths: readonly string[]): Promise<readonly string[]>;
}

/**
 * The game that an issue is of, by its folder: as the form says by which it was opened, or whoever opened it. What is
 * labelled later moves it to no other game, in whose journal it would stand twice.
 */
export function gameOfIssue(post: PostRead): string {
  const label = post.timelineItems.nodes
    .flatMap((item) => (cameWithForm(post, item) ? [item.label?.name ?? ''] : []))
    .find((name) => name.startsWith(gamePrefix));
  if (label !== undefined) return label.slice(gamePrefix.length);
  // A post that the engine opens holds people's words, and has its label by itself.
  if (!personOf(post.author).bot)
    return gameOfMark(revisions(post.body, post.userContentEdits.nodes).first) ?? '';
  const { name } = post.labels.nodes.find((one) => one.name.startsWith(gamePrefix)) ?? { name: gamePrefix };
  return name.slice(gamePrefix.length);
}

export interface Touched {
  /** Whether it changes something of this game. */
  readonly changes: boolean;
  /** The folders of the games of which it changes something, where those are several. */
  readonly games: readonly string[];
}

/** Whether the game or others of the same repository are changed: what changes several at once is a matter of none. */
export async function gamesOf(
  repository: Repository,
  games: GamePaths | undefined,
  paths: readonly string[] | null,
): Promise<Touched> {
  // A pull request that changes more files than a page lists is taken in: the rules say what counts of it.
  if (games === undefined || paths === null) return { changes: true, games: [] };
  const main = await readBranch(repository, 'main');
  const there = paths.map((path) => posix.relative(`/${repository.folder}`, `/${path}`));
  const own = there.some((path) => games.isOfGame(path));
  const others = main === null ? [] : await games.otherGames(repository, main, there);
  if (others.length + Number(own) < 2) return { changes: own, games: [] };
  return { changes: false, games: [...(own ? [repository.folder] : []), ...others].toSorted() };
}

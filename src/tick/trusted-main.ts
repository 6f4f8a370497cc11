import type { EventOf, ForgeEvent } from '../forge/events.ts';
import type { ForgeReading } from '../forge/port.ts';
import { folderTree } from '../repository/tree.ts';
import { hasObject } from '../repository/objects.ts';
import type { Oid } from '../repository/oid.ts';
import { readFileText } from '../repository/read-file.ts';
import type { Repository } from '../repository/repository.ts';
import { nullIfUnreadable } from '../repository/repository-error.ts';
import { parseRecord, recordPath } from '../store/journal/journal-record.ts';
import { GAME_FILE } from '../store/paths.ts';
import { givesWay } from '../store/library.ts';

export type MainPush = EventOf<'main-pushed'>;

/**
 * Follows pushes by others back to where the engine left main. If no game was played there yet, somebody may have
 * pushed one that was played elsewhere; it begins with that push.
 */
export async function trustedMain(
  { repository, beginsGames = false }: Pick<ForgeReading, 'repository' | 'beginsGames'>,
  main: Oid | null,
  events: readonly ForgeEvent[],
): Promise<Oid | null> {
  let at = main;
  let began: Oid | null = null;
  for (const push of (await pushesTo(repository, main, events)).toReversed()) {
    if (!beginsGames && at !== null && (await isHostedGame(repository, at))) began = at;
    at = push.from;
  }
  return began !== null && (await isUnplayed(repository, at)) ? began : at;
}

/** Pushes by others that led to the current main, oldest first. */
export async function pushesTo(
  repository: Repository,
  main: Oid | null,
  events: readonly ForgeEvent[],
): Promise<readonly MainPush[]> {
  const pushes: MainPush[] = [];
  let at = main;
  for (const event of events.toReversed()) {
    if (event.type !== 'main-pushed' || !(await holdTheSame(repository, event.to, at))) continue;
    pushes.unshift(event);
    at = event.from;
  }
  return pushes;
}

/**
 * Whether the game is the same at both commits. If a repository has several games, the engine may have committed for
 * another one on top of somebody's push.
 */
async function holdTheSame(repository: Repository, one: Oid | null, other: Oid | null): Promise<boolean> {
  if (one === other || one === null || other === null) return one === other;
  const trees = [await contentAt(repository, one), await contentAt(repository, other)];
  return trees[0] !== null && trees[0] === trees[1];
}

async function contentAt(repository: Repository, commit: Oid): Promise<Oid | null> {
  if (!(await hasObject(repository, commit))) return null;
  return folderTree(repository, commit, 'content').catch(nullIfUnreadable);
}

async function isHostedGame(repository: Repository, commit: Oid): Promise<boolean> {
  if (!(await hasObject(repository, commit))) return false;
  const game = await readFileText(repository, commit, GAME_FILE).catch(nullIfUnreadable);
  return game !== null && !givesWay(game);
}

/** True if there is no game, or only one that came with a template and has no journal here. */
async function isUnplayed(repository: Repository, commit: Oid | null): Promise<boolean> {
  if (commit === null) return true;
  if (!(await hasObject(repository, commit)) || (await isHostedGame(repository, commit))) return false;
  const record = parseRecord(await readFileText(repository, commit, recordPath).catch(nullIfUnreadable));
  return record === null || !(await hasObject(repository, record.commit));
}

import { diffTrees } from '../repository/diff-trees.ts';
import { hasObject } from '../repository/objects.ts';
import { readFileText } from '../repository/read-file.ts';
import type { Repository } from '../repository/repository.ts';
import type { Oid } from '../repository/oid.ts';
import { writeCommit, type NewContent } from '../repository/write-commit.ts';
import type { Forge } from '../forge/port.ts';
import type { ForgeEvent } from '../forge/events.ts';
import { GAME_FILE, PLAYED } from '../store/paths.ts';
import { givesWay } from '../store/shipped-game.ts';
import { parseRecord, recordPath } from '../store/journal/journal-record.ts';

export type Repair =
  | { readonly main: Oid | null; readonly undone: readonly string[]; readonly commit: null }
  | { readonly main: Oid; readonly undone: readonly string[]; readonly commit: Oid };

/**
 * Ruleset, gamestate, posts and ledger change by play alone: what somebody pushed to main there is put back. `commit`
 * is what puts it back, still to be made main.
 */
export async function findRepair(
  forge: Forge,
  main: Oid | null,
  events: readonly ForgeEvent[],
  now: string,
): Promise<Repair> {
  const { repository } = forge;
  const trusted = await trustedMain(repository, main, events);
  if (trusted === main) return { main, undone: [], commit: null };
  if (trusted === null || !(await hasObject(repository, trusted))) return { main, undone: [], commit: null };
  const author = { name: forge.engine.name, email: '', at: now };
  if (main === null)
    return { main: trusted, undone: ['main itself'], commit: await copyOf(repository, trusted, author) };
  const changes = new Map<string, NewContent>();
  for (const { path, before } of await diffTrees(repository, trusted, main)) {
    if (isPlayed(path)) changes.set(path, before === null ? null : { oid: before.oid });
  }
  if (changes.size === 0) return { main, undone: [], commit: null };
  const undone = [...changes.keys()];
  const message = `Put back what only play may change\n\n${undone.map((path) => `- ${path}`).join('\n')}\n`;
  return {
    main,
    undone,
    commit: await writeCommit(repository, { parents: [main], changes, author, message }),
  };
}

/**
 * Where the engine itself left main: pushes by others, one after another, are followed back to it. Where no game was
 * played there yet, one may have been pushed that was played elsewhere before: it begins with that push.
 */
export async function trustedMain(
  repository: Repository,
  main: Oid | null,
  events: readonly ForgeEvent[],
): Promise<Oid | null> {
  let at = main;
  let began: Oid | null = null;
  for (let index = events.length - 1; index >= 0; index--) {
    const event = events[index];
    if (event?.type !== 'main-pushed' || event.to !== at) continue;
    if (at !== null && (await isHostedGame(repository, at))) began = at;
    at = event.from;
  }
  return began !== null && (await isUnplayed(repository, at)) ? began : at;
}

async function isHostedGame(repository: Repository, commit: Oid): Promise<boolean> {
  if (!(await hasObject(repository, commit))) return false;
  const game = await readFileText(repository, commit, GAME_FILE);
  return game !== null && !givesWay(game);
}

/** No game at all, or one that gives way and whose journal is not here: what a template brought along. */
async function isUnplayed(repository: Repository, commit: Oid | null): Promise<boolean> {
  if (commit === null) return true;
  if (!(await hasObject(repository, commit)) || (await isHostedGame(repository, commit))) return false;
  const record = parseRecord(await readFileText(repository, commit, recordPath));
  return record === null || !(await hasObject(repository, record.commit));
}

function isPlayed(path: string): boolean {
  return PLAYED.some((place) => (place.endsWith('/') ? path.startsWith(place) : path === place));
}

function copyOf(
  repository: Repository,
  trusted: Oid,
  author: { name: string; email: string; at: string },
): Promise<Oid> {
  return writeCommit(repository, {
    parents: [trusted],
    changes: new Map(),
    author,
    message: 'Put main back\n',
  });
}

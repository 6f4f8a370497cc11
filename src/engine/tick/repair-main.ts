import { diffTrees } from '../../repository/diff-trees.ts';
import { hasObject } from '../../repository/objects.ts';
import type { Oid, Repository } from '../../repository/repository.ts';
import { writeCommit, type Change } from '../../repository/write-commit.ts';
import type { Forge } from '../../forge/port.ts';
import type { ForgeEvent } from '../../forge/events.ts';
import { PLAYED } from '../game/paths.ts';

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
  const trusted = trustedMain(main, events);
  if (trusted === main) return { main, undone: [], commit: null };
  if (trusted === null || !(await hasObject(repository, trusted))) return { main, undone: [], commit: null };
  const author = { name: forge.engine.name, email: '', at: now };
  if (main === null)
    return { main: trusted, undone: ['main itself'], commit: await copyOf(repository, trusted, author) };
  const changes = new Map<string, Change>();
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

/** Where the engine itself left main: pushes by others, one after another, are followed back to it. */
export function trustedMain(main: Oid | null, events: readonly ForgeEvent[]): Oid | null {
  let at = main;
  for (let index = events.length - 1; index >= 0; index--) {
    const event = events[index];
    if (event?.type === 'main-pushed' && event.to === at) at = event.from;
  }
  return at;
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

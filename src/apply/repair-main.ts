import { fewOf } from '../kernel/bounds.ts';
import { foldedName, whyBadName } from '../ruleset/file-names.ts';
import { diffTrees, type TreeDifference } from '../repository/diff-trees.ts';
import { hasObject } from '../repository/objects.ts';
import { listFolder } from '../repository/read-file.ts';
import { nullIfUnreadable } from '../repository/repository-error.ts';
import type { Oid } from '../repository/oid.ts';
import type { Repository } from '../repository/repository.ts';
import type { TreeEntry } from '../repository/tree-entry.ts';
import { writeTreeEntries } from '../repository/tree.ts';
import { writeCommit } from '../repository/write-commit.ts';
import type { ForgeReading } from '../forge/port.ts';
import type { ForgeEvent } from '../forge/events.ts';
import { isNameOfLook, isOfLook, PLAYED } from '../store/paths.ts';
import { type OwnLook, lookByAdmins } from './own-look.ts';
import { pushesTo, trustedMain } from './trusted-main.ts';

const MOST_NAMED = 100;

export type Repair =
  | { readonly main: Oid | null; readonly undone: readonly string[]; readonly commit: null }
  | { readonly main: Oid; readonly undone: readonly string[]; readonly commit: Oid };

/**
 * Ruleset, gamestate, posts and ledger change by play alone: what somebody pushed to main there is put back, and so are
 * the group's own pages where no Admin pushed them. `commit`
 * is what puts it back, still to be made main.
 */
export async function findRepair(
  forge: ForgeReading,
  main: Oid | null,
  events: readonly ForgeEvent[],
  now: string,
): Promise<Repair> {
  const { repository } = forge;
  const trusted = await trustedMain(forge, main, events);
  if (trusted === main) return { main, undone: [], commit: null };
  if (trusted === null || !(await hasObject(repository, trusted))) return { main, undone: [], commit: null };
  const author = { name: forge.engine.name, email: '', at: now };
  if (main === null)
    return { main: trusted, undone: ['main itself'], commit: await copyOf(repository, trusted, author) };
  const pushed = await diffTrees(repository, trusted, main).catch(nullIfUnreadable);
  if (pushed === null)
    return { main: trusted, undone: ['main itself'], commit: await copyOf(repository, trusted, author) };
  const ofLook = pushed.some(({ path }) => isOfLook(path));
  const look = ofLook
    ? await lookByAdmins(repository, trusted, await pushesTo(repository, main, events))
    : null;
  const undone = pushed
    .filter((one) => isPlayed(one.path) || isForeignLook(look, one))
    .map(({ path }) => path);
  if (undone.length === 0) return { main, undone: [], commit: null };
  const named = fewOf(undone, MOST_NAMED).map((path) => `- ${path}`);
  const message = `Put back what only play may change\n\n${named.join('\n')}\n`;
  const twins = new Set(undone.map((path) => path.split('/')[0] ?? '').filter(isTwinOfContent));
  const content = { oid: await playedAgain(repository, trusted, main), kind: 'folder' as const };
  const putBack = await writeCommit(repository, {
    parents: [main],
    changes: new Map([[CONTENT, content], ...[...twins].map((name) => [name, null] as const)]),
    author,
    message,
  });
  if (look === null || look.size === 0) return { main, undone, commit: putBack };
  const kept = {
    parents: [putBack],
    changes: look,
    author,
    message: 'Keep the pages as an Admin has them\n',
  };
  return { main, undone, commit: await writeCommit(repository, kept) };
}

/** Whether a difference is of the group's own pages and comes from nobody who may change them. */
function isForeignLook(look: OwnLook | null, { path, after }: TreeDifference): boolean {
  if (!isOfLook(path)) return false;
  const taken = look?.get(path);
  return taken === undefined || (taken?.oid ?? null) !== (after?.oid ?? null);
}

const PLAYED_NAMES = new Set(PLAYED.map((place) => place.replace(/^content\/|\/$/gu, '')));
/** Git takes orders from them, such as to change the files of the game in each clone. */
const OF_GIT = /^\.(?:git|mailmap)/iu;

/**
 * Also under a name that is the same to some systems, since one would take the other's place there, or that some system
 * can't have, since a clone would end there.
 */
const isPlayedName = (name: string): boolean =>
  PLAYED_NAMES.has(name.toLowerCase()) || OF_GIT.test(name) || whyBadName(name) !== null;

function isPlayed(path: string): boolean {
  const [content, name = ''] = path.split('/');
  return content === CONTENT ? isPlayedName(name) : isTwinOfContent(content ?? '');
}

/** `CONTENT/` would lie in `content/` on some systems. */
function isTwinOfContent(name: string): boolean {
  return name !== CONTENT && foldedName(name) === foldedName(CONTENT);
}

/**
 * The folder `content/` of `main` with what only play may change as it is at `trusted`. Whole folders are put back, and no name in
 * them is looked at: there may be some that nobody could write.
 */
async function playedAgain(repository: Repository, trusted: Oid, main: Oid): Promise<Oid> {
  const isPutBack = ({ name }: TreeEntry): boolean => isPlayedName(name) || isNameOfLook(name);
  const content = await listFolder(repository, main, CONTENT);
  const before = await listFolder(repository, trusted, CONTENT);
  const entries = [...content.filter((entry) => !isPutBack(entry)), ...before.filter(isPutBack)];
  return writeTreeEntries(repository, entries);
}

const CONTENT = 'content';

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

import type { Forge } from '../forge/port.ts';
import type { Signature } from '../repository/git-object.ts';
import { givesOrders } from '../kernel/defuse.ts';
import { readCommit } from '../repository/commit.ts';
import { diffTrees, type TreeDifference } from '../repository/diff-trees.ts';
import { findMergeBase } from '../repository/merge-base.ts';
import { isWithin } from '../repository/paths.ts';
import { RepositoryError, nullIfUnreadable } from '../repository/repository-error.ts';
import type { Repository } from '../repository/repository.ts';
import type { Oid } from '../repository/oid.ts';
import { type NewContent, writeCommit } from '../repository/write-commit.ts';
import { GAMESTATE, isOfLook, RULESET } from '../store/paths.ts';
import { isBounded, lookIn } from './own-look.ts';

/** Where the engine writes. */
const gameFolder = 'content';
/** The files that a proposal may change. `game.yml`, the library, posts, ledger and the engine's own notes are others' to write. */
const proposable = [RULESET, GAMESTATE];

export interface EnactCommit {
  readonly forge: Forge;
  /** Where main stands, and has to stand still when the commit is put on it. */
  readonly main: Oid;
  /** The commit that was voted on, which becomes a parent where it holds nothing but the game; null for what comes from no branch. */
  readonly head: Oid | null;
  /** The game's files once the proposal is merged: a text, or null for one that goes. */
  readonly changes: ReadonlyMap<string, string | null>;
  /** The engine's additions: the rules' effects on enactment, the archived post, the ledger line, its index. */
  readonly extra: ReadonlyMap<string, string | Uint8Array | null>;
  readonly author: Signature;
  readonly committer: Signature;
  readonly message: string;
}

export type Enacted =
  | {
      readonly outcome: 'advanced';
      readonly commit: Oid;
      /** Other files that the branch changes besides ruleset and gamestate: they stay as they are on main, and people are told their names. */
      readonly outside: readonly string[];
    }
  /** Somebody moved main meanwhile: what was decided has to be decided again on what is there now. */
  | { readonly outcome: 'moved' };

/**
 * Enacts by one merge commit on main: all of it is there or none. Its tree is main's with the changes laid over, so
 * that what the head holds besides is part of its history and not of the game.
 */
export async function enactCommit(enacting: EnactCommit): Promise<Enacted> {
  const { forge, main, head, author, committer, message } = enacting;
  const { repository } = forge;
  const differences = head === null ? [] : await changesSince(repository, main, head).catch(nullIfUnreadable);
  const outside = differences?.map(({ path }) => path).filter(isOutside) ?? null;
  const look = await lookIn(repository, differences ?? []);
  const changes = new Map([...look, ...gatherChanges(enacting)]);
  // A file that can't be read was voted on without its changes, and is no part of main.
  const isParent =
    head !== null &&
    head !== main &&
    differences !== null &&
    outside?.length === 0 &&
    (await areBounded(repository, differences)) &&
    (await isOfGameAlone(repository, main, head).catch(nullIfUnreadable)) === true;
  const parents = isParent ? [main, head] : [main];
  const commit = await writeCommit(repository, { parents, changes, author, committer, message });
  const outcome = await forge.advance('main', main, commit);
  return outcome === 'advanced' ? { outcome, commit, outside: outside ?? [] } : { outcome };
}

const MOST_COMMITS = 200;
const MOST_BYTES = 2 * 1024 * 1024;

/**
 * Whether the commits on the way to this head bring nothing into main's history but the game: no other files, which everybody would fetch
 * from then on, however large they are, though a later commit takes them away again; and no message that would have a forge or a
 * build server do something once it is on main.
 */
async function isOfGameAlone(repository: Repository, main: Oid, head: Oid): Promise<boolean> {
  const waiting = [head];
  const seen = new Set<Oid>([main]);
  for (let oid = waiting.pop(); oid !== undefined; oid = waiting.pop()) {
    if (seen.has(oid) || (await findMergeBase(repository, main, oid)) === oid) continue;
    if (seen.add(oid).size > MOST_COMMITS) return false;
    const { message, parents } = await readCommit(repository, oid);
    if (givesOrders(message) || (await bringsOthers(repository, oid, parents))) return false;
    waiting.push(...parents);
  }
  return true;
}

/** Whether a commit has files outside the game that none of its parents has so: what a merge brings from main is there already. */
async function bringsOthers(repository: Repository, commit: Oid, parents: readonly Oid[]): Promise<boolean> {
  const changed: ReadonlySet<string>[] = [];
  for (const parent of parents)
    changed.push(
      new Set((await diffTrees(repository, parent, commit)).map(({ path }) => path).filter(isOutside)),
    );
  const [first, ...others] = changed;
  // A commit without parents brings all that it holds.
  return first === undefined || [...first].some((path) => others.every((one) => one.has(path)));
}

/** Whether every file of the game itself is as small as those that are read of a head. */
async function areBounded(repository: Repository, differences: readonly TreeDifference[]): Promise<boolean> {
  for (const { path, after } of differences)
    if (after !== null && isProposable(path) && !(await isBounded(repository, after.oid, MOST_BYTES)))
      return false;
  return true;
}

/** The engine's additions prevail over the proposal: nobody votes themselves a line in the ledger. */
function gatherChanges({ changes, extra }: EnactCommit): ReadonlyMap<string, NewContent> {
  for (const path of changes.keys()) {
    if (isProposable(path)) continue;
    const message = `A proposal changes ruleset and gamestate, and nothing else: ${path}.`;
    throw new RepositoryError('bad-path', message, { path });
  }
  for (const path of extra.keys()) {
    if (path !== gameFolder && isWithin(path, gameFolder)) continue;
    const message = `The engine enacts nothing outside ${gameFolder}/: ${path}.`;
    throw new RepositoryError('bad-path', message, { path });
  }
  return new Map<string, NewContent>([...changes, ...extra]);
}

/** The engine reads the changes in words on a branch, which are no file of the game. */
const readOnly = ['content/changes.yml'];

function isProposable(path: string): boolean {
  return proposable.some((folder) => path.startsWith(folder));
}

function isOutside(path: string): boolean {
  return !isProposable(path) && !readOnly.includes(path) && !isOfLook(path);
}

/** The changes of a head, against where it began. */
async function changesSince(
  repository: Repository,
  main: Oid,
  head: Oid,
): Promise<readonly TreeDifference[]> {
  // A branch that was begun afresh changes whatever it does not share with main.
  return diffTrees(repository, (await findMergeBase(repository, main, head)) ?? main, head);
}

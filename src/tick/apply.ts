import type { Oid } from '../repository/oid.ts';
import { type ContentFiles, GAMESTATE, isStyle, RULESET } from '../store/paths.ts';
import { assertCommit } from '../session/assert-commit.ts';
import { vaultKeyOf } from '../session/secrets/vault.ts';
import { applyChanges } from '../store/write-game.ts';
import { recordPath, writeRecord } from '../store/journal/journal-record.ts';
import { PICTURES } from '../pictures/find-pictures.ts';
import type { PictureStore } from '../pictures/picture-store.ts';
import type { Observed } from './observe.ts';
import type { TickOptions, TickReport } from './tick-options.ts';
import type { CommitEffect } from '../session/position/decision.ts';
import type { Forge } from '../forge/port.ts';
import { givesOrders } from '../kernel/defuse.ts';
import { readCommit } from '../repository/commit.ts';
import { diffTrees, type TreeDifference } from '../repository/diff-trees.ts';
import { findMergeBase } from '../repository/merge-base.ts';
import { nullIfUnreadable } from '../repository/repository-error.ts';
import type { Repository } from '../repository/repository.ts';
import { type NewCommit, type NewContent, writeCommit } from '../repository/write-commit.ts';
import { isBounded, styleIn } from './own-style.ts';

export interface Applied {
  readonly main: Oid;
  readonly files: ContentFiles;
  readonly commits: TickReport['commits'];
}

/** Makes the decided commits one after another. Null if somebody else moved main meanwhile. */
export async function apply(
  options: TickOptions,
  from: Oid,
  before: ContentFiles,
  observed: Observed,
  effects: readonly CommitEffect[],
): Promise<Applied | null> {
  const commits: { commit: Oid; message: string }[] = [];
  let [main, files] = [from, before];
  for (const effect of effects) {
    const made = await applyOne(options, main, files, observed, effect);
    if (made === null) return null;
    main = made.commit;
    files = made.files;
    commits.push({ commit: main, message: effect.message });
  }
  return { main, files, commits };
}

async function applyOne(
  { forge, vault, pictures }: TickOptions,
  main: Oid,
  files: ContentFiles,
  observed: Observed,
  effect: CommitEffect,
): Promise<{ commit: Oid; files: ContentFiles } | null> {
  const after = applyChanges(files, effect.changes);
  assertCommit(files, effect.changes);
  // Written before its commit, so that a tick that dies in between only leaves unused values.
  await vault?.write(vaultKeyOf(after), effect.hidden);
  const engine = { name: forge.engine.name, email: '', at: effect.at };
  const author =
    effect.author === null || effect.author === 'engine'
      ? engine
      : { name: effect.author, email: `${effect.author}@players.invalid`, at: effect.at };
  const commit = await commitToMain(forge, main, {
    head: effect.head,
    changes: new Map<string, NewContent>([
      ...effect.changes,
      ...copiesFor(pictures, effect),
      ...recordFor(observed, effect.line),
    ]),
    author,
    committer: engine,
    message: effect.message,
  });
  return commit === null ? null : { commit, files: after };
}

/** The pictures that a commit shows go into the same commit. */
function copiesFor(
  store: PictureStore | undefined,
  { pictures }: CommitEffect,
): readonly (readonly [string, Uint8Array | null])[] {
  return [...pictures].flatMap(([path, copy]) => {
    const bytes = copy === null ? null : (store?.read(copy) ?? undefined);
    return bytes === undefined ? [] : [[path.replace(/^pictures\//u, PICTURES), bytes] as const];
  });
}

/** How far main has read the journal now; empty if that hasn't changed. */
function recordFor({ journal, lines }: Observed, n: number): ReadonlyMap<string, string> {
  const placed = lines.find(({ line }) => line.n === n);
  if (placed === undefined || journal.commit === null) return new Map();
  return new Map([
    [recordPath, writeRecord({ commit: journal.commit, n, hash: placed.line.hash, segment: placed.segment })],
  ]);
}

/** A proposal may change only these. The engine and other tools write `game.yml`, the library, posts, ledger and the engine's notes. */
const proposable = [RULESET, GAMESTATE];

interface CommitToMain extends Omit<NewCommit, 'parents'> {
  /** The commit that was voted on, which becomes a parent if it contains only the game; null if there was no branch. */
  readonly head: Oid | null;
}

/**
 * Adds a single commit to main, all or nothing; null if somebody moved main, so that the decision must be made again. Its tree is main's
 * with the changes, so anything else in the head is history but not part of the game.
 */
export async function commitToMain(
  forge: Forge,
  main: Oid,
  { head, changes, ...more }: CommitToMain,
): Promise<Oid | null> {
  const { repository } = forge;
  const differences = head === null ? [] : await changesSince(repository, main, head).catch(nullIfUnreadable);
  const ownStyle = await styleIn(repository, differences ?? []);
  // An unreadable file was voted on without its changes, so it must not reach main.
  const isParent =
    head !== null &&
    head !== main &&
    differences !== null &&
    !differences.some(({ path }) => isOutside(path)) &&
    (await areBounded(repository, differences)) &&
    (await isOfGameAlone(repository, main, head).catch(nullIfUnreadable)) === true;
  const parents = isParent ? [main, head] : [main];
  const commit = await writeCommit(repository, {
    ...more,
    parents,
    changes: new Map([...ownStyle, ...changes]),
  });
  return (await forge.advance('main', main, commit)) === 'advanced' ? commit : null;
}

const MOST_COMMITS = 200;
const MOST_BYTES = 2 * 1024 * 1024;

/**
 * True if the commits up to this head add only files of the game to main's history. Other files would be fetched by everybody from then
 * on, even if a later commit deletes them, and messages could trigger a forge or build server.
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

/** Whether a commit adds files outside the game that none of its parents has, since a merge brings main's files along. */
async function bringsOthers(repository: Repository, commit: Oid, parents: readonly Oid[]): Promise<boolean> {
  const changed: ReadonlySet<string>[] = [];
  for (const parent of parents)
    changed.push(
      new Set((await diffTrees(repository, parent, commit)).map(({ path }) => path).filter(isOutside)),
    );
  const [first, ...others] = changed;
  // A commit without parents adds everything it contains.
  return first === undefined || [...first].some((path) => others.every((one) => one.has(path)));
}

/** Whether every game file is small enough to be read. */
async function areBounded(repository: Repository, differences: readonly TreeDifference[]): Promise<boolean> {
  for (const { path, after } of differences)
    if (after !== null && isProposable(path) && !(await isBounded(repository, after.oid, MOST_BYTES)))
      return false;
  return true;
}

/** The engine reads worded changes from a branch, but the file is not part of the game. */
const readOnly = ['content/changes.yml'];

function isProposable(path: string): boolean {
  return proposable.some((folder) => path.startsWith(folder));
}

function isOutside(path: string): boolean {
  return !isProposable(path) && !readOnly.includes(path) && !isStyle(path);
}

/** The head's changes since it branched off. */
async function changesSince(
  repository: Repository,
  main: Oid,
  head: Oid,
): Promise<readonly TreeDifference[]> {
  // A branch with a history of its own changes everything it doesn't share with main.
  return diffTrees(repository, (await findMergeBase(repository, main, head)) ?? main, head);
}

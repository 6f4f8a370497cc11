import { openRepository } from '../../repository/repository.ts';
import { writeCommit, type NewContent } from '../../repository/write-commit.ts';
import type { ContentFiles } from '../../store/paths.ts';
import { GAME_PLACES } from '../../store/library.ts';
import { journalTip } from '../../store/journal/journal-head.ts';
import { journalBranch } from '../../store/journal/part.ts';
import { contentOfPosition } from '../../tick/current-content.ts';
import type { HomeGame } from '../../host/game.ts';
import { REPOSITORY } from '../../host/github/repository.ts';
import { readStatus } from '../../tick/read-status.ts';
import type { AccountsByPlayer } from '../../host/github/template/accounts.ts';
import { type Clone, MoveError } from '../../host/github/template/upgrade-clone.ts';
import { openEngineClone } from './engine-clone.ts';
import { movedContent } from './moved-content.ts';
import { assertAccounts, whyNotYet } from './why-not-yet.ts';

/** The old branches stay here, to be read, verified and replayed. */
const OLD_MAIN = 'embedded-main';
const OLD_JOURNAL = 'embedded-journal';

export interface Move {
  readonly game: HomeGame;
  /** A clone of the repository on GitHub. */
  readonly into: string;
  /** `owner/name`; origin by default. */
  readonly repository?: string | undefined;
  readonly accounts: AccountsByPlayer;
  /** The real time, which GitHub uses. */
  readonly now: string;
}

export interface MoveReport {
  readonly name: string;
  readonly repository: string;
  readonly root: string;
  readonly commit: string;
  readonly branches: readonly string[];
  /** The prefix of GitHub's post numbers in the game. */
  readonly posts: string;
  readonly players: readonly { readonly id: string; readonly login: string | null }[];
}

/**
 * Writes an embedded game onto main of a clone that holds the engine, ready to be pushed. The game here ticks one
 * last time; its main and journal go along on separate branches.
 */
export async function moveToGitHub({ game, into, accounts, now, ...wish }: Move): Promise<MoveReport> {
  await game.tick();
  const position = await game.openPosition();
  const before = await game.content();
  let files: ContentFiles;
  let players: readonly string[];
  const people = position.accounts.all;
  try {
    files = contentOfPosition(position, before);
    const problems = await whyNotYet(game, position, files, now);
    if (problems.length > 0) throw new MoveError(...problems);
    players = Object.keys(position.open.play.state().players);
    const roster = readStatus(position, game.now()).roster.map(({ id }) => id);
    assertAccounts(roster, players, accounts);
  } finally {
    position.open.play.dispose();
  }
  const clone = openEngineClone(into);
  const repository = wish.repository ?? clone.repository;
  if (repository === null || !REPOSITORY.test(repository))
    throw new MoveError({
      code: 'no-repository',
      what: 'The repository on GitHub is not specified.',
      next: 'Name it with --repository OWNER/NAME.',
    });
  const old = await fetchOld(clone, game);
  const posts = freshPrefix(clone, files);
  const gone = [...before.keys()].filter((path) => !files.has(path)).map((path) => [path, null] as const);
  const onGitHub = movedContent(files, { repository, posts, accounts, people, players, at: now });
  const moved = new Map([...gone, ...onGitHub]);
  const commit = await commitOnMain(clone, { files, moved, name: position.name, now });
  clone.git('merge', '--quiet', '--ff-only', commit);
  return {
    name: position.name,
    repository,
    root: clone.root,
    commit,
    branches: ['main', ...old],
    posts,
    players: [...accounts].map(([id, account]) => ({ id, login: account?.login ?? null })),
  };
}

async function fetchOld({ ask, root }: Clone, { gitFolder, forge }: HomeGame): Promise<readonly string[]> {
  const branches = [['main', OLD_MAIN]];
  if ((await journalTip(forge.repository)) !== null) branches.push([journalBranch, OLD_JOURNAL]);
  // No force: a branch with this name may hold another game's remains.
  const specs = branches.map(([branch = '', name = '']) => `${branch}:refs/heads/${name}`);
  if (ask('fetch', '--quiet', '--no-tags', gitFolder, ...specs) === null)
    throw new MoveError({
      code: 'branch-there',
      what: `${root} has a branch ${OLD_MAIN} or ${OLD_JOURNAL} that is not of this game, or at another commit.`,
      next: `Rename it, so that nothing is lost: git branch -m ${OLD_MAIN} older-main; or take another clone.`,
    });
  return branches.map(([, name = '']) => name);
}

/** Posts of an earlier move may already use a prefix, also in past dynasties. */
function freshPrefix({ ask }: Clone, files: ContentFiles): string {
  const inPast = ask('grep', '-hoE', 'gh[0-9]*-[0-9]', OLD_MAIN, '--', 'content') ?? '';
  const all = `${inPast}\n${[...files.values()].join('\n')}`;
  for (let count = 1; ; count++) {
    const prefix = count === 1 ? 'gh-' : `gh${count}-`;
    if (!new RegExp(`\\b${prefix}\\d`, 'u').test(all)) return prefix;
  }
}

interface Content {
  readonly files: ContentFiles;
  readonly moved: ReadonlyMap<string, string | null>;
  readonly name: string;
  readonly now: string;
}

async function commitOnMain(
  { git, root, main }: Clone,
  { files, moved, name, now }: Content,
): Promise<string> {
  const changes = new Map<string, NewContent>(GAME_PLACES.map((place) => [place, null]));
  for (const line of git('ls-tree', '-r', '-z', OLD_MAIN, '--', 'content/').split('\0')) {
    const [, oid = '', path = ''] = /^\d+ blob (\w+)\t(.+)$/su.exec(line) ?? [];
    if (path !== '' && !path.startsWith('content/library/')) changes.set(path, { oid });
  }
  for (const [path, text] of files) changes.set(path, text);
  for (const [path, text] of moved) changes.set(path, text);
  return writeCommit(await openRepository(root), {
    parents: [main],
    changes,
    author: { name: 'Gitnomic', email: '', at: now },
    message: `Move ${name} to GitHub\n\nWhat was played before is on the branches ${OLD_MAIN} and ${OLD_JOURNAL}.\n`,
  });
}

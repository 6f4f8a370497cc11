import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, sep } from 'node:path';

import { CodedError } from '../kernel/coded-error.ts';
import { withFileLock } from '../repository/file-lock.ts';
import { assertGitRan } from './no-git.ts';
import { copyFolder, putFolder } from '#platform/files.ts';
import { ENGINE_FOLDER, type HomeGame } from './game.ts';

const PLACES = ['content', ENGINE_FOLDER];
const REMADE = new Set(['site', 'cache', 'writing', join('forge', 'state.json'), join('forge', 'writing')]);
const LOCK_MS = 60_000;
const [BRANCHES, LOG] = ['refs/heads/gitnomic-backup/*', 'refs/heads/gitnomic-backup-log'];
/** These files are not in Git and hold no secrets. */
const OPEN_FILES = [join('forge', 'events.jsonl'), 'clock.json'];

class BackupError extends CodedError<'no-backup' | 'folder-taken' | 'inside-itself' | 'git-failed'> {}

/** Copies the whole game, secrets included, into a new folder inside `to`, or copies nothing. */
export async function backUpToFolder(game: HomeGame, to: string): Promise<string> {
  const path = join(to, game.now().replaceAll(':', '-'));
  assertFreeFolder(path);
  assertOutside(path, game.folder);
  mkdirSync(to, { recursive: true, mode: 0o700 });
  const making = mkdtempSync(join(to, '.unfinished-'));
  try {
    await whileStill(game, () => {
      for (const place of PLACES) copyGamePlace(game.folder, making, place);
    });
    putFolder(making, path);
  } catch (error) {
    rmSync(making, { recursive: true, force: true });
    throw error;
  }
  return path;
}

/** Pushes everything except the secrets to a Git remote, on branches that only backups use. */
export async function backUpToGit(game: HomeGame, remote: string): Promise<void> {
  const own = join(game.folder, ENGINE_FOLDER);
  const files = OPEN_FILES.map((name) => join(own, name)).filter((path) => existsSync(path));
  await withIndex((index) =>
    whileStill(game, () => {
      const git = gitIn(game.gitFolder, { GIT_WORK_TREE: game.folder, GIT_INDEX_FILE: index });
      git('add', '--force', '--', ...files);
      const commit = git('commit-tree', git('write-tree'), '-m', `Backup of ${game.now()}`);
      const refs = [`+refs/heads/*:${BRANCHES}`, `+${commit}:${LOG}`];
      git('push', '--quiet', '--atomic', '--prune', '--', remote, ...refs);
    }),
  );
}

/** Restores a game from one backup, or from the newest one in a folder of backups. */
export function restoreFromFolder(from: string, folder: string): string {
  const isBackup = (path: string): boolean => existsSync(join(path, ENGINE_FOLDER, 'forge', 'events.jsonl'));
  const names = existsSync(from) ? readdirSync(from).filter((name) => !name.startsWith('.')) : [];
  const path = [
    from,
    ...names
      .sort()
      .reverse()
      .map((name) => join(from, name)),
  ].find(isBackup);
  if (path === undefined)
    throw new BackupError('no-backup', `There is no backup of a game in ${from}.`, {
      next: 'Name the folder that was given to `gitnomic backup`; add --git where it was a Git remote.',
    });
  assertFreeFolder(folder);
  assertOutside(folder, path);
  const wasThere = existsSync(folder);
  try {
    for (const place of PLACES) copyGamePlace(path, folder, place);
  } catch (error) {
    for (const place of wasThere ? PLACES.map((one) => join(folder, one)) : [folder])
      rmSync(place, { recursive: true, force: true });
    throw error;
  }
  return path;
}

export async function restoreFromGit(remote: string, folder: string): Promise<void> {
  assertFreeFolder(folder);
  const repository = join(folder, ENGINE_FOLDER, 'forge', 'repository.git');
  try {
    mkdirSync(repository, { recursive: true });
    await withIndex((index) => {
      const git = gitIn(repository, { GIT_WORK_TREE: folder, GIT_INDEX_FILE: index });
      gitIn(repository, {})('init', '--quiet', '--bare', '--initial-branch=main');
      const refs = [`+${BRANCHES}:refs/heads/*`, `+${LOG}:refs/restored/log`];
      git('fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--', remote, ...refs);
      git('read-tree', 'refs/restored/log');
      git('checkout-index', '--all', `--prefix=${folder}/`);
      git('update-ref', '-d', 'refs/restored/log');
      return Promise.resolve();
    });
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Holds the forge's lock meanwhile, so that the log and the branches are from the same moment. */
function whileStill(game: HomeGame, action: () => void): Promise<void> {
  const lock = join(game.folder, ENGINE_FOLDER, 'forge', 'forge.lock');
  return withFileLock(lock, () => Promise.resolve(action()), { timeoutMs: LOCK_MS });
}

function copyGamePlace(from: string, to: string, place: string): void {
  const source = join(from, place);
  if (!existsSync(source)) return;
  const isKept = (path: string): boolean =>
    place !== ENGINE_FOLDER || !(REMADE.has(relative(source, path)) || path.endsWith('.lock'));
  copyFolder(source, join(to, place), isKept);
}

function assertFreeFolder(folder: string): void {
  if (!existsSync(folder) || readdirSync(folder).length === 0) return;
  throw new BackupError('folder-taken', `There is something in ${folder} already.`, {
    next: 'Name a folder that is empty or not there yet.',
  });
}

/** A copy inside a folder that is being copied would have to contain itself. */
function assertOutside(copy: string, source: string): void {
  const to = realPathOf(copy);
  const within = PLACES.find((place) => `${to}${sep}`.startsWith(`${realPathOf(join(source, place))}${sep}`));
  if (within === undefined) return;
  throw new BackupError('inside-itself', `${copy} lies in ${join(source, within)}, which is copied there.`, {
    next: 'Name a folder outside of it.',
  });
}

/** Resolves links, even if the folder does not exist yet. */
function realPathOf(path: string): string {
  if (existsSync(path) || dirname(path) === path) return realpathSync(path);
  return join(realPathOf(dirname(path)), basename(path));
}

async function withIndex(use: (index: string) => Promise<void>): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'gitnomic-backup-'));
  try {
    await use(join(scratch, 'index'));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function gitIn(
  repository: string,
  environment: Readonly<Record<string, string>>,
): (...words: string[]) => string {
  const names = ['AUTHOR', 'COMMITTER'].flatMap((who) => [
    [`GIT_${who}_NAME`, 'Gitnomic'],
    [`GIT_${who}_EMAIL`, 'gitnomic@localhost'],
  ]);
  const env = {
    ...process.env,
    ...Object.fromEntries(names),
    GIT_TERMINAL_PROMPT: '0',
    GIT_DIR: repository,
    ...environment,
  };
  return (...words) => {
    try {
      const pipes = ['ignore', 'pipe', 'pipe'] as const;
      return execFileSync('git', words, { env, encoding: 'utf8', stdio: [...pipes] }).trim();
    } catch (error) {
      assertGitRan(error);
      const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error);
      throw new BackupError('git-failed', `Git could not do its part (${words[0] ?? ''}): ${said}`, {
        next: 'See whether Git is installed, and whether `git ls-remote` reaches the address.',
      });
    }
  };
}

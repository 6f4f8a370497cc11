import { existsSync, mkdirSync, readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { CodedError } from '../../kernel/coded-error.ts';
import { withFileLock, nodeDisk } from '../../repository/node-disk.ts';
import { assertGitRan } from '../../host/read-forge.ts';
import { createRepository } from '../../repository/repository.ts';
import { gitIn, inNewFolder, REMOTE_PROTOCOLS } from '#platform/run-git.ts';
import { copyFolder, fillFolder, isDraft, isFreeFolder, putFile } from '#platform/files.ts';
import { ENGINE_FOLDER, type HomeGame } from '../../host/game.ts';
import { assertNoLinks } from '../../host/links-in-game.ts';

/** The forge comes first, because a restored game is whole without its content, but not without its forge. */
const PLACES = [ENGINE_FOLDER, 'content'];
const REMADE = new Set(['site', 'cache', 'writing', join('forge', 'state.json'), join('forge', 'writing')]);
const LOCK_MS = 60_000;
const AUTHOR = ['-c', 'user.name=Gitnomic', '-c', 'user.email=gitnomic@localhost'];
const [BRANCHES, LOG] = ['refs/heads/gitnomic-backup/*', 'refs/heads/gitnomic-backup-log'];
const LOG_FILE = join(ENGINE_FOLDER, 'forge', 'events.jsonl');
/** These files are not in Git and hold no secrets. */
const OPEN_FILES = [LOG_FILE, join(ENGINE_FOLDER, 'clock.json')];

class BackupError extends CodedError<'no-backup' | 'folder-taken' | 'inside-itself' | 'git-failed'> {}

/** Copies the whole game, secrets included, into a new folder inside `to`, or copies nothing. */
export async function backUpToFolder(game: HomeGame, to: string): Promise<string> {
  const path = join(to, game.now().replaceAll(':', '-'));
  assertFreeFolder(path);
  assertOutside(path, game.folder);
  mkdirSync(to, { recursive: true, mode: 0o700 });
  await fillFolder(path, (making) =>
    whileStill(game, () => {
      for (const place of PLACES) copyGamePlace(game.folder, making, place);
    }),
  );
  return path;
}

/** Resolves a path against the folder where somebody typed it, since Git runs in another one. */
export function remoteMeant(folder: string, remote: string): string {
  const path = resolve(folder, remote);
  return existsSync(path) ? path : remote;
}

/** Pushes everything except the secrets to a Git remote, on branches that only backups use. */
export async function backUpToGit(game: HomeGame, remote: string): Promise<void> {
  const files = OPEN_FILES.filter((name) => existsSync(join(game.folder, name)));
  await whileStill(game, () => {
    // Objects that are made for the backup alone don't stay in the game's own Git.
    inNewFolder((own) => {
      const index = { GIT_INDEX_FILE: join(own, 'index'), GIT_OBJECT_DIRECTORY: own };
      const environment = { GIT_ALLOW_PROTOCOL: REMOTE_PROTOCOLS, ...index };
      putFile(join(own, 'info/alternates'), `${join(game.gitFolder, 'objects')}\n`, { durable: false });
      const git = gitIn(game.gitFolder, { environment });
      asBackup(() => {
        for (const name of files) {
          const oid = git('hash-object', '-w', '--no-filters', '--', join(game.folder, name)).trim();
          git('update-index', '--add', '--cacheinfo', `100644,${oid},${name}`);
        }
        const tree = git('write-tree').trim();
        const commit = git(...AUTHOR, 'commit-tree', tree, '-m', `Backup of ${game.now()}`).trim();
        const specs = [`+refs/heads/*:${BRANCHES}`, `+${commit}:${LOG}`];
        git('push', '--quiet', '--atomic', '--prune', '--', remote, ...specs);
      });
    });
  });
}

/** Restores a game from one backup, or from the newest one in a folder of backups. */
export async function restoreFromFolder(from: string, folder: string): Promise<string> {
  const isBackup = (path: string): boolean => existsSync(join(path, LOG_FILE));
  const names = existsSync(from) ? readdirSync(from).filter((name) => !isDraft(name)) : [];
  const newest = names.sort().reverse();
  const path = [from, ...newest.map((name) => join(from, name))].find(isBackup);
  if (path === undefined)
    throw new BackupError('no-backup', `There is no backup of a game in ${from}.`, {
      next: 'Name the folder that was given to `gitnomic doctor backup TO`; add --git if it was a Git remote.',
    });
  assertFreeFolder(folder);
  assertOutside(folder, path);
  assertNoLinks(path);
  await fillFolder(folder, (making) => {
    for (const place of PLACES) copyGamePlace(path, making, place);
  });
  return path;
}

export async function restoreFromGit(remote: string, folder: string): Promise<void> {
  assertFreeFolder(folder);
  await fillFolder(folder, async (making) => {
    const place = join(ENGINE_FOLDER, 'forge', 'repository.git');
    await createRepository(nodeDisk(making), place);
    const repository = join(making, place);
    asBackup(() => {
      const git = gitIn(repository, { environment: { GIT_ALLOW_PROTOCOL: REMOTE_PROTOCOLS } });
      const refs = [`+${BRANCHES}:refs/heads/*`, `+${LOG}:refs/restored/log`];
      git('fetch', '--quiet', '--no-tags', '--no-write-fetch-head', '--', remote, ...refs);
      for (const name of git('ls-tree', '-r', '-z', '--name-only', 'refs/restored/log').split('\0'))
        if (OPEN_FILES.includes(name))
          putFile(join(making, name), git('cat-file', 'blob', `refs/restored/log:${name}`));
      git('update-ref', '-d', 'refs/restored/log');
    });
  });
}

/** Holds the forge's lock meanwhile, so that the log and the branches are from the same moment. */
function whileStill(game: HomeGame, action: () => Promise<void> | void): Promise<void> {
  const lock = join(game.folder, ENGINE_FOLDER, 'forge', 'forge.lock');
  return withFileLock(lock, async () => action(), { timeoutMs: LOCK_MS });
}

function copyGamePlace(from: string, to: string, place: string): void {
  const source = join(from, place);
  if (!existsSync(source)) return;
  const isSaved = (path: string): boolean =>
    place !== ENGINE_FOLDER || !(REMADE.has(relative(source, path)) || path.endsWith('.lock'));
  copyFolder(source, join(to, place), isSaved);
}

function assertFreeFolder(folder: string): void {
  if (isFreeFolder(folder)) return;
  throw new BackupError('folder-taken', `There is something in ${folder} already.`, {
    next: 'Name an empty folder, or a new one.',
  });
}

/** A copy inside a folder that is being copied would have to contain itself. */
function assertOutside(copy: string, source: string): void {
  const to = realPathOf(copy);
  const within = PLACES.find((place) => `${to}${sep}`.startsWith(`${realPathOf(join(source, place))}${sep}`));
  if (within === undefined) return;
  throw new BackupError('inside-itself', `${copy} is inside ${join(source, within)}, which is copied.`, {
    next: 'Name a folder outside of it.',
  });
}

/** Resolves links, even if the folder does not exist yet. */
function realPathOf(path: string): string {
  if (existsSync(path) || dirname(path) === path) return realpathSync(path);
  return join(realPathOf(dirname(path)), basename(path));
}

function asBackup(action: () => void): void {
  try {
    action();
  } catch (error) {
    assertGitRan(error);
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error);
    throw new BackupError('git-failed', `Git failed: ${said}`, {
      next: 'Check that Git is installed, and that `git ls-remote` reaches the address.',
    });
  }
}

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Git = (words: readonly string[], more?: Readonly<Record<string, string>>) => string;

/** Runs Git with a work tree and an index of its own, including ignored files. */
function withTree<T>(folder: string, gitdir: string | null, use: (git: Git) => T): T {
  const own = mkdtempSync(join(tmpdir(), 'release-'));
  const env = {
    ...process.env,
    GIT_DIR: gitdir ?? join(own, 'git'),
    GIT_WORK_TREE: folder,
    GIT_INDEX_FILE: join(own, 'index'),
  };
  const git: Git = (words, more = {}) =>
    execFileSync('git', words, { cwd: folder, env: { ...env, ...more }, encoding: 'utf8' }).trim();
  try {
    if (gitdir === null) git(['init', '--quiet']);
    git(['add', '--all', '--force', '.']);
    return use(git);
  } finally {
    rmSync(own, { recursive: true });
  }
}

/** Git's hash of a folder, which changes with every byte, name and mode. */
export function treeOf(folder: string): string {
  return withTree(folder, null, (git) => git(['write-tree']));
}

/**
 * Writes a commit with just this folder, on top of the source commit that it was built from and with that
 * commit's date, so that building it again gives the same commit. Returns its id; no ref points to it yet.
 */
export function commitOf(folder: string, { gitdir, source, message }: Committed): string {
  return withTree(folder, gitdir, (git) => {
    const at = git(['show', '--no-patch', '--format=%cI', source]);
    const who = { NAME: 'Gitnomic', EMAIL: 'gitnomic@users.noreply.github.com', DATE: at };
    const named = ['AUTHOR', 'COMMITTER'].flatMap((role) =>
      Object.entries(who).map(([key, value]) => [`GIT_${role}_${key}`, value]),
    );
    const tree = git(['write-tree']);
    return git(['commit-tree', tree, '-p', source, '-m', message], Object.fromEntries(named));
  });
}

interface Committed {
  /** The `.git` folder to write into. */
  readonly gitdir: string;
  /** The source commit. */
  readonly source: string;
  readonly message: string;
}

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Another commit of this repository, ready to be measured. */
export interface OtherCommit {
  readonly root: string;
  readonly close: () => void;
}

const LOCK = 'package-lock.json';

/** Checks a commit out beside this one, with its own caches, and with this one's packages if it needs the same. */
export function checkOut(root: string, ref: string): OtherCommit {
  const git = (...words: string[]): string =>
    execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const commit = git('rev-parse', '--verify', '--end-of-options', `${ref}^{commit}`).trim();
  const folder = mkdtempSync(join(tmpdir(), 'bench-against-'));
  const other = join(folder, 'checkout');
  const close = (): void => {
    try {
      git('worktree', 'remove', '--force', other);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
  try {
    git('worktree', 'add', '--quiet', '--detach', other, commit);
    if (readFileSync(join(root, LOCK), 'utf8') === readFileSync(join(other, LOCK), 'utf8'))
      lendPackages(join(root, 'node_modules'), join(other, 'node_modules'));
    // Prepares the commit as `npm run bench` would: installs missing packages and bundles the command line.
    execFileSync(process.execPath, ['scripts/set-up.mjs'], {
      cwd: other,
      env: { ...process.env, npm_lifecycle_event: 'prebench' },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  } catch (error) {
    close();
    throw error;
  }
  return { root: other, close };
}

/** Lends everything except `.cache`, whose bundles and images belong to one checkout. */
function lendPackages(from: string, to: string): void {
  mkdirSync(to);
  for (const name of readdirSync(from))
    if (name !== '.cache') symlinkSync(join(from, name), join(to, name), 'junction');
}

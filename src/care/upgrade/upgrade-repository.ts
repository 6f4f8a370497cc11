import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CodedError } from '../../kernel/coded-error.ts';

/** Why a newer engine can't be taken in, in a sentence that says what to do instead. */
export class UpgradeError extends CodedError {
  constructor(code: string, message: string, next: string) {
    super(code, message, { next });
  }
}

export interface Upgrading {
  /** A working tree, or a bare repository, in which game and engine lie together. */
  readonly folder: string;
  /** Where the newer engine is: a folder, or an address that Git can fetch from. */
  readonly from: string;
  /** A branch, tag or commit of it. */
  readonly ref: string;
  readonly dryRun?: boolean;
}

export interface Upgraded {
  readonly oldVersion: string;
  readonly newVersion: string;
  /** Null where nothing was written. */
  readonly branch: string | null;
  readonly commit: string | null;
  readonly changed: readonly string[];
}

/** The game's own files, which stay: all of content/ but the library, and how the repository introduces itself. */
export function isTheGames(path: string): boolean {
  if (path.startsWith('content/library/')) return false;
  return path.startsWith('content/') || path === 'README.md' || path === 'CNAME';
}

/**
 * Writes a branch beside main that has the newer engine's files and library in place of the old ones, and the game as it
 * is. Neither main nor the working tree is touched. What an older format needs is done by the engine's first tick.
 */
export function upgradeRepository({ folder, from, ref, dryRun = false }: Upgrading): Upgraded {
  const git = gitIn(folder);
  const main = git.ask('rev-parse', '--verify', '--quiet', 'refs/heads/main').trim();
  git.run('fetch', '--quiet', '--no-tags', '--depth', '1', from, ref);
  const engine = git.ask('rev-parse', 'FETCH_HEAD').trim();
  if (git.ask('ls-tree', '--name-only', engine, 'src/kernel/', 'package.json').trim() === '')
    throw new UpgradeError(
      'no-engine',
      `There is no engine in ${from}.`,
      'Name a repository of Gitnomic itself.',
    );
  const versions = { oldVersion: versionAt(git, main), newVersion: versionAt(git, engine) };
  const tree = treeOf(git, main, engine);
  const changed = git.ask('diff-tree', '-r', '--name-only', '-z', main, tree).split('\0').filter(Boolean);
  if (changed.length === 0 || dryRun) return { ...versions, branch: null, commit: null, changed };
  const message = `Upgrade the engine to ${versions.newVersion}\n\nThe engine's files and the library, as of ${engine.slice(0, 12)}. The game's own content is as it was.\n`;
  const commit = git.ask('commit-tree', tree, '-p', main, '-m', message).trim();
  const branch = `upgrade-engine-${engine.slice(0, 8)}`;
  git.run('update-ref', `refs/heads/${branch}`, commit);
  return { ...versions, branch, commit, changed };
}

interface Git {
  ask(...words: string[]): string;
  run(...words: string[]): void;
  /** The same with an index of its own, and a text for it to read. */
  withIndex(index: string, input: string, ...words: string[]): string;
}

function gitIn(folder: string): Git {
  const call = (words: string[], extra: { index?: string; input?: string }): string => {
    const env = extra.index === undefined ? process.env : { ...process.env, GIT_INDEX_FILE: extra.index };
    return execFileSync('git', words, {
      cwd: folder,
      encoding: 'utf8',
      env,
      input: extra.input ?? '',
      stdio: ['pipe', 'pipe', 'pipe'],
      maxBuffer: 256 * 1024 * 1024,
    });
  };
  const told = (words: string[], extra: { index?: string; input?: string } = {}): string => {
    try {
      return call(words, extra);
    } catch (error) {
      throw explain(error, words, folder);
    }
  };
  return {
    ask: (...words) => told(words),
    run: (...words) => void told(words),
    withIndex: (index, input, ...words) => told(words, { index, input }),
  };
}

function explain(error: unknown, [what = '']: readonly string[], folder: string): UpgradeError {
  const { code, stderr } = error as { code?: string; stderr?: string };
  const said = (stderr ?? '').trim().split('\n').at(-1) ?? '';
  if (code === 'ENOENT')
    return new UpgradeError('no-git', 'Git is not installed here.', 'Install it: an upgrade is a branch.');
  if (what === 'fetch')
    return new UpgradeError(
      'no-source',
      `The newer engine could not be fetched: ${said}`,
      'Name a folder or an address with --from, and a branch or tag with --ref.',
    );
  if (what === 'rev-parse')
    return new UpgradeError(
      'no-main',
      `There is no Git repository with a branch main in ${folder}.`,
      'Run it in a clone of the game’s repository.',
    );
  return new UpgradeError('git-failed', `git ${what}: ${said}`, 'Put that right, and try again.');
}

/** Main's tree with the engine's part of it taken from elsewhere, modes and all. */
function treeOf(git: Git, main: string, engine: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'upgrade-'));
  const index = join(folder, 'index');
  const entries = (commit: string, ours: boolean): string =>
    git
      .ask('ls-tree', '-r', '-z', commit)
      .split('\0')
      .filter((line) => line !== '' && isTheGames(line.slice(line.indexOf('\t') + 1)) === ours)
      .map((line) => `${line}\0`)
      .join('');
  try {
    git.withIndex(index, entries(main, true) + entries(engine, false), 'update-index', '-z', '--index-info');
    return git.withIndex(index, '', 'write-tree').trim();
  } finally {
    if (existsSync(folder)) rmSync(folder, { recursive: true });
  }
}

function versionAt(git: Git, commit: string): string {
  try {
    const { version } = JSON.parse(git.ask('show', `${commit}:package.json`)) as { version?: unknown };
    return typeof version === 'string' ? version : 'unknown';
  } catch {
    return 'unknown';
  }
}

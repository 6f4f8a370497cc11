import { assertGitRan } from '../../no-git.ts';
import { gitIn } from '#platform/run-git.ts';
import { repositoryAt } from '../repository.ts';
import { MoveError } from './refusal.ts';

export interface Clone {
  readonly root: string;
  readonly main: string;
  readonly git: (...words: readonly string[]) => string;
  /** Like `git`, but null if Git fails or prints nothing. */
  readonly ask: (...words: readonly string[]) => string | null;
  /** The text of a file on main; null if there is none. */
  readonly textAt: (path: string) => string | null;
  /** `owner/name` of origin; null if it isn't on GitHub. */
  readonly repository: string | null;
}

/** Opens a clone of any GitHub repository, whatever is checked out. */
export function openWorkingTree(folder: string): Clone {
  const top = askIn(folder)('rev-parse', '--show-toplevel');
  const ask = askIn(top ?? folder);
  const main = top === null ? null : ask('rev-parse', '--verify', '--quiet', 'refs/heads/main');
  if (top === null || main === null)
    throw refusal(
      'no-clone',
      `There is no working tree of a repository with a branch main in ${folder}.`,
      CLONE,
    );
  const root = top;
  const git = (...words: readonly string[]): string => {
    const said = ask(...words);
    if (said === null)
      throw refusal('git-failed', `git ${words.join(' ')} failed in ${root}.`, 'Try it by hand.');
    return said;
  };
  const origin = ask('remote', 'get-url', 'origin') ?? '';
  // A text that Git can't read is there all the same.
  const textAt = (path: string): string | null =>
    git('ls-tree', '--name-only', main, path) === '' ? null : git('cat-file', 'blob', `${main}:${path}`);
  return { root, main, git, ask, textAt, repository: repositoryAt(origin) };
}

function askIn(folder: string): Clone['ask'] {
  const git = gitIn(folder);
  return (...words) => {
    try {
      return git(...words).trim();
    } catch (error) {
      assertGitRan(error, folder);
      return null;
    }
  };
}

export const CLONE =
  'Make a repository on GitHub from the template, clone it, and name the clone: docs/how-to/move-to-github.md.';

export const refusal = (code: string, what: string, next: string): MoveError =>
  new MoveError({ code, what, next });

import { isForm, FORMS_FOLDER } from '../action/forms.ts';
import { openRepository } from '../../../repository/repository.ts';
import { writeCommit } from '../../../repository/write-commit.ts';
import { readLibrary } from '../../../store/library.ts';
import { GAME_FILE } from '../../../store/paths.ts';
import { readGame } from '../../../store/read-game.ts';
import type { EngineTaken, EngineWish } from '../../host.ts';
import { gamesIn, thinFiles, ownEngine, type Released } from './thin-files.ts';
import { assertGitRan } from '../../read-forge.ts';
import { gitIn } from '#platform/run-git.ts';
import { repositoryAt, REPOSITORY } from '../repository.ts';
import { CodedError } from '../../../kernel/coded-error.ts';

/** Engine files at the top of a game that was made from the engine's own repository. */
export const ENGINE_PLACES: readonly string[] = [
  '.ci',
  '.devcontainer',
  '.editorconfig',
  '.github',
  '.npmrc',
  '.nvmrc',
  '.oxlintrc.json',
  '.prettierignore',
  '.prettierrc.json',
  '.vscode',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'CODE_OF_CONDUCT.md',
  'CONTRIBUTING.md',
  'LICENSE',
  'astro.config.mjs',
  'bench',
  'bin',
  'deploy',
  'docs',
  'package-lock.json',
  'schemas',
  'scripts',
  'src',
  'test',
  'tsconfig.json',
  'vitest.config.ts',
];

/** Every version of this file has listed the games. */
const LISTING = '.github/workflows/clock.yml';

/**
 * Writes a branch on which the game's workflows name this engine, and from which any engine that main contains is
 * removed. It leaves main, the working tree and the game alone; the engine's first tick migrates older formats.
 */
export async function upgradeClone(
  folder: string,
  { engine: place, dryRun, now }: EngineWish,
): Promise<EngineTaken> {
  const engine = releasedEngine(place);
  const { root, main, git, textAt } = openWorkingTree(folder);
  const there = git('ls-tree', '-r', '-z', '--name-only', main).split('\0').filter(Boolean);
  const { name } = readGame(new Map([[GAME_FILE, textAt(GAME_FILE) ?? '']])).game;
  const manifest = JSON.parse(textAt('package.json') ?? '{}') as Manifest;
  const holdsEngine = there.some((path) => path.startsWith('src/kernel/'));
  const changes = new Map<string, string | null>();
  const gone = holdsEngine ? there.filter(engineTest()) : [];
  for (const path of gone) changes.set(path, null);
  for (const [path, text] of thinFiles(engine, name, gamesIn(textAt(LISTING) ?? ''))) {
    const own = !holdsEngine && there.includes(path);
    if (own && path === 'package.json') changes.set(path, withVersion(manifest, engine.version));
    else if (path !== 'README.md' || !there.includes(path) || isEnginesReadme(textAt(path)))
      changes.set(path, text);
  }
  const changed = [...changes]
    .flatMap(([path, text]) =>
      (text === null ? there.includes(path) : textAt(path) !== text.trim()) ? [path] : [],
    )
    .sort();
  const versions = {
    oldVersion: (holdsEngine ? manifest.version : manifest.dependencies?.['gitnomic']) ?? 'unknown',
    newVersion: engine.version,
  };
  if (changed.length === 0 || dryRun) return { ...versions, branch: null, changed };
  const commit = await writeCommit(await openRepository(root), {
    parents: [main],
    changes: new Map(changed.map((path) => [path, changes.get(path) ?? null])),
    author: { name: 'Gitnomic', email: '', at: now },
    message: `Take Gitnomic ${engine.version}\n\nThe game is as it was.\n`,
  });
  const branch = `gitnomic-${engine.version}`;
  git('update-ref', `refs/heads/${branch}`, commit);
  return { ...versions, branch, changed };
}

/** Whether a path belongs to an engine in the repository; forms and the group's own packs belong to the game. */
function engineTest(): (path: string) => boolean {
  const packs = new Set([...readLibrary().keys()].map((path) => path.split('/')[0] ?? ''));
  return (path) => {
    if (path.startsWith(FORMS_FOLDER)) {
      const name = path.slice(FORMS_FOLDER.length);
      return !isForm(name.replace(/^[^.]+\.(?=.+\.)/u, '')) && name !== 'config.yml';
    }
    const [top = '', second, pack = ''] = path.split('/');
    return top === 'content' ? second === 'library' && packs.has(pack) : ENGINE_PLACES.includes(top);
  };
}

const isEnginesReadme = (text: string | null): boolean => text?.startsWith('# Gitnomic\n') === true;

interface Manifest {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Keeps whatever else the group put there. */
function withVersion(manifest: Manifest, version: string): string {
  const dependencies = { ...manifest.dependencies, gitnomic: version };
  return `${JSON.stringify({ ...manifest, dependencies }, null, 2)}\n`;
}

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
  // A file that Git can't read still exists.
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

/** The engine that a game's workflows name: `said`, or the place where this one was released. */
export function releasedEngine(said: string | undefined): Released {
  const { repository, version } = ownEngine();
  const place = said ?? repository;
  if (place !== null && REPOSITORY.test(place)) return { repository: place, version };
  if (said !== undefined)
    throw new MoveError({
      code: 'no-engine-repository',
      what: `“${said}” is not a repository on GitHub.`,
      next: 'Name the repository whose releases the game should use: --engine OWNER/NAME.',
    });
  throw new MoveError({
    code: 'no-engine-repository',
    what: 'This engine was not released, and doesn’t know its repository on GitHub.',
    next: 'Name the repository whose releases the game should use: --engine OWNER/NAME. Your own can release it: docs/github.md.',
  });
}

export interface MoveProblem {
  readonly code: string;
  readonly what: string;
  readonly next: string;
}

/** Collects every reason why a game can't be moved. Nothing was written. */
export class MoveError extends CodedError {
  readonly problems: readonly MoveProblem[];
  constructor(...problems: readonly MoveProblem[]) {
    const [only, ...others] = problems;
    const alone = others.length === 0 ? only : undefined;
    super(alone?.code ?? 'not-moved', problems.map(({ what }) => what).join(' '), { next: alone?.next });
    this.problems = problems;
  }
}

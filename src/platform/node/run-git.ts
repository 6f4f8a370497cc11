// Runs Git where somebody else may have made the repository. Its settings, hooks and attributes could start any program there.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { linkFolder, putFile, readBytes } from './files.ts';

export type RunGit = (...words: readonly string[]) => string;

interface Surroundings {
  /** `GIT_ALLOW_PROTOCOL` is `file`, unless it is given here. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly input?: string;
}

const MOST_BYTES = 256 * 1024 * 1024;
const NOWHERE = '/dev/null';

/** Addresses of these kinds name no program. */
export const REMOTE_PROTOCOLS = 'file:git:http:https:ssh';

/** Fetches nothing unasked, allows no address that names a program, and checks that each object has the hash that names it. */
export const QUIET_GIT = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
};

/** What a repository's own settings may say: how its files are stored, and where its origin is. */
const HARMLESS =
  /^(?:core\.(?:autocrlf|bare|eol|filemode|ignorecase|precomposeunicode|symlinks)|remote\.origin\.url)$/u;

const OWN_CONFIG = `[core]\n\thooksPath = ${NOWHERE}\n\tfsmonitor = false\n[gc]\n\tauto = 0\n[maintenance]\n\tauto = false\n[commit]\n\tgpgSign = false\n`;

/** A command that a hook of Git starts is told about that other repository. */
const NOWHERE_ELSE = { GIT_DIR: undefined, GIT_INDEX_FILE: undefined, GIT_WORK_TREE: undefined };

function run(folder: string, words: readonly string[], { environment, input = '' }: Surroundings): string {
  return execFileSync('git', words, {
    cwd: folder,
    env: { ...process.env, ...NOWHERE_ELSE, ...QUIET_GIT, GIT_ALLOW_PROTOCOL: 'file', ...environment },
    encoding: 'utf8',
    input,
    stdio: ['pipe', 'pipe', 'pipe'],
    maxBuffer: MOST_BYTES,
  });
}

/**
 * Runs Git in a working tree or repository that somebody else may have made. A setting that starts a program can have many names, so
 * Git finds settings, hooks, attributes and grafts in a folder of ours instead.
 */
export function gitIn(folder: string, surroundings: Surroundings = {}): RunGit {
  let place: ReturnType<typeof placeOf> | undefined;
  return (...words) => {
    // A new repository has nobody's settings.
    if (words[0] === 'init') return run(folder, words, surroundings);
    const { common, config, environment } = (place ??= placeOf(folder));
    return inNewFolder((own) => {
      putFile(join(own, 'config'), config, { durable: false });
      for (const name of readdirSync(common))
        if (name === 'refs' || name === 'logs') linkFolder(join(common, name), join(own, name));
        else if (name === 'packed-refs' || name === 'shallow')
          putFile(join(own, name), readBytes(join(common, name)), { durable: false });
      const all = { ...environment, GIT_COMMON_DIR: own, ...surroundings.environment };
      return run(folder, words, { ...surroundings, environment: all });
    });
  };
}

/** The folder that all working trees of a repository share, its harmless settings, and what Git has to know besides. */
function placeOf(folder: string) {
  const asked = ['--path-format=absolute', '--git-dir', '--git-common-dir', '--is-bare-repository'];
  const [gitdir = '', common = '', bare] = run(folder, ['rev-parse', ...asked], {}).split('\n');
  const listed = run(folder, ['config', '--file', join(common, 'config'), '--list', '-z'], {});
  const harmless = listed.split('\0').flatMap((line) => {
    const [name = '', ...value] = line.split('\n');
    const [, section = '', key = ''] = /^(.+)\.(\w+)$/u.exec(name) ?? [];
    return HARMLESS.test(name)
      ? [`[${section.replace(/\.(.+)$/u, ' "$1"')}]\n\t${key} = ${JSON.stringify(value.join('\n'))}\n`]
      : [];
  });
  const environment = { GIT_DIR: gitdir, GIT_OBJECT_DIRECTORY: join(common, 'objects') };
  return {
    common,
    config: `${OWN_CONFIG}${harmless.join('')}`,
    environment: bare === 'true' ? environment : { ...environment, GIT_WORK_TREE: topOf(folder) },
  };
}

/** Git itself would believe the repository about where its working tree is. */
function topOf(folder: string): string {
  return existsSync(join(folder, '.git')) || dirname(folder) === folder ? folder : topOf(dirname(folder));
}

export function inNewFolder<T>(use: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'gitnomic-git-'));
  try {
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

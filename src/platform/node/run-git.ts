// Runs Git where somebody else may have made the repository. Its settings, hooks and attributes could start any program there.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { putFile } from './files.ts';

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

/** These win over a repository's own settings, except for settings of remotes: only `withOwnGit` reaches a remote. */
const HARMLESS = [
  `core.hooksPath=${NOWHERE}`,
  'core.fsmonitor=false',
  `core.attributesFile=${NOWHERE}`,
  'core.pager=cat',
  'core.alternateRefsCommand=',
  'diff.external=',
  'gc.auto=0',
  'maintenance.auto=false',
  'commit.gpgSign=false',
];

/** Drivers that attributes can name, and the settings by which each starts a program. */
const DRIVERS =
  /^(?:filter\.[^]*\.(?:clean|smudge|process|required)|diff\.[^]*\.(?:command|textconv)|merge\.[^]*\.driver)$/iu;

/** Runs Git in a working tree or repository that somebody else may have made. */
export function gitIn(folder: string, { environment = {}, input = '' }: Surroundings = {}): RunGit {
  const run = (settings: readonly string[], words: readonly string[], said = ''): string =>
    execFileSync('git', [...settings.flatMap((one) => ['-c', one]), ...words], {
      cwd: folder,
      env: { ...process.env, ...QUIET_GIT, GIT_ALLOW_PROTOCOL: 'file', ...environment },
      encoding: 'utf8',
      input: said,
      stdio: ['pipe', 'pipe', 'pipe'],
      maxBuffer: MOST_BYTES,
    });
  let drivers: readonly string[] | undefined;
  return (...words) => {
    drivers ??= driversIn(() => run(HARMLESS, ['config', '--list', '--includes', '--name-only', '-z']));
    return run([...HARMLESS, ...drivers], words, input);
  };
}

function driversIn(list: () => string): readonly string[] {
  return [...new Set(list().split('\0'))]
    .filter((key) => DRIVERS.test(key))
    .map((key) => (/\.required$/iu.test(key) ? `${key}=false` : `${key}=`));
}

interface Borrowed extends Pick<Surroundings, 'environment'> {
  /** The folder of the other's objects. */
  readonly objects: string;
  readonly refs?: readonly (readonly [name: string, oid: string])[];
}

/**
 * Runs Git in an empty repository of its own that borrows the objects of another, and takes nothing else from
 * it: no settings, hooks, attributes, grafts or replaced objects. The repository is deleted afterwards.
 */
export function withOwnGit<T>(
  { objects, refs = [], environment: more = {} }: Borrowed,
  use: (git: RunGit, folder: string) => T,
): T {
  const folder = mkdtempSync(join(tmpdir(), 'gitnomic-git-'));
  try {
    mkdirSync(join(folder, 'refs'));
    const files = {
      HEAD: 'ref: refs/heads/main\n',
      'packed-refs': refs.map(([name, oid]) => `${oid} ${name}\n`).join(''),
      'objects/info/alternates': `${objects}\n`,
    };
    for (const [name, text] of Object.entries(files)) putFile(join(folder, name), text, { durable: false });
    const names = ['AUTHOR', 'COMMITTER'].flatMap((who) => [
      [`GIT_${who}_NAME`, 'Gitnomic'],
      [`GIT_${who}_EMAIL`, 'gitnomic@localhost'],
    ]);
    const environment = {
      ...(Object.fromEntries(names) as Record<string, string>),
      GIT_DIR: folder,
      GIT_INDEX_FILE: join(folder, 'index'),
      GIT_ATTR_NOSYSTEM: '1',
      GIT_ALLOW_PROTOCOL: REMOTE_PROTOCOLS,
      ...more,
    };
    return use(gitIn(folder, { environment }), folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

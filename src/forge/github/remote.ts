import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { ForgeError } from '../forge-error.ts';
import { ENGINE_BRANCHES } from '../port.ts';
import { advance, readBranches } from '../../repository/refs.ts';
import { ownBranch, type Repository } from '../../repository/repository.ts';
import type { Oid } from '../../repository/oid.ts';

const run = promisify(execFile);
const mostBytes = 64 * 1024 * 1024;
const mostMs = 300_000;

export interface RemoteOptions {
  /** The bare repository here, and where Git finds it. */
  readonly repository: Repository;
  readonly gitdir: string;
  readonly url: string;
  readonly token: string;
}

/** The game's repository on GitHub, by Git itself: only its push compares what is there with what is expected. */
export interface Remote {
  /** Brings the engine's branches here as they stand there. */
  fetch(): Promise<void>;
  /** Brings one commit here; false where it is not to be had. */
  fetchCommit(oid: Oid): Promise<boolean>;
  push(branch: string, expected: Oid | null, next: Oid): Promise<'advanced' | 'moved'>;
}

export function remoteAt({ repository, gitdir, url, token }: RemoteOptions): Remote {
  const [main, ...own] = ENGINE_BRANCHES;
  const branches = [main, ...[...own, 'standing'].map((name) => ownBranch(repository, name))];
  const git = async (...words: string[]): Promise<string> => {
    const { stdout } = await run('git', ['--git-dir', gitdir, ...words], {
      env: environmentFor(token),
      maxBuffer: mostBytes,
      timeout: mostMs,
    });
    return stdout;
  };
  const fetch = async (): Promise<void> => {
    const listed = await git('ls-remote', url, ...branches.map((name) => `refs/heads/${name}`)).catch(
      unreachable,
    );
    const here = await readBranches(repository, branches);
    for (const [name, oid] of here)
      if (thereIn(listed, name) === null) await advance(repository, name, oid, null);
    const behind = branches.filter((name) => {
      const theirs = thereIn(listed, name);
      return theirs !== null && theirs !== here.get(name);
    });
    if (behind.length === 0) return;
    const specs = behind.map((name) => `+refs/heads/${name}:refs/heads/${name}`);
    await git('fetch', '--quiet', '--no-tags', '--no-write-fetch-head', url, ...specs).catch(unreachable);
  };
  return {
    fetch,
    fetchCommit: (oid) =>
      git('fetch', '--quiet', '--no-tags', '--no-write-fetch-head', url, oid).then(
        () => true,
        () => false,
      ),
    async push(branch, expected, next) {
      const ref = `refs/heads/${branch}`;
      const lease = `--force-with-lease=${ref}:${expected ?? ''}`;
      const outcome = await git('push', '--porcelain', lease, url, `${next}:${ref}`).catch((cause: unknown) =>
        rejected(cause),
      );
      // Where it stands there already, Git says so without looking at what was expected.
      if (outcome === null || (/^=\t/mu.test(outcome) && expected !== next)) {
        await fetch();
        return 'moved';
      }
      const here = (await readBranches(repository, [branch])).get(branch) ?? null;
      if (here !== next) await advance(repository, branch, here, next);
      return 'advanced';
    },
  };
}

/** Where a branch stands by `1234…<tab>refs/heads/main`, as Git lists those that are there; null where there is none. */
function thereIn(listed: string, branch: string): string | null {
  const line = listed.split('\n').find((one) => one.endsWith(`\trefs/heads/${branch}`));
  return line?.split('\t')[0] ?? null;
}

/** Null: somebody else was there first. */
function rejected(cause: unknown): null {
  const { stdout = '', stderr = '' } = cause as { stdout?: string; stderr?: string };
  const contended = /stale info|cannot lock ref|failed to update ref|remote ref updated|incorrect old value/u;
  if (contended.test(stdout + stderr)) return null;
  const rule = /\bGH0(?:06|13)\b[^\n]*/u.exec(stderr)?.[0];
  if (rule !== undefined) throw forbidden(rule, cause);
  const why = /^!\t.*$/mu.exec(stdout)?.[0] ?? stderr.trim();
  throw new ForgeError('unavailable', `GitHub did not take the push: ${why}`, {}, { cause });
}

/** By GitHub's own codes: a ruleset of the repository (GH013), or the older protection of a branch (GH006). */
function forbidden(rule: string, cause: unknown): ForgeError {
  const message = `A rule of this repository does not let the engine push: ${rule.trim()}`;
  const next =
    'Settings → Rules → Rulesets, or Branches: take “Restrict updates” off the engine’s branches, since “GitHub Actions” can’t be let past it in the repository of a person; or let the engine act as an App of your own, and that App past it. docs/github.md, step 5.';
  return Object.assign(new ForgeError('bad-request', message, {}, { cause }), { next });
}

function unreachable(cause: unknown): never {
  const { stderr = '' } = cause as { stderr?: string };
  throw new ForgeError('unavailable', `The repository could not be read: ${stderr.trim()}`, {}, { cause });
}

/** The token goes to Git in its environment: what stands on a command line, any process can read. */
export function environmentFor(token: string): NodeJS.ProcessEnv {
  const basic = Buffer.from(`x-access-token:${token}`).toString('base64');
  return {
    PATH: process.env['PATH'],
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'http.extraHeader',
    GIT_CONFIG_VALUE_0: `Authorization: Basic ${basic}`,
  };
}

import { execFile } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ForgeError } from '../events.ts';
import { ENGINE_BRANCHES } from '../port.ts';
import { Patience } from './client.ts';
import { advance, readBranches } from '../../repository/refs.ts';
import { ownBranch, type Repository } from '../../repository/repository.ts';
import { QUIET_GIT } from '#platform/run-git.ts';
import type { Oid } from '../../repository/oid.ts';

const run = promisify(execFile);
const mostBytes = 64 * 1024 * 1024;
const mostMs = 300_000;
/** Without its texts, a head is fetched in a second or two. */
const HEAD_MS = 10_000;

/** Git’s messages for something that doesn't exist there. Any other failure leaves that open. */
const GONE = /\bnot our ref\b|couldn't find remote ref/iu;

/** The remote's name, by which Git knows that missing texts can be fetched from it. */
const NAME = 'game';
const FILTER = 'blob:none';
const FETCH = ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head'] as const;
const NO_TEXTS = `--filter=${FILTER}`;
/** About a thousand matters. With texts it is four times as much. */
const LONG_BYTES = 1024 * 1024;
/** The file that says that all texts have been fetched. */
const WHOLE = 'whole';

const partial = (url: string): Settings => ({
  [`remote.${NAME}.url`]: url,
  [`remote.${NAME}.promisor`]: 'true',
  [`remote.${NAME}.partialCloneFilter`]: FILTER,
});

export interface RemoteOptions {
  /** The local bare repository, and its address for Git. */
  readonly repository: Repository;
  readonly gitdir: string;
  readonly url: string;
  readonly token: string;
  /** With more bytes of commits and folders than this, a game is long. */
  readonly longBytes?: number;
  readonly patience?: Patience;
}

/**
 * The game's repository on GitHub, accessed by Git itself, because only Git's push compares the branch with what is expected. For a long
 * game only commits and folders are fetched, and texts when they are read, since most belong to finished dynasties. Otherwise everything
 * is fetched, because each separate text costs a round trip.
 */
export interface Remote {
  fetch(): Promise<void>;
  /** Fetches one commit with its folders. False only if Git says that it doesn't exist. */
  fetchCommit(oid: Oid): Promise<boolean>;
  /** Fetches texts in one request. Unavailable ones are left out. */
  fetchTexts(oids: readonly Oid[]): Promise<void>;
  push(branch: string, expected: Oid | null, next: Oid): Promise<'advanced' | 'moved'>;
}

export function remoteAt(options: RemoteOptions): Remote {
  const { repository, gitdir, url, token, patience = new Patience(wait) } = options;
  const [main, ...own] = ENGINE_BRANCHES;
  const branches = [main, ...[...own, 'standing'].map((name) => ownBranch(repository, name))];
  const once = gitAt(gitdir, environmentFor(token, partial(url)));
  const ask = (words: readonly string[], input = '', ms = mostMs): Promise<string> =>
    patience.tryAgain((leftMs) => once(words, input, Math.min(ms, leftMs)), isFinal);
  const git = (...words: string[]): Promise<string> => ask(words);
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
    await fetchBranches(git, options, behind).catch(unreachable);
  };
  return {
    fetch,
    fetchCommit: async (oid) =>
      // A fork may contain anything, so only those texts of a head are fetched that are read.
      ask([...FETCH, NO_TEXTS, NAME, oid], '', HEAD_MS).then(
        () => true,
        (cause: unknown) => (isGone(cause) ? false : unreachable(cause)),
      ),
    async fetchTexts(oids) {
      // Like Git's own fetch of missing objects, it doesn't list local commits, since their texts may be missing.
      const words = ['-c', 'fetch.negotiationAlgorithm=noop', ...FETCH, NO_TEXTS, '--stdin', NAME];
      await ask(words, oids.map((oid) => `${oid}\n`).join('')).catch((cause: unknown) => {
        if (!isGone(cause)) unreachable(cause);
      });
    },
    async push(branch, expected, next) {
      const ref = `refs/heads/${branch}`;
      const lease = `--force-with-lease=${ref}:${expected ?? ''}`;
      let tries = 0;
      const outcome = await patience
        .tryAgain(
          (leftMs) => {
            tries += 1;
            return once(['push', '--porcelain', lease, url, `${next}:${ref}`], '', Math.min(mostMs, leftMs));
          },
          isFinal,
          { isNeeded: true },
        )
        .catch((cause: unknown) => rejected(cause));
      // If the branch is already at `next`, Git doesn't check the expected commit. An earlier try may have moved it.
      if (outcome === null || (/^=\t/mu.test(outcome) && expected !== next && tries === 1)) {
        await fetch();
        return 'moved';
      }
      const here = (await readBranches(repository, [branch])).get(branch) ?? null;
      if (here !== next) await advance(repository, branch, here, next);
      return 'advanced';
    },
  };
}

type Git = (...words: string[]) => Promise<string>;

/** Fetches branches, without texts if the game is long. */
async function fetchBranches(
  git: Git,
  { repository, url, longBytes = LONG_BYTES }: RemoteOptions,
  branches: readonly string[],
): Promise<void> {
  const { disk, gitdir } = repository;
  const specs = branches.map((name) => `+refs/heads/${name}:refs/heads/${name}`);
  if ((await disk.stat(`${gitdir}/${WHOLE}`)) !== null) return void (await git(...FETCH, url, ...specs));
  await git(...FETCH, NO_TEXTS, NAME, ...specs);
  const packs = `${gitdir}/objects/pack`;
  const stats = (await disk.list(packs)).map(({ name }) => disk.stat(`${packs}/${name}`));
  if ((await Promise.all(stats)).reduce((sum, found) => sum + (found?.size ?? 0), 0) >= longBytes) return;
  // A Git without this option continues without the texts.
  const came = await git(...FETCH, '--refetch', url, ...specs).then(
    () => true,
    () => false,
  );
  if (came) await disk.write(`${gitdir}/${WHOLE}`, new Uint8Array(0));
}

function gitAt(gitdir: string, env: NodeJS.ProcessEnv) {
  return async (words: readonly string[], input: string, timeout: number): Promise<string> => {
    const options = { env, maxBuffer: mostBytes, timeout };
    const asked = run('git', ['--git-dir', gitdir, ...words], options);
    asked.child.stdin?.on('error', () => undefined).end(input);
    return (await asked).stdout;
  };
}

/** Finds a branch's commit in a list such as `1234…<tab>refs/heads/main`, or null. */
function thereIn(listed: string, branch: string): string | null {
  const line = listed.split('\n').find((one) => one.endsWith(`\trefs/heads/${branch}`));
  return line?.split('\t')[0] ?? null;
}

interface GitFailure {
  readonly stdout?: string;
  readonly stderr?: string;
  readonly signal?: string | null;
}

const isGone = (cause: unknown): boolean => GONE.test((cause as GitFailure).stderr ?? '');

const CONTENDED = /stale info|cannot lock ref|failed to update ref|remote ref updated|incorrect old value/u;
const RULE = /\bGH0(?:06|13)\b[^\n]*/u;

/** True if trying again is pointless, because something is gone, refused, or was taken by somebody else. */
function isFinal(cause: unknown): boolean {
  const { stdout = '', stderr = '' } = cause as GitFailure;
  return isGone(cause) || CONTENDED.test(stdout + stderr) || RULE.test(stderr) || /^!\t/mu.test(stdout);
}

/** Null means that somebody else was first. */
function rejected(cause: unknown): null {
  const { stdout = '', stderr = '' } = cause as GitFailure;
  if (CONTENDED.test(stdout + stderr)) return null;
  const rule = RULE.exec(stderr)?.[0];
  if (rule !== undefined) throw forbidden(rule, cause);
  const why = /^!\t.*$/mu.exec(stdout)?.[0] ?? whyFailed(cause);
  throw new ForgeError('unavailable', `GitHub did not take the push: ${why}`, {}, { cause });
}

/** Recognised by GitHub's codes for a repository ruleset (GH013) or a protected branch (GH006). */
function forbidden(rule: string, cause: unknown): ForgeError {
  const message = `A rule of this repository does not let the engine push: ${rule.trim()}`;
  const next =
    'Settings → Rules → Rulesets, or Branches: turn “Restrict updates” off for the engine’s branches, since “GitHub Actions” can’t bypass it in a person’s repository; or let the engine act as an App of your own, which may bypass it. docs/github.md, step 5.';
  return Object.assign(new ForgeError('bad-request', message, {}, { cause }), { next });
}

function unreachable(cause: unknown): never {
  const why = whyFailed(cause);
  throw new ForgeError('unavailable', `The repository could not be read: ${why}`, { why }, { cause });
}

/** The sentence in which Git says what went wrong. The lines around it add nothing. */
function whyFailed(cause: unknown): string {
  const { stderr = '', signal = null } = cause as GitFailure;
  const said = stderr.replaceAll(/https?:\/\/\S+/gu, 'it');
  const line = /^(?:error|fatal): (.*)$/mu.exec(said)?.[1] ?? said.trim();
  return signal !== null ? 'Git took too long' : line === '' ? 'Git gave no reason' : line;
}

type Settings = Readonly<Record<string, string>>;

/** A server that sends nothing for this many seconds has stopped answering. */
const STALLED = { 'http.lowSpeedLimit': '1', 'http.lowSpeedTime': '20' };

/** The token is passed in the environment, because any process can read a command line. */
export function environmentFor(token: string, settings: Settings = {}): NodeJS.ProcessEnv {
  const basic = Buffer.from(`x-access-token:${token}`).toString('base64');
  const header = `Authorization: Basic ${basic}`;
  const all = Object.entries({
    'http.extraHeader': header,
    'core.hooksPath': '/dev/null',
    ...STALLED,
    ...settings,
  });
  return {
    PATH: process.env['PATH'],
    LC_ALL: 'C',
    ...QUIET_GIT,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_COUNT: String(all.length),
    ...Object.fromEntries(
      all.flatMap(([key, value], at) => [
        [`GIT_CONFIG_KEY_${at}`, key],
        [`GIT_CONFIG_VALUE_${at}`, value],
      ]),
    ),
  };
}

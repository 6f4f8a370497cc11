import { execFile } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

import { ForgeError } from '../forge-error.ts';
import { ENGINE_BRANCHES } from '../port.ts';
import { Patience } from './patience.ts';
import { advance, readBranches } from '../../repository/refs.ts';
import { ownBranch, type Repository } from '../../repository/repository.ts';
import type { Oid } from '../../repository/oid.ts';

const run = promisify(execFile);
const mostBytes = 64 * 1024 * 1024;
const mostMs = 300_000;
/** A head comes without its texts, which takes a second or two. */
const HEAD_MS = 10_000;

/** Git’s own words for what does not exist there. Every other failure leaves that open. */
const GONE = /\bnot our ref\b|couldn't find remote ref/iu;

/** Git's name for the place, by which it knows that texts which are missing here are there. */
const NAME = 'game';
const FILTER = 'blob:none';
const FETCH = ['fetch', '--quiet', '--no-tags', '--no-write-fetch-head'] as const;
const NO_TEXTS = `--filter=${FILTER}`;
/** A thousand matters, or so: all of it has four times as many. */
const LONG_BYTES = 1024 * 1024;
/** A file that says that all texts are here. */
const WHOLE = 'whole';

const partial = (url: string): Settings => ({
  [`remote.${NAME}.url`]: url,
  [`remote.${NAME}.promisor`]: 'true',
  [`remote.${NAME}.partialCloneFilter`]: FILTER,
});

export interface RemoteOptions {
  /** The bare repository here, and where Git finds it. */
  readonly repository: Repository;
  readonly gitdir: string;
  readonly url: string;
  readonly token: string;
  /** From so many bytes of commits and folders on a game is long. */
  readonly longBytes?: number;
  readonly patience?: Patience;
}

/**
 * The game's repository on GitHub, by Git itself: only its push compares what is there with what is expected. Of a long game commits
 * and folders are fetched, and those texts that somebody reads: most are of dynasties that are over. Of any other all is fetched,
 * since each text that is asked for by itself costs a turn to GitHub and back.
 */
export interface Remote {
  /** Brings the engine's branches here as they stand there. */
  fetch(): Promise<void>;
  /** Brings one commit here, with its folders; false only where Git says that it is gone. */
  fetchCommit(oid: Oid): Promise<boolean>;
  /** Brings texts here, all in one go; those that are not to be had are left out. */
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
      // A fork may hold anything: of a head only those texts come that somebody reads.
      ask([...FETCH, NO_TEXTS, NAME, oid], '', HEAD_MS).then(
        () => true,
        (cause: unknown) => (isGone(cause) ? false : unreachable(cause)),
      ),
    async fetchTexts(oids) {
      // As Git itself fetches what is missing: it doesn't say what is here, since of a commit that is here texts may not be.
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
        .tryAgain((leftMs) => {
          tries += 1;
          return once(['push', '--porcelain', lease, url, `${next}:${ref}`], '', Math.min(mostMs, leftMs));
        }, isFinal)
        .catch((cause: unknown) => rejected(cause));
      // Where it stands there already, Git says so without looking at what was expected: perhaps the try before put it there.
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

async function isWhole({ disk, gitdir }: Repository): Promise<boolean> {
  return (await disk.stat(`${gitdir}/${WHOLE}`)) !== null;
}

type Git = (...words: string[]) => Promise<string>;

/** Brings branches here: of a long game without its texts, of any other all of it. */
async function fetchBranches(
  git: Git,
  { repository, url, longBytes = LONG_BYTES }: RemoteOptions,
  branches: readonly string[],
): Promise<void> {
  const { disk, gitdir } = repository;
  const specs = branches.map((name) => `+refs/heads/${name}:refs/heads/${name}`);
  if (await isWhole(repository)) return void (await git(...FETCH, url, ...specs));
  await git(...FETCH, NO_TEXTS, NAME, ...specs);
  const packs = `${gitdir}/objects/pack`;
  const stats = (await disk.list(packs)).map(({ name }) => disk.stat(`${packs}/${name}`));
  if ((await Promise.all(stats)).reduce((sum, found) => sum + (found?.size ?? 0), 0) >= longBytes) return;
  // A Git that can't do this goes on without the texts.
  const came = await git(...FETCH, '--refetch', url, ...specs).then(
    () => true,
    () => false,
  );
  if (came) await disk.write(`${gitdir}/${WHOLE}`, new Uint8Array(0));
}

/** Runs Git in a repository, and gives what it wrote. */
function gitAt(gitdir: string, env: NodeJS.ProcessEnv) {
  return async (words: readonly string[], input: string, timeout: number): Promise<string> => {
    const options = { env, maxBuffer: mostBytes, timeout };
    const asked = run('git', ['--git-dir', gitdir, ...words], options);
    asked.child.stdin?.on('error', () => undefined).end(input);
    return (await asked).stdout;
  };
}

/** Where a branch stands by `1234…<tab>refs/heads/main`, as Git lists those that are there; null where there is none. */
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

/** Whether Git would say the same however often it is asked: something is gone, refused, or taken by somebody else. */
function isFinal(cause: unknown): boolean {
  const { stdout = '', stderr = '' } = cause as GitFailure;
  return isGone(cause) || CONTENDED.test(stdout + stderr) || RULE.test(stderr) || /^!\t/mu.test(stdout);
}

/** Null: somebody else was there first. */
function rejected(cause: unknown): null {
  const { stdout = '', stderr = '' } = cause as GitFailure;
  if (CONTENDED.test(stdout + stderr)) return null;
  const rule = RULE.exec(stderr)?.[0];
  if (rule !== undefined) throw forbidden(rule, cause);
  const why = /^!\t.*$/mu.exec(stdout)?.[0] ?? whyFailed(cause);
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
  const why = whyFailed(cause);
  throw new ForgeError('unavailable', `The repository could not be read: ${why}`, { why }, { cause });
}

/** The sentence in which Git says what went wrong; the lines before and after it are about the same. */
function whyFailed(cause: unknown): string {
  const { stderr = '', signal = null } = cause as GitFailure;
  const said = stderr.replaceAll(/https?:\/\/\S+/gu, 'it');
  const line = /^(?:error|fatal): (.*)$/mu.exec(said)?.[1] ?? said.trim();
  return signal !== null ? 'Git took too long' : line === '' ? 'Git gave no reason' : line;
}

type Settings = Readonly<Record<string, string>>;

/** A server that says nothing for so many seconds has stopped answering. */
const STALLED = { 'http.lowSpeedLimit': '1', 'http.lowSpeedTime': '20' };

/** The token goes to Git in its environment: what stands on a command line, any process can read. */
export function environmentFor(token: string, settings: Settings = {}): NodeJS.ProcessEnv {
  const basic = Buffer.from(`x-access-token:${token}`).toString('base64');
  const header = `Authorization: Basic ${basic}`;
  const all = Object.entries({ 'http.extraHeader': header, ...STALLED, ...settings });
  return {
    PATH: process.env['PATH'],
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
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

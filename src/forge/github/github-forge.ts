import { setTimeout as wait } from 'node:timers/promises';
import { type GamePaths, judgeHead, type CheckRun } from './checks.ts';
import { findMergeBase } from '../../repository/merge-base.ts';
import { nodeDisk } from '../../repository/node-disk.ts';
import { hasObject } from '../../repository/objects.ts';
import type { Oid } from '../../repository/oid.ts';
import { bringTexts } from '../../repository/read-ahead.ts';
import { readBranch } from '../../repository/refs.ts';
import { createRepository, type Repository, type TextBounds } from '../../repository/repository.ts';
import { type Person, nullIfUnavailable } from '../events.ts';
import type { EnginePost, Forge, PostId } from '../port.ts';
import { toTime } from '../../kernel/time.ts';
import { asking, openClient, type ClientOptions, Pace, unpaced, Patience } from './client.ts';
import { observeGitHub } from './observe.ts';
import { OnPosts, markerOf } from './on-posts.ts';
import { keepLabels, type RepositoryLabel } from './keep-labels.ts';
import { actionsBot } from './people.ts';
import { findTooLarge, type GitHubRepo } from './read.ts';
import { remoteAt, type Remote } from './remote.ts';
import { labelPost, openPost, reopenPost, sayOn, settlePost, type Speaker, numberOf } from './say.ts';

export interface GitHubOptions extends ClientOptions {
  /** `owner/name`. */
  readonly repository: string;
  /** The game's folder in its repository; '' is the repository itself. */
  readonly path?: string;
  /** A folder for Git's objects. Objects from earlier runs aren't fetched again. */
  readonly folder: string;
  /** The repository's address for Git, by default https://github.com/owner/name.git. */
  readonly gitUrl?: string;
  /** The engine's account, as given by the token. A reader finds it in the repository instead. */
  readonly engine?: Person | ((repository: Repository) => Promise<Person>);
  readonly clock: () => string;
  /** Tells which paths belong to games. A pull request that changes nothing of the game is no post. By default, every one is a post. */
  readonly games?: GamePaths;
  /** The file for proposals made by a form. Without it, forms can't propose anything. */
  readonly formsAt?: string;
  /** The texts that are always needed. Others are fetched when they are read. */
  readonly firstTexts?: (repository: Repository) => Promise<readonly Oid[]>;
  /** With more bytes of commits and folders than this, texts are fetched when they are read. */
  readonly longBytes?: number;
  /** True if this isn't the engine. Then nothing is stored for others. */
  readonly isReader?: boolean;
}

/** What GitHub can do beyond other forges. The workflow's run uses it to show the state of the game. */
export interface GitHubForge extends Forge {
  readonly onPosts: OnPosts;
  /** Sentences about gaps in GitHub's answers. */
  readonly gaps: readonly string[];
  /** Updates the check run on a commit and returns its number. */
  judge(head: string, verdict: CheckRun, known: number | null): Promise<number>;
  keep(draft: EnginePost): Promise<PostId>;
  /** Closes a post of the engine, which may be opened again. */
  close(post: PostId): Promise<void>;
  /** Opens a pending post again, also if it is locked. Returns whether GitHub allowed it. */
  openAgain(post: PostId): Promise<boolean>;
  /** Creates missing labels and returns how many. */
  keepLabels(wanted: readonly RepositoryLabel[]): Promise<number>;
  addLabel(post: PostId, label: string): Promise<void>;
}

const gitdir = 'repository.git';

/** Fetches the repository, with the texts that are always needed. */
async function fetchRepository(options: GitHubOptions, asked: GitHubRepo) {
  const { folder, token, path = '', longBytes } = options;
  const here = await createRepository(nodeDisk(folder), gitdir, { folder: path });
  const url = options.gitUrl ?? `https://github.com/${options.repository}.git`;
  const patience = new Patience((ms) => wait(options.paced === false ? 0 : ms));
  const place = { repository: here, gitdir: `${folder}/${gitdir}`, url, token, patience };
  const remote = remoteAt({ ...place, ...(longBytes === undefined ? {} : { longBytes }) });
  await remote.fetch();
  const bring = async (oids: readonly Oid[], bounds?: TextBounds): Promise<ReadonlyMap<Oid, number>> => {
    const tooLarge = bounds === undefined ? new Map<Oid, number>() : await findTooLarge(asked, oids, bounds);
    const wanted = oids.filter((oid) => !tooLarge.has(oid));
    if (wanted.length > 0) await remote.fetchTexts(wanted);
    return tooLarge;
  };
  const repository: Repository = { ...here, bringTexts: bring };
  // Requested together they take one round trip, and one by one a round trip each.
  if (options.firstTexts !== undefined) await bringTexts(repository, await options.firstTexts(repository));
  return { repository, remote, patience };
}

function headsIn(repository: Repository, remote: Remote) {
  const bring = async (commit: string): Promise<boolean> =>
    (await hasObject(repository, commit)) || remote.fetchCommit(commit);
  /** Null if that is unknown. */
  const isForced = async (from: string, to: string): Promise<boolean | null> => {
    const areHere = async (): Promise<boolean> => (await bring(from)) && (await bring(to));
    const found = await areHere().catch(nullIfUnavailable);
    return found === null ? null : !found || (await findMergeBase(repository, from, to)) !== from;
  };
  /** True if main contains it. */
  const holds = async (commit: string): Promise<boolean> => {
    const main = await readBranch(repository, 'main');
    if (main === null || !(await hasObject(repository, commit))) return false;
    return (await findMergeBase(repository, main, commit)) === commit;
  };
  return { bring, isForced, holds };
}

/** GitHub's own time, which decides if a machine's clock is wrong. */
async function timeOf({
  octokit,
  owner,
  name,
}: Pick<Speaker, 'octokit' | 'owner' | 'name'>): Promise<string> {
  const ask = () => octokit.request('GET /repos/{owner}/{repo}', { owner, repo: name });
  const { headers } = await asking('its time', ask);
  return toTime(Date.parse(headers.date ?? ''));
}

export async function openGitHubForge(options: GitHubOptions): Promise<GitHubForge> {
  const { clock, games, formsAt, path = '' } = options;
  const [owner = '', name = ''] = options.repository.split('/');
  const pace = options.paced === false ? unpaced : new Pace();
  const gaps: string[] = [];
  const asked = { octokit: openClient(options, pace, gaps), owner, name, gaps };
  const { repository, remote, patience } = await fetchRepository(options, asked);
  const { engine: known = actionsBot } = options;
  const engine = typeof known === 'function' ? await known(repository) : known;
  const onPosts = new OnPosts(engine.id, path);
  const { bring, isForced, holds } = headsIn(repository, remote);
  const place: Speaker = {
    ...asked,
    game: path,
    engine: engine.id,
    onPosts,
    pace,
    holds,
    pause: () => wait(options.paced === false ? 0 : 2000),
  };
  const advance = options.isReader === true ? null : remote.push;
  const forms = formsAt === undefined ? null : { repository, path: formsAt, advance };
  return {
    name: 'github',
    engine,
    repository,
    observe: (since) => {
      patience.startTick();
      const observing = {
        place,
        engine: engine.id,
        now: clock(),
        onPosts,
        repository,
        games,
        isForced,
        forms,
      };
      return observeGitHub(observing, since);
    },
    bring,
    advance: (branch, expected, next) => remote.push(branch, expected, next),
    // GitHub rejects a push with a workflow's own token if it brings a commit that changes workflows.
    post: async (draft) => (await openPost(place, draft)).post,
    comment: (post, key, text) => sayOn(place, post, key, text),
    label: (post, labels) => labelPost(place, post, labels),
    reopen: async (post) => void (await reopenPost(place, post)),
    openAgain: (post) => reopenPost(place, post, true),
    settle: (post) => settlePost(place, post),
    time: () => timeOf(asked),
    onPosts,
    gaps: place.gaps,
    judge: (head, verdict, known) => judgeHead(place, head, verdict, known),
    keep: (draft) => keepPost(place, draft),
    close: (post) => closePost(place, post),
    keepLabels: (wanted) => keepLabels(place, wanted),
    addLabel: (post, label) => addLabel(place, post, label),
  };
}

/** Opens a post of the engine, or updates it if it differs. */
async function keepPost(speaker: Speaker, draft: EnginePost): Promise<PostId> {
  const { octokit, owner, name: repo, onPosts } = speaker;
  const body = `${draft.text}\n\n${markerOf(draft.key, speaker.game)}`;
  const known = onPosts.called(draft.key) ?? (await openPost(speaker, draft));
  if (known.body !== body)
    await asking(`keeping ${draft.key}`, () =>
      octokit.request('PATCH /repos/{owner}/{repo}/issues/{issue_number}', {
        owner,
        repo,
        issue_number: numberOf(known.post),
        title: draft.title,
        body,
      }),
    );
  return known.post;
}

/** Closes a post of the engine, which may be opened again. */
async function closePost({ octokit, owner, name: repo, onPosts }: Speaker, post: PostId): Promise<void> {
  const on = { owner, repo, issue_number: numberOf(post) };
  await asking(`closing ${post}`, () =>
    octokit.request('PATCH /repos/{owner}/{repo}/issues/{issue_number}', { ...on, state: 'closed' }),
  );
  const seen = onPosts.get(post);
  if (seen !== undefined) seen.closed = true;
}

async function addLabel(speaker: Speaker, post: PostId, label: string): Promise<void> {
  const { octokit, owner, name: repo, onPosts } = speaker;
  const seen = onPosts.get(post);
  if (seen?.labels.includes(label) === true) return;
  await asking(`labelling ${post}`, () =>
    octokit.request('POST /repos/{owner}/{repo}/issues/{issue_number}/labels', {
      owner,
      repo,
      issue_number: numberOf(post),
      labels: [label],
    }),
  );
  seen?.labels.push(label);
}

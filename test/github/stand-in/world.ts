import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { NullPlace } from '../published/graphql.ts';
import type { GitFault } from './git-http.ts';
import { History } from './history.ts';
import { PUSH_HOOK } from './push-hook.ts';
import { readRefs } from './read-refs.ts';

/** What the stand-in knows, in GitHub's own nouns; where branches stand, only the bare repository knows. */
export interface Account {
  readonly id: number;
  readonly login: string;
  readonly type: 'User' | 'Bot';
  readonly token: string;
  permission: 'read' | 'write';
  /** The number of its App, where it is not GitHub Actions'. */
  readonly app?: number;
}

/** An App that a group has made, and installed in the repository. */
export interface App {
  readonly id: number;
  readonly clientId: string;
  readonly publicKey: string;
  readonly account: Account;
  readonly permissions: Readonly<Record<string, 'read' | 'write'>>;
}

export interface Version {
  readonly id: number;
  readonly at: string;
  readonly by: Account;
  readonly text: string;
}

export interface Reaction {
  readonly id: number;
  readonly content: string;
  readonly at: string;
  by: Account | null;
}

export interface Written {
  readonly id: number;
  by: Account | null;
  readonly at: string;
  body: string;
  readonly versions: Version[];
  readonly reactions: Reaction[];
}

export interface Review extends Written {
  state: 'APPROVED' | 'CHANGES_REQUESTED' | 'COMMENTED' | 'DISMISSED';
  /** Empty where the commit is gone. */
  readonly head: string;
  /** What it says on lines of what is changed. */
  readonly inline?: readonly string[];
}

export interface Item extends Record<string, unknown> {
  readonly __typename: string;
  readonly id: string;
  readonly at: string;
  readonly by: Account;
}

export interface Post extends Written {
  readonly number: number;
  title: string;
  closed: boolean;
  locked: boolean;
  /** Whether GitHub has found that main holds its head, and closed it. */
  merged: boolean;
  /** Main holds its head, and after so many more requests GitHub will have found out. */
  mergesIn?: number;
  updated: string;
  labels: string[];
  readonly comments: Written[];
  readonly reviews: Review[];
  readonly timeline: Item[];
  readonly branch: string | null;
  draft: boolean;
  /** The branch that it is to be merged into. */
  readonly base: string;
  /** Where its branch stood when it was deleted: GitHub closes it then, and does not open it again. */
  lastHead?: string;
  /** Whether its branch is a fork's: pushes there are on no record of this repository. */
  fork: boolean;
}

export interface Push {
  readonly id: number;
  readonly ref: string;
  readonly before: string;
  readonly after: string;
  readonly at: string;
  readonly by: Account;
  readonly forced: boolean;
}

export interface CheckRun {
  readonly id: number;
  name: string;
  readonly head: string;
  readonly at: string;
  /** The number of the app that made it. */
  readonly app: number;
  externalId: string;
  status: string;
  conclusion: string | null;
  title: string;
  summary: string;
}

/** An answer that stands in line before the right one, or something that happens first. */
export interface Fault {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly message?: string;
  /** What GraphQL says with 200 where it refuses. */
  readonly graphError?: { readonly type: string; readonly message: string };
  readonly method?: string;
  readonly path?: RegExp;
  /** The request is done, and its answer is lost. */
  readonly lost?: boolean;
  readonly first?: () => void;
}

/** https://docs.github.com/en/issues/tracking-your-work-with-issues/using-issues/linking-a-pull-request-to-an-issue */
const CLOSING =
  /\b(?:close[sd]?|fix(?:es|ed)?|resolve[sd]?):?\s+(?:(?:o\/r)?#|GH-|https:\/\/github\.com\/o\/r\/(?:issues|pull)\/)(?<number>\d+)\b/giu;

const nowhere = '0'.repeat(40);

const settings = `[http]
	receivepack = true
[uploadpack]
	allowAnySHA1InWant = true
	allowFilter = true
[receive]
	denyDeletes = false
[core]
	logAllRefUpdates = true
[gc]
	auto = 0
`;
/** Each repository begins as a copy of one that Git has begun. */
let begun: string | null = null;

function beginRepository(): string {
  const gitdir = mkdtempSync(join(tmpdir(), 'begun-'));
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', gitdir]);
  appendFileSync(join(gitdir, 'config'), settings);
  writeFileSync(join(gitdir, 'hooks', 'pre-receive'), PUSH_HOOK, { mode: 0o755 });
  return gitdir;
}

export class World {
  readonly gitdir: string;
  readonly #history: History;
  readonly accounts = new Map<string, Account>();
  readonly posts: Post[] = [];
  /** Posts that are there no more, by their numbers: what GitHub answers by REST. */
  readonly gone = new Map<number, 'deleted' | 'transferred' | 'hidden'>();
  readonly pushes: Push[] = [];
  readonly faults: Fault[] = [];
  /** GitHub takes no comment beyond these on an issue, ever. */
  mostComments = 2500;
  /** Says before each request which fault it meets. */
  weather: (method: string, path: string) => Fault | null = () => null;
  /** The same before each request of Git’s by HTTP. */
  gitWeather: (path: string, body: string) => GitFault | null = () => null;
  readonly checks: CheckRun[] = [];
  /** Labels that the repository has: a form gives no others. */
  readonly labels: { name: string; color: string; description: string }[] = [];
  /** What the workflow's token may, by area; null: everything. */
  permissions: Readonly<Record<string, 'read' | 'write'>> | null = null;
  /** How often it answers that it doesn't know yet whether something merges. */
  mergeableUnknown = 1;
  /** Queries by GraphQL, as they came. */
  readonly queries: string[] = [];
  /** Where GraphQL answers null, as GitHub's schema lets it. */
  isNull: (place: NullPlace) => boolean = () => false;
  /** Queries that take too long: GitHub says so with 502, or with 200. */
  tooSlow: { readonly query: RegExp; readonly status: number } | null = null;
  /** GitHub marks a merge some seconds after the push: here, after so many requests. */
  mergeDelay = 10;
  /** Runs of workflows that somebody started, each with the commit that it began at. */
  readonly dispatched: {
    readonly workflow: string;
    readonly sha: string;
    readonly inputs: Readonly<Record<string, string>>;
  }[] = [];
  /** When the clock began runs. */
  readonly clockRuns: string[] = [];
  /** Files of workflows, and the states of those that are not active. */
  readonly workflows: string[] = ['clock.yml', 'events.yml', 'publish.yml', 'relay.yml', 'tick.yml'];
  readonly states: Record<string, 'disabled_inactivity' | 'disabled_manually'> = {};
  isPrivate = false;
  owner: 'User' | 'Organization' = 'User';
  /** A setting that is off in a new repository: whether a workflow may open pull requests. */
  mayOpenPulls = true;
  /** What the artifacts say that Pages may be given, by their numbers. */
  readonly artifacts: Record<string, string> = {};
  app: App | null = null;
  /** Where the game's site is; null: Pages is off. */
  site: string | null = 'https://o.github.io/r/';
  /** What Pages was given, by the commit that it was said to be of: another of that commit is none. The last one is shown. */
  readonly pages = new Map<string, string>();
  /** Points that GraphQL took. */
  points = 0;
  /** What was taken of each hour's limits. */
  readonly used = new Map<string, number>();
  /** Where the stand-in itself went wrong. */
  readonly failures: unknown[] = [];
  /** Runs before a push is taken: somebody else may be first. */
  beforePush: (() => void) | null = null;
  now = '2021-06-18T09:00:00Z';
  requests: string[] = [];
  /** What Git asked for by HTTP. */
  readonly gitRequests: string[] = [];
  /** Since 2024 numbers of what is written are beyond 31 bits; those of accounts and reactions are not yet. */
  #last = 2 ** 31 + 100;
  #lastSmall = 100;
  #refs: ReadonlyMap<string, string> = new Map();
  readonly #commits = new Map<string, string[]>();

  constructor(gitdir: string) {
    this.gitdir = gitdir;
    cpSync((begun ??= beginRepository()), gitdir, { recursive: true });
    this.#history = new History(gitdir);
  }

  /** Goes on from where another stands, of which nothing else changes; its repository is to be copied beside it. */
  goOnFrom(other: World): void {
    const { accounts, posts, gone, pushes, checks, labels, used, now } = other;
    Object.assign(this, structuredClone({ accounts, posts, gone, pushes, checks, labels, used, now }));
    [this.#last, this.#lastSmall, this.#refs] = [other.#last, other.#lastSmall, new Map(other.#refs)];
    this.#history.goOnFrom(other.#history);
  }

  next(): number {
    this.#last += 1;
    return this.#last;
  }

  nextSmall(): number {
    this.#lastSmall += 1;
    return this.#lastSmall;
  }

  account(
    login: string,
    { type = 'User', id = this.nextSmall(), permission = 'read' }: Partial<Account> = {},
  ): Account {
    const there = [...this.accounts.values()].find((account) => account.login === login);
    if (there !== undefined) return there;
    const account: Account = { id, login, type, permission, token: `token-of-${login}` };
    this.accounts.set(account.token, account);
    return account;
  }

  refs(): ReadonlyMap<string, string> {
    return this.#refs;
  }

  /** Puts on record what a push moved. */
  notePushes(by: Account): void {
    const refs = readRefs(this.gitdir);
    const moved = [...refs].filter(
      ([ref, oid]) => ref.startsWith('refs/heads/') && this.#refs.get(ref) !== oid,
    );
    this.#history.learn(moved.map(([, oid]) => oid));
    for (const ref of new Set([...this.#refs.keys(), ...refs.keys()])) {
      const [before, after] = [this.#refs.get(ref) ?? nowhere, refs.get(ref) ?? nowhere];
      if (before === after) continue;
      const forced = before !== nowhere && after !== nowhere && !this.#history.isAncestor(before, after);
      this.pushes.push({ id: this.next(), ref, before, after, at: this.now, by, forced });
      for (const post of this.posts) {
        if (`refs/heads/${post.branch}` !== ref || post.closed) continue;
        post.updated = this.now;
        if (after === nowhere) {
          post.lastHead = before;
          this.#close(post, by);
        }
        if (forced)
          this.happen(post, by, 'HeadRefForcePushedEvent', {
            beforeCommit: { oid: before },
            afterCommit: { oid: after },
          });
      }
    }
    const main = [this.#refs, refs].map((all) => all.get('refs/heads/main'));
    this.#refs = refs;
    if (main[0] !== main[1] && main[1] !== undefined) this.#closeNamed(this.#messages(main[1], main[0]), by);
    this.#findMerged();
  }

  #close(post: Post, by: Account): void {
    if (post.closed) return;
    post.closed = true;
    post.updated = this.now;
    this.happen(post, by, 'ClosedEvent');
  }

  #messages(to: string, from: string | undefined): string {
    const since = from === undefined ? [] : [`^${from}`];
    const { stdout } = spawnSync('git', ['--git-dir', this.gitdir, 'log', '--format=%B', to, ...since]);
    return stdout.toString();
  }

  /** Closes the issues that a text names after a word for it, once that text is on the default branch. */
  #closeNamed(text: string, by: Account): void {
    for (const { groups } of text.matchAll(CLOSING)) {
      const post = this.posts.find(
        ({ number, branch }) => branch === null && String(number) === groups?.['number'],
      );
      if (post !== undefined && !post.locked) this.#close(post, by);
    }
  }

  /** What its base has come to hold is merged, whoever pushed it, unless somebody closes it before GitHub finds out. */
  #findMerged(): void {
    for (const post of this.posts) {
      const head = post.branch === null || post.closed ? nowhere : this.headOf(post);
      const base = this.#refs.get(`refs/heads/${post.base}`);
      if (head === nowhere || base === undefined || !this.#history.isAncestor(head, base)) continue;
      post.mergesIn ??= this.mergeDelay;
    }
  }

  /** GitHub has been asked something, and time has gone by. */
  passTime(): void {
    for (const post of this.posts) {
      if (post.mergesIn === undefined || post.closed) continue;
      post.mergesIn -= 1;
      const by = this.pushes.findLast(({ ref }) => ref === `refs/heads/${post.base}`)?.by;
      if (post.mergesIn > 0 || by === undefined) continue;
      Object.assign(post, { merged: true, closed: true });
      this.happen(post, by, 'MergedEvent');
      this.happen(post, by, 'ClosedEvent');
      this.#closeNamed(post.body, by);
    }
  }

  /** What a pull request holds beyond main, the oldest first. */
  commitsOf(post: Post): string[] {
    const key = `${this.headOf(post)} ${this.#refs.get('refs/heads/main') ?? ''}`;
    const known = this.#commits.get(key);
    if (known !== undefined) return known;
    const head = this.headOf(post);
    const main = this.#refs.get('refs/heads/main');
    const commits = this.#history.beyond(head, main) ?? this.#listed(head, main);
    this.#commits.set(key, commits);
    return commits;
  }

  #listed(head: string, main: string | undefined): string[] {
    const but = main === undefined ? [] : [`^${main}`];
    const words = ['--git-dir', this.gitdir, 'rev-list', '--reverse', head, ...but];
    return execFileSync('git', words).toString().split('\n').filter(Boolean);
  }

  readonly #files = new Map<string, string[]>();

  /** Paths that a pull request changes since it branched off; once main holds it, those that it changed before. */
  filesOf(post: Post): readonly string[] {
    const head = this.headOf(post);
    const known = this.#files.get(head);
    if (known !== undefined) return known;
    const git = (...words: string[]): string | null => {
      const { status, stdout } = spawnSync('git', ['--git-dir', this.gitdir, ...words]);
      return status === 0 ? stdout.toString() : null;
    };
    // Without a commit that both come from, everything is changed.
    const listed =
      git('diff', '--name-only', `refs/heads/${post.base}...${head}`) ??
      git('ls-tree', '-r', '--name-only', head);
    if (listed === null) throw new Error(`no commit ${head}`);
    const files = listed.split('\n').filter(Boolean);
    if (files.length > 0) this.#files.set(head, files);
    return files;
  }

  /** Says success in any case, as GitHub does. */
  deployPages(sha: string, what: string): void {
    if (!this.pages.has(sha)) this.pages.set(sha, what);
  }

  /** The size of a text; null where there is none. */
  sizeOf(oid: string): number | null {
    try {
      const words = ['--git-dir', this.gitdir, 'cat-file', '-s', oid];
      return Number(execFileSync('git', words, { stdio: 'pipe' }).toString());
    } catch {
      return null;
    }
  }

  hasCommit(oid: string): boolean {
    if (this.#history.has(oid)) return true;
    try {
      execFileSync('git', ['--git-dir', this.gitdir, 'cat-file', '-e', `${oid}^{commit}`], {
        stdio: 'ignore',
      });
      return true;
    } catch {
      return false;
    }
  }

  /** GitHub finds out in the background, and answers null until it has. */
  knowsMergeable(): boolean {
    this.mergeableUnknown -= 1;
    return this.mergeableUnknown < 0;
  }

  readonly #merging = new Map<string, boolean>();

  /** Whether its head merges into main, by merging them. */
  merges(post: Post): boolean {
    const [main, head] = [readRefs(this.gitdir).get('refs/heads/main') ?? 'main', this.headOf(post)];
    const known = this.#merging.get(`${main} ${head}`);
    if (known !== undefined) return known;
    const words = ['--git-dir', this.gitdir, 'merge-tree', '--write-tree', main, head];
    const { status } = spawnSync('git', words, { stdio: 'ignore' });
    this.#merging.set(`${main} ${head}`, status === 0);
    return status === 0;
  }

  headOf({ branch, lastHead }: Post): string {
    return lastHead ?? this.#refs.get(`refs/heads/${branch}`) ?? nowhere;
  }

  write(by: Account, body: string): Written {
    return { id: this.next(), by, at: this.now, body, versions: [], reactions: [] };
  }

  rewrite(written: Written, by: Account, body: string): void {
    if (written.body === body) return;
    const { versions, at, by: author } = written;
    // The original is kept as a version too, from the first edit on.
    if (versions.length === 0) versions.push({ id: this.next(), at, by: author ?? by, text: written.body });
    versions.push({ id: this.next(), at: this.now, by, text: body });
    written.body = body;
  }

  open(
    by: Account,
    {
      title,
      body,
      labels,
      branch,
      draft = false,
      base = 'main',
    }: Pick<Post, 'title' | 'body' | 'labels' | 'branch'> & Partial<Pick<Post, 'draft' | 'base'>>,
  ): Post {
    const post: Post = {
      ...this.write(by, body),
      number: this.posts.length + this.gone.size + 1,
      title,
      closed: false,
      locked: false,
      merged: false,
      updated: this.now,
      labels: [],
      comments: [],
      reviews: [],
      timeline: [],
      branch,
      draft,
      base,
      fork: false,
    };
    this.posts.push(post);
    this.label(post, by, labels);
    return post;
  }

  /** Somebody deletes it or moves it to another repository, or GitHub hides it with its author's account. */
  takeAway(post: Post, how: 'deleted' | 'transferred' | 'hidden'): void {
    this.posts.splice(this.posts.indexOf(post), 1);
    this.gone.set(post.number, how);
  }

  label(post: Post, by: Account, labels: readonly string[]): void {
    for (const name of labels) {
      if (post.labels.includes(name)) continue;
      post.labels.push(name);
      this.happen(post, by, 'LabeledEvent', { label: { __typename: 'Label', name } });
    }
  }

  happen(post: Post, by: Account, __typename: string, more: Record<string, unknown> = {}): void {
    post.timeline.push({ __typename, id: `${__typename}_${this.next()}`, at: this.now, by, ...more });
    post.updated = this.now;
  }
}

import type { ModelDescription } from '../../kernel/describe-model.ts';
import type { LedgerLine } from '../../play/ledger-line.ts';
import { hostOf } from '../../host/host.ts';
import { hosts } from '../../host/registry.ts';
import { PeaceKept } from '../../store/peace.ts';
import { numberOfId } from '../../store/post-ids.ts';
import type { GameRead } from '../../store/read-game.ts';
import type { MatterStatus, Status } from '../../apply/read-status.ts';
import type { PostData } from '../../kernel/state.ts';
import type { PostSummary } from '../data/site-data.ts';
import type { GameShown } from './game-shown.ts';
import { postsMadeBy } from './collect-state.ts';
import type { PastDigest } from './past-digest.ts';
import { diffsOf } from './matter-diffs.ts';
import { inWords, isNothing, Naming } from '../../decide/naming.ts';
import { sayMatterChange } from '../../decide/say-changes.ts';
import { countsOf, numberAt, stateOf, voteCountedBy } from '../../play/ballot.ts';
import { inert } from '../../decide/inert.ts';
import { describeParted, findParted } from '../../decide/say-parted.ts';
import { sayTrial } from '../../rehearse/say-trial.ts';
import { trialKey } from '../../rehearse/trials.ts';
import type { Trial } from '../../rehearse/try-matter.ts';
import { renderMarkdown } from './render-markdown.ts';
import type { RenderedCache } from './rendered-cache.ts';

export interface PostsSource {
  readonly rendered: RenderedCache;
  /** The state of pending matters. */
  readonly queue: Status['queue'];
  /** Where a post is discussed, if that is a page of its own. */
  readonly discussed: (id: string) => string | null;
  /** Null where it is not known which matters were tried. */
  readonly trialOf: ((key: string) => Trial | null) | null;
}

/** The game's own posts, the latest first. */
export function postsOf(
  { read, model, state, manifest, files, terms, ledger }: GameShown,
  { rendered, queue, discussed, trialOf }: PostsSource,
): readonly PostSummary[] {
  const rulesNow = { rules: manifest.rules, files, terms };
  const naming = new Naming({ model, state, besides: ledger.map((line) => line.with ?? null) });
  const madeBy = actionsByPost(ledger);
  const pending = new Map(queue.map((one) => [one.id, one]));
  const peace = new PeaceKept(read.facts.peace, model, state);
  const own = Object.values(state.posts)
    .map((post) => peace.shown(post))
    .sort((a, b) => b.n - a.n);
  return own.map((post): PostSummary => {
    const kind = model.kinds[post.kind];
    const standing = pending.get(post.id);
    const diffs = diffsOf(post, rulesNow, rendered);
    // The changes of rules are shown word by word.
    const others = diffs.length === 0 ? post.changes : post.changes.filter(({ verb }) => verb === 'set');
    return {
      id: post.id,
      kind: post.kind,
      kindTitle: kind?.title ?? inWords(post.kind),
      // Of a kind that no rule defines any more what was resolved was voted on.
      votable: kind?.votable ?? post.status !== null,
      purpose: kind?.purpose ?? null,
      title: post.title,
      author: post.author,
      at: post.at,
      status: post.status,
      resolvedAt: post.resolvedAt,
      resolvedBy: post.resolvedBy,
      discussion: discussed(post.id),
      made: post.text.trim() === '' ? madeWith(post, madeBy.get(post.id), model, naming) : [],
      html: renderMarkdown(
        post.byEngine ? naming.prose(post.text) : post.text,
        { anchor: null, under: 1 },
        rendered,
      ),
      ...standsOf(post, model, standing),
      ...saidOn(post, naming, rendered, countedAs(post, model, standing)),
      implied: impliedVotes(post, model, standing),
      changes: others.map((change) => sayMatterChange(change, naming)),
      omitted: post.omitted.map(({ change, reason }) => ({
        change: naming.prose(change),
        reason: naming.prose(reason),
      })),
      diffs,
      consequences:
        standing === undefined
          ? ''
          : renderMarkdown(
              sayConsequences(post, { manifest, model, terms }, trialOf?.(trialKey(files, post))),
              { anchor: null },
              rendered,
            ),
      earliestEnactment: standing?.enactFrom ?? null,
      earliestFailure: standing?.failFrom ?? null,
      conflict: standing?.conflict === true,
      fault: standing?.fault ?? null,
    };
  });
}

/** By which line of the ledger a post was made. */
function actionsByPost(ledger: readonly LedgerLine[]): ReadonlyMap<string, LedgerLine> {
  return new Map(ledger.flatMap((line) => postsMadeBy(line).map((id) => [id, line] as const)));
}

/** Of a post without any words what it was made with, by name. */
function madeWith(
  post: PostData,
  line: LedgerLine | undefined,
  model: ModelDescription,
  naming: Naming,
): PostSummary['made'] {
  if (line === undefined || !Object.hasOwn(model.actions, line.what)) return [];
  const types = model.actions[line.what]?.with ?? {};
  return Object.entries((line.with ?? {}) as Readonly<Record<string, unknown>>).flatMap(([name, value]) =>
    isNothing(value) || value === post.title
      ? []
      : [{ title: types[name]?.title ?? inWords(name), value: naming.value(value, types[name]) }],
  );
}

/** After the game's own posts those of dynasties that are over. */
export function withArchived(
  own: readonly PostSummary[],
  past: readonly PastDigest[],
): readonly PostSummary[] {
  const known = new Set(own.map(({ id }) => id));
  const archived = [...past].reverse().flatMap(({ posts }) => posts);
  return [...own, ...archived.filter(({ id }) => !known.has(id))];
}

const STILL_TRIED = 'It is still being tried in a copy of the game: what comes of it will stand here.\n';

/** The parting of words and clause, and what came of trying it, in Markdown. */
function sayConsequences(
  post: PostData,
  inForce: Parameters<typeof findParted>[1],
  trial: Trial | null | undefined,
): string {
  const parted = findParted(post, inForce).map((one) => `${inert(describeParted(one))}\n`);
  const isWaiting = trial === null && post.changes.length > 0;
  return [...parted, isWaiting ? STILL_TRIED : sayTrial(trial ?? null)].join('\n');
}

function standsOf(
  { tally }: PostData,
  model: ModelDescription,
  standing?: MatterStatus,
): Pick<PostSummary, 'counts' | 'needed' | 'stands' | 'queue'> {
  const counts = standing?.counts ?? (tally === null ? [] : countsOf(model, tally));
  return {
    counts: counts.map((one) => ({ ...one, vote: voteCountedBy(model.ballot.counts, one.key) })),
    needed: standing?.needed ?? null,
    stands: standing === undefined ? (stateOf(model, tally ?? {})?.title ?? null) : standing.state,
    queue: standing?.queue ?? null,
  };
}

/** On some forges every post has a page of its own, under the number that it has there. */
export function discussedAt({
  game: { forge },
  facts,
}: Pick<GameRead, 'game' | 'facts'>): (id: string) => string | null {
  const host = forge === undefined ? null : hostOf(hosts, forge);
  if (forge === undefined || host?.postAddress === undefined) return () => null;
  const numbers = new Map(Object.entries(facts.links).map(([number, id]) => [id, number]));
  return (id) => {
    const number = numbers.get(id) ?? numberOfId(facts.moved, id);
    return number === null ? null : (host.postAddress?.(forge, number) ?? null);
  };
}

/** A pending matter’s are asked of the rules; of a settled one the tally tells where every vote is one that it counts. */
function impliedVotes(
  { uses, tally }: PostData,
  model: ModelDescription,
  standing?: MatterStatus,
): PostSummary['implied'] {
  const cast = new Map(uses.flatMap(({ by, vote, withdrawn }) => (withdrawn === true ? [] : [[by, vote]])));
  if (standing !== undefined)
    return Object.entries(standing.votes).flatMap(([by, vote]) => (cast.has(by) ? [] : [{ by, vote }]));
  const votes = [...cast.values()];
  const more = surplusOf({ tally }, votes, model);
  const others = votes.filter((vote) => !more.some((one) => one.vote === vote)).length;
  const only = more.filter(({ count }) => count > 0);
  // Votes that the tally has no number for came to the one that has more than were cast for it.
  if (others > 0 && (only.length !== 1 || (only[0]?.count ?? 0) < others)) return [];
  return more.flatMap(({ vote, count }) =>
    Array.from({ length: Math.max(0, count - others) }, () => ({ by: null, vote })),
  );
}

/** Of each vote that is counted, how many more there were than people cast. */
function surplusOf(
  { tally }: Pick<PostData, 'tally'>,
  votes: readonly string[],
  model: Pick<ModelDescription, 'ballot'>,
): readonly { readonly vote: string; readonly count: number }[] {
  return model.ballot.counts.map(({ key, vote }) => ({
    vote: vote ?? key,
    count: (numberAt(tally ?? {}, key) ?? 0) - votes.filter((one) => one === (vote ?? key)).length,
  }));
}

/** The vote that another one came to, of which the tally has no number: the rules tell of a pending matter, the tally of a settled one. */
export function countedAs(
  { uses, tally }: Pick<PostData, 'uses' | 'tally'>,
  model: Pick<ModelDescription, 'ballot'>,
  standing?: Pick<MatterStatus, 'votes'>,
): (by: string, vote: string) => string | null {
  if (standing !== undefined)
    return (by, vote) => (standing.votes[by] === vote ? null : (standing.votes[by] ?? null));
  const votes = uses.flatMap(({ vote, withdrawn }) => (withdrawn === true ? [] : [vote]));
  const more = surplusOf({ tally }, votes, model);
  const others = votes.filter((vote) => !more.some((one) => one.vote === vote)).length;
  const [only, ...rest] = more.filter(({ count }) => count > 0);
  const known = only !== undefined && rest.length === 0 && only.count >= others;
  return (_, vote) => (known && !more.some((one) => one.vote === vote) ? only.vote : null);
}

function saidOn(
  post: PostData,
  naming: Naming,
  rendered: RenderedCache,
  counted: (by: string, vote: string) => string | null,
): Pick<PostSummary, 'uses' | 'comments'> {
  const votes = new Set(post.uses.map(({ vote }) => vote.toLowerCase()));
  return {
    uses: post.uses.map(({ by, vote, at, via, withdrawn }) => ({
      by,
      vote,
      at,
      via,
      withdrawn: withdrawn === true,
      ...countedIn(withdrawn === true ? null : counted(by, vote)),
    })),
    comments: post.comments.map(({ id, by, at, text, edited, deleted }) => ({
      id,
      by,
      at,
      html:
        deleted === true
          ? ''
          : withChips(
              renderMarkdown(by === 'engine' ? naming.prose(text) : text, { anchor: null }, rendered),
              votes,
            ),
      edited: edited === true,
      deleted: deleted === true,
    })),
  };
}

function countedIn(counted: string | null): { readonly counted?: string } {
  return counted === null ? {} : { counted };
}

/** `<p>:aye:</p>` → `<p><span class="tag aye">AYE</span></p>`: votes in a comment as they are shown elsewhere. */
function withChips(html: string, votes: ReadonlySet<string>): string {
  if (votes.size === 0) return html;
  return html.replaceAll(/:([a-z]+):(?=[^<>]*(?:<|$))/giu, (written, vote: string) =>
    votes.has(vote.toLowerCase())
      ? `<span class="tag ${vote.toLowerCase()}">${vote.toUpperCase()}</span>`
      : written,
  );
}

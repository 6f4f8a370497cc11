import type { Language } from '../../language/language.ts';
import { recordedIn } from '../../language/recorded.ts';
import type { ModelDescription } from '../../kernel/describe-model.ts';
import { toKebab } from '../../kernel/names.ts';
import type { LedgerLine } from '../../store/ledger-line.ts';
import { escapeHtml } from '../../seat/escape-html.ts';
import { hostOf } from '../../host/host.ts';
import { hosts } from '../../host/registry.ts';
import { ModeratedGame } from '../../store/moderation.ts';
import { numberOfId } from '../../store/post-files.ts';
import type { GameRead } from '../../store/read-game.ts';
import type { MatterStatus, Status } from '../../tick/read-status.ts';
import type { PostData } from '../../kernel/state.ts';
import type { PostSummary } from '../data/site-data.ts';
import type { GameShown } from './game-shown.ts';
import { mapByTurns } from './by-turns.ts';
import { postsMadeBy } from './collect-state.ts';
import { diffsOf } from './matter-diffs.ts';
import { namesOf } from '../../session/summaries.ts';
import { inWords, isNothing, Naming } from '../../wording/naming.ts';
import { countsOf, stateOf, stepsOf, voteCountedBy } from '../../wording/ballot.ts';
import { sayLeftOutChange } from '../../wording/say-changes.ts';
import { inert } from '../../wording/inert.ts';
import { describeParted, findParted } from '../../wording/say-parted.ts';
import { sayTrial } from '../../rehearse/say-trial.ts';
import { trialKey } from '../../rehearse/trials.ts';
import type { Trial } from '../../rehearse/try-matter.ts';
import { countedAs, impliedVotes, votesOnSettled } from './implied-votes.ts';
import { renderMarkdown } from './render-markdown.ts';
import type { RenderedCache } from './rendered-cache.ts';

export interface PostsSource {
  readonly rendered: RenderedCache;
  /** The state of pending matters. */
  readonly queue: Status['queue'];
  /** The page on which a post is discussed, if any; by default, on the forge. */
  readonly discussed?: (id: string) => string | null;
  readonly now: string;
  /** Null if the trials are unknown. */
  readonly trialOf: ((key: string) => Trial | null) | null;
  /** What a pending matter would change outside the rules. */
  readonly outsideRules: (id: string) => PostData['changes'];
}

/** The game's own posts, latest first. */
export async function postsOf(
  game: GameShown,
  { rendered, queue, discussed = discussedAt(game.read), now, trialOf, outsideRules }: PostsSource,
): Promise<readonly PostSummary[]> {
  const { read, model, state, ledger, wording, terms } = game;
  const votesOn = await votesOnSettled(game, now);
  const besides = ledger.map((line) => line.with ?? null);
  const naming = new Naming({ model, state, wording, terms, besides });
  const namesNow = namesOf(game, naming, state, false);
  const namesThen = namesOf(game, naming, state, true);
  const madeBy = new Map(ledger.flatMap((line) => postsMadeBy(line).map((id) => [id, line] as const)));
  const pending = new Map(queue.map((one) => [one.id, one]));
  const moderation = new ModeratedGame(read.facts.moderation, model, state, wording);
  const own = Object.values(state.posts)
    .map((post) => moderation.shown(post))
    .sort((a, b) => b.n - a.n);
  const summaryOf = (post: PostData): PostSummary => {
    const kind = model.kinds[post.kind];
    const matterStatus = pending.get(post.id);
    const asked = { changes: [...post.changes, ...outsideRules(post.id)] };
    const diffs = diffsOf(asked, post.status === 'pending' ? namesNow : namesThen, rendered);
    return {
      id: post.id,
      kind: post.kind,
      kindTitle: kind?.title ?? inWords(post.kind),
      // If no rule defines the kind any more, a resolved post must have been voted on.
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
        { anchor: null, under: 1, wording },
        rendered,
      ),
      ...standsOf(post, model, matterStatus),
      ...saidOn(post, naming, rendered, countedAs(post, model, matterStatus)),
      implied: impliedVotes(post, model, matterStatus?.votes ?? votesOn.get(post.id)),
      changes: diffs.flatMap(({ kind, title }) => (kind === 'value' ? [title] : [])),
      omitted: post.omitted.map(({ change, reason }) => ({
        change: sayLeftOutChange(change, naming),
        reason: naming.prose(recordedIn(naming.wording.language, reason)),
      })),
      diffs,
      consequences:
        matterStatus === undefined ? '' : consequencesOf(post, game, matterStatus, { rendered, trialOf }),
      ...awaitedOf(matterStatus, naming.wording.language),
    };
  };
  return mapByTurns(own, summaryOf);
}

/** The places at which words and clauses would diverge, and the result of the trial. */
function consequencesOf(
  post: PostData,
  { manifest, model, terms, files, wording }: GameShown,
  { fault }: MatterStatus,
  { rendered, trialOf }: Pick<PostsSource, 'rendered' | 'trialOf'>,
): string {
  const trial = trialOf?.(trialKey({ files, wording }, post)) ?? null;
  const isWaiting = trialOf !== null && trial === null && post.changes.length > 0;
  const tried = isWaiting
    ? wording.say`The test run is still going. The result will appear here.`
    : sayTrial(trial, wording, fault !== null);
  const parted = findParted(post, { manifest, model, terms, files });
  const said = [...parted.map((one) => `${inert(describeParted(one, { wording }))}\n`), tried];
  return renderMarkdown(said.join('\n'), { anchor: null, wording }, rendered);
}

function awaitedOf(
  matterStatus: MatterStatus | undefined,
  language: Language,
): Pick<PostSummary, 'earliestEnactment' | 'earliestFailure' | 'conflict' | 'fault'> {
  const fault = recordedIn(language, matterStatus?.fault ?? '') || null;
  const due = fault === null ? matterStatus : undefined;
  return {
    earliestEnactment: due?.enactFrom ?? null,
    earliestFailure: due?.failFrom ?? null,
    conflict: matterStatus?.conflict === true,
    fault,
  };
}

/** For a post without text, the parameters that made it, by name. An empty list means that nothing was recorded. */
function madeWith(
  post: PostData,
  line: LedgerLine | undefined,
  model: ModelDescription,
  naming: Naming,
): PostSummary['made'] {
  if (line === undefined || !Object.hasOwn(model.actions, line.what)) return [];
  const types = model.actions[line.what]?.with ?? {};
  const given = (line.with ?? {}) as Readonly<Record<string, unknown>>;
  return Object.entries(types).flatMap(([name, type]) => {
    const value = given[name] ?? given[toKebab(name)];
    return (isNothing(value) && type.kind !== 'list') || value === post.title
      ? []
      : [{ title: type.title ?? inWords(name), value: naming.value(value, type) }];
  });
}

/** Appends the posts of past dynasties to the game's own. */
export function withArchived(
  own: readonly PostSummary[],
  archived: readonly PostSummary[],
): readonly PostSummary[] {
  const known = new Set(own.map(({ id }) => id));
  return [...own, ...archived.filter(({ id }) => !known.has(id))];
}

function standsOf(
  { tally }: PostData,
  model: ModelDescription,
  matterStatus?: MatterStatus,
): Pick<PostSummary, 'counts' | 'needed' | 'told' | 'stands' | 'queue'> {
  const counts = matterStatus?.counts ?? (tally === null ? [] : countsOf(model, tally));
  const ended = stateOf(model, tally ?? {})?.title ?? null;
  return {
    counts: counts.map((one) => ({ ...one, vote: voteCountedBy(model.ballot.counts, one.key) })),
    needed: matterStatus?.needed ?? null,
    ...stepsOf(tally ?? {}),
    ...(matterStatus?.told === undefined ? {} : { told: matterStatus.told }),
    // A status says already that a matter passed or failed, but not that it was vetoed.
    stands: matterStatus?.state ?? (ended === 'passing' || ended === 'failing' ? null : ended),
    queue: matterStatus?.queue ?? null,
  };
}

/** On some forges every post has a page, under its number there. */
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

function saidOn(
  post: PostData,
  naming: Naming,
  rendered: RenderedCache,
  counted: (by: string, vote: string) => string | null,
): Pick<PostSummary, 'uses' | 'comments'> {
  // A vote that was changed counts as nothing.
  const last = new Map(post.uses.map((use) => [use.by, use]));
  const votes = new Set(post.uses.map(({ vote }) => vote.toLowerCase()));
  return {
    uses: post.uses.map(({ by, vote, at, via, withdrawn }, place) => {
      const isLast = withdrawn !== true && last.get(by) === post.uses[place];
      const other = isLast ? counted(by, vote) : null;
      const use = { by, vote, at, via, withdrawn: withdrawn === true };
      return other === null ? use : { ...use, counted: other };
    }),
    comments: post.comments.map(({ id, by, at, text, edited, deleted }) => ({
      id,
      by,
      at,
      html:
        deleted === true
          ? ''
          : MERGES.test(text)
            ? `<p><em class="meta">${escapeHtml(naming.wording.say`chose the words that come into force`)}</em></p>`
            : withChips(
                renderMarkdown(
                  by === 'engine' ? naming.prose(text) : text,
                  { anchor: null, wording: naming.wording },
                  rendered,
                ),
                votes,
              ),
      edited: edited === true,
      deleted: deleted === true,
    })),
  };
}

/** What an Admin’s choice between two versions is to the engine: `/merge e91a935` */
const MERGES = /^\s*\/merge\s+\S+\s*$/u;

/** `<p>:aye:</p>` → `<p><span class="tag aye">AYE</span></p>`: votes in a comment look as they do elsewhere. */
function withChips(html: string, votes: ReadonlySet<string>): string {
  if (votes.size === 0) return html;
  return html.replaceAll(/:([a-z]+):(?=[^<>]*(?:<|$))/giu, (written, vote: string) =>
    votes.has(vote.toLowerCase())
      ? `<span class="tag ${vote.toLowerCase()}">${vote.toUpperCase()}</span>`
      : written,
  );
}

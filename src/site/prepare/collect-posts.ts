import type { FrozenDynasty } from '../../engine/dynasties/frozen.ts';
import type { Play } from '../../engine/play.ts';
import type { ModelDescription } from '../../kernel/describe-model.ts';
import { describe as describeChange } from '../../kernel/matter-changes.ts';
import type { PostData, State } from '../../kernel/state.ts';
import type { PostSummary } from '../data/site-data.ts';
import { placeOf } from './past-sites.ts';
import { diffsOf } from './matter-diffs.ts';
import { inWords, timeOr } from './plain-values.ts';
import { renderMarkdown } from './render-markdown.ts';
import type { RenderedCache } from './rendered-cache.ts';

export function postsOf(
  play: Play,
  model: ModelDescription,
  state: State,
  now: string,
  rendered: RenderedCache,
  past: readonly FrozenDynasty[],
): readonly PostSummary[] {
  const rulesNow = { rules: play.manifest.rules, files: play.files, terms: play.terms };
  return allPosts(state, past).map(({ post, place }) => {
    const kind = model.kinds[post.kind];
    // Of a kind that no rule defines any more what was resolved was voted on.
    const votable = kind?.votable ?? post.status !== null;
    const pending = post.status === 'pending';
    const [tally, enactment, failure] = votable && pending ? outlookOf(play, model, post, now) : [];
    return {
      id: post.id,
      ...(place === null ? {} : { place }),
      kind: post.kind,
      kindTitle: kind?.title ?? inWords(post.kind),
      votable,
      title: post.title,
      author: post.author,
      at: post.at,
      status: post.status,
      resolvedAt: post.resolvedAt,
      resolvedBy: post.resolvedBy,
      html: renderMarkdown(post.text, { anchor: null, under: 1 }, rendered),
      tally: post.tally ?? (tally?.value as Record<string, unknown> | undefined) ?? {},
      ...saidOn(post, rendered),
      changes: post.changes.map(describeChange),
      omitted: post.omitted,
      diffs: diffsOf(post, rulesNow, rendered),
      earliestEnactment: timeOr(enactment?.value),
      earliestFailure: timeOr(failure?.value),
    };
  });
}

/** Those of dynasties that are over too, each with the place of its page; the latest first. */
function allPosts(
  state: State,
  past: readonly FrozenDynasty[],
): readonly { readonly post: PostData; readonly place: string | null }[] {
  const places = new Map(
    past.flatMap(({ about, posts }) => Object.keys(posts).map((id) => [id, placeOf(about.number)])),
  );
  const all = Object.assign({}, ...past.map(({ posts }) => posts), state.posts) as State['posts'];
  return Object.values(all)
    .map((post) => ({
      post,
      place: state.posts[post.id] === undefined ? (places.get(post.id) ?? null) : null,
    }))
    .sort((a, b) => b.post.n - a.post.n);
}

/** The tally of a pending matter, and from when it could be enacted or fail. */
function outlookOf(
  play: Play,
  { views }: ModelDescription,
  { id }: PostData,
  now: string,
): readonly { readonly value?: unknown }[] {
  const asked = [
    ['matters', id],
    ['views', 'earliest-enactment', id],
    ['views', 'earliest-failure', id],
  ];
  return play.query(
    now,
    asked.filter(([head, view]) => head !== 'views' || views[view ?? ''] !== undefined),
  );
}

function saidOn(post: PostData, rendered: RenderedCache): Pick<PostSummary, 'uses' | 'comments'> {
  return {
    uses: post.uses.map(({ by, vote, at, via, withdrawn }) => ({
      by,
      vote,
      at,
      via,
      withdrawn: withdrawn === true,
    })),
    comments: post.comments.map(({ by, at, text, edited, deleted }) => ({
      by,
      at,
      html: deleted === true ? '' : renderMarkdown(text, { anchor: null }, rendered),
      edited: edited === true,
      deleted: deleted === true,
    })),
  };
}

import type { Play } from '../../engine/play.ts';
import type { ModelDescription } from '../../kernel/describe-model.ts';
import { describe as describeChange } from '../../kernel/matter-changes.ts';
import type { PostData, State } from '../../kernel/state.ts';
import type { PostSummary } from '../data/site-data.ts';
import type { PastDigest } from './past-digest.ts';
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
  past: readonly PastDigest[],
): readonly PostSummary[] {
  const rulesNow = { rules: play.manifest.rules, files: play.files, terms: play.terms };
  const own = Object.values(state.posts).sort((a, b) => b.n - a.n);
  const summaries = own.map((post): PostSummary => {
    const kind = model.kinds[post.kind];
    // Of a kind that no rule defines any more what was resolved was voted on.
    const votable = kind?.votable ?? post.status !== null;
    const pending = post.status === 'pending';
    const [tally, enactment, failure] = votable && pending ? outlookOf(play, model, post, now) : [];
    return {
      id: post.id,
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
  const archived = [...past].reverse().flatMap(({ posts }) => posts);
  return [...summaries, ...archived.filter(({ id }) => state.posts[id] === undefined)];
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

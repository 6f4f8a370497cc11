import type { FrozenDynasty } from '../../engine/dynasties/frozen.ts';
import type { Play } from '../../engine/play.ts';
import type { ModelDescription } from '../../kernel/describe-model.ts';
import { describe as describeChange } from '../../kernel/matter-changes.ts';
import type { State } from '../../kernel/state.ts';
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
  const places = new Map(
    past.flatMap(({ about, posts: own }) => Object.keys(own).map((id) => [id, placeOf(about.number)])),
  );
  const all = { ...Object.assign({}, ...past.map((one) => one.posts)), ...state.posts } as State['posts'];
  const posts = Object.values(all).sort((a, b) => b.n - a.n);
  return posts.map((post) => {
    const kind = model.kinds[post.kind];
    // Of a kind that no rule defines any more what was resolved was voted on.
    const votable = kind?.votable ?? post.status !== null;
    const pending = post.status === 'pending';
    const [tally, enactment, failure] =
      votable && pending
        ? play.query(
            now,
            [
              ['matters', post.id],
              ['views', 'earliest-enactment', post.id],
              ['views', 'earliest-failure', post.id],
            ].filter(([head, view]) => head !== 'views' || model.views[view ?? ''] !== undefined),
          )
        : [];
    return {
      id: post.id,
      ...(state.posts[post.id] === undefined ? { place: places.get(post.id) ?? '' } : {}),
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
      changes: post.changes.map(describeChange),
      omitted: post.omitted,
      diffs: diffsOf(post, rulesNow, rendered),
      earliestEnactment: timeOr(enactment?.value),
      earliestFailure: timeOr(failure?.value),
    };
  });
}

import { hashOfParts } from '../../cache/cached-reads.ts';
import type { PostData } from '../../kernel/state.ts';
import { madeOnce, RecentMemo, type Memo } from '../../ruleset/memo.ts';
import type { PostSummary } from '../data/site-data.ts';

export interface MarkdownProcessor {
  processSync(text: string): unknown;
}

/** HTML and other results that take long, each under a hash of everything that it was made from. */
export class RenderedCache {
  readonly #memo: Memo;
  /** Markdown renderers by the level of the heading above the text. */
  readonly processors = new Map<number, MarkdownProcessor>();
  /** Summaries of posts whose words are all their own, with everything else that they depend on: most posts are as they were when the game was shown last. */
  readonly posts = new WeakMap<PostData, { readonly beside: string; readonly shown: PostSummary }>();

  constructor(memo: Memo = new RecentMemo()) {
    this.#memo = memo;
  }

  get(parts: readonly string[], make: () => string): string {
    return madeOnce(this.#memo, 'page', '', hashOfParts(parts), make);
  }

  /** A known result, for callers that can't compute it at once. */
  known(parts: readonly string[]): string | undefined {
    return this.#memo.get('page', '', hashOfParts(parts)) as string | undefined;
  }

  /** Takes over the results of another thread, by the hashes of their inputs. */
  take(made: Iterable<readonly [hash: string, html: string]>): void {
    for (const [hash, html] of made) this.#memo.set('page', '', hash, html);
  }
}

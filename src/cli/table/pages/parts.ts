import type { FileDiff } from '../../../seat/draft-edit.ts';
import { describeRefusal } from '../../../decide/describe-outcome.ts';
import type { RefusalData } from '../../../kernel/refusal.ts';
import { html, type Html } from '../html.ts';
import { capitalised } from '../../../kernel/sentence.ts';

export function reasonOf(refusal: RefusalData): string {
  const text = describeRefusal(refusal);
  return `${capitalised(text)}.`;
}

export function refusedPost(refusal: RefusalData | null): Html | null {
  return refusal === null
    ? null
    : html`<p class="error">The rules would not take it as a proposal: ${reasonOf(refusal)}</p>`;
}

export function diffBlock({ path, words }: FileDiff): Html {
  const marked = words.map(({ kind, text }) =>
    kind === 'same' ? text : kind === 'added' ? html`<ins>${text}</ins>` : html`<del>${text}</del>`,
  );
  // White space counts in it: nothing may stand between the tags and the words.
  return html`<p class="meta"><code>${path}</code></p>
    <div class="${path.endsWith('.ts') ? 'diff code' : 'diff'}">${marked}</div>`;
}

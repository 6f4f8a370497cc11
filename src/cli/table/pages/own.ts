import { changeOwn, type OwnWords } from '../../../seat/own-words.ts';
import type { CommentData, PostData } from '../../../kernel/state.ts';
import { RequestProblem } from '../guard.ts';
import { html, type Content, type Html } from '../html.ts';
import { form, type PageFrame } from '../page.ts';
import { field, seatOf, tell, type Handler } from '../visit.ts';

/** What the author of a post can do with it. */
export function ownPost(frame: PageFrame, post: PostData, seat: string | null): Content {
  if (seat === null || post.author !== seat || post.byEngine || post.resolvedAt !== null) return null;
  return html`<details>
    <summary>Edit or withdraw what you posted</summary>
    ${form(
      frame,
      '/own',
      html`<input type="hidden" name="on" value="${post.id}" />
        <div class="field">
          <label for="own-title">Title</label>
          <input
            id="own-title"
            name="title"
            value="${post.title}"
            required
            maxlength="400"
            autocomplete="off"
          />
        </div>
        <div class="field">
          <label for="own-text">Text</label>
          <textarea id="own-text" name="text">${post.text}</textarea>
        </div>
        <div class="row">
          <button class="main" name="do" value="edit">Change it</button>
          <button name="do" value="close">Withdraw it</button>
        </div>
        <p class="hint">Until when that is possible, and what it means, the rules say.</p>`,
    )}
  </details>`;
}

export function ownComment(
  frame: PageFrame,
  post: PostData,
  comment: CommentData,
  seat: string | null,
): Content {
  if (seat === null || comment.by !== seat || comment.deleted === true) return null;
  const id = `own-${comment.id}`;
  return html`<details>
    <summary>Edit or remove</summary>
    ${form(
      frame,
      '/own',
      html`<input type="hidden" name="on" value="${post.id}" />
        <input type="hidden" name="comment" value="${comment.id}" />
        <div class="field">
          <label for="${id}">Your comment</label>
          <textarea id="${id}" name="text">${comment.text}</textarea>
        </div>
        <div class="row">
          <button class="main" name="do" value="edit-comment">Change it</button>
          <button name="do" value="remove-comment">Remove it</button>
        </div>`,
    )}
  </details>`;
}

export function sayComment({ text, edited, deleted }: CommentData): Html {
  if (deleted === true) return html`<p class="meta">Removed by its author.</p>`;
  return html`<p class="as-written">${text}</p>
    ${edited === true ? html`<p class="meta">Edited.</p>` : null}`;
}

export const changeWords: Handler = async (visit) => {
  const who = seatOf(visit);
  const on = field(visit, 'on', 200);
  const step = await changeOwn(visit.game, who, on, wantedIn(visit));
  if (step === null) throw new RequestProblem(403, 'Only who wrote it can change it.');
  return tell(visit, step, 'It is done.', `/matter?id=${encodeURIComponent(on)}`);
};

function wantedIn(visit: Parameters<Handler>[0]): OwnWords {
  const [what, comment, text] = [
    field(visit, 'do', 20),
    field(visit, 'comment', 200),
    field(visit, 'text', 60_000),
  ];
  if (what === 'edit') {
    const title = field(visit, 'title', 400).trim();
    if (title === '') throw new RequestProblem(400, 'A post needs a title.');
    return { do: what, title, text };
  }
  if (what === 'close') return { do: what };
  if (what === 'remove-comment') return { do: what, comment };
  if (what !== 'edit-comment') throw new RequestProblem(400, 'The table does not know how to do that.');
  if (text.trim() === '') throw new RequestProblem(400, 'A comment needs words; remove it instead.');
  return { do: what, comment, text };
}

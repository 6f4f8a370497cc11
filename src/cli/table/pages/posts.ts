import { previewPost } from '../../../seat/preview.ts';
import { withPosition, kindsAt, type Kind } from '../../../seat/read-table.ts';
import { actAndTell } from '../../../seat/take-step.ts';
import type { RefusalData } from '../../../kernel/refusal.ts';
import { RequestProblem } from '../guard.ts';
import { html, type Html } from '../html.ts';
import { form } from '../page.ts';
import { field, seatOf, show, tell, type Reply, type Handler, type Visit } from '../visit.ts';
import { reasonOf } from './parts.ts';

interface Written {
  readonly kind: string;
  readonly title: string;
  readonly text: string;
}

function pageOf(
  visit: Visit,
  kinds: readonly Kind[],
  written: Written,
  preview: Html | null,
  status = 200,
): Promise<Reply> {
  return show(
    visit,
    'Post something',
    (frame) =>
      form(
        frame,
        '/post',
        html`<div class="field">
            <label for="kind">Category</label>
            <select id="kind" name="kind" aria-describedby="preview">
              ${kinds.map(
                ({ id, title, votable }) =>
                  html`<option value="${id}" ${id === written.kind ? html`selected` : null}>
                    ${title}${votable ? ' (voted on)' : ''}
                  </option>`,
              )}
            </select>
          </div>
          <div class="field">
            <label for="title">Title</label>
            <input
              id="title"
              name="title"
              value="${written.title}"
              required
              maxlength="400"
              autocomplete="off"
            />
          </div>
          <div class="field">
            <label for="text">Text</label>
            <p class="hint" id="text-hint">
              What changes a rule is easier from <a href="/rules">the rule’s own page</a>.
            </p>
            <textarea id="text" name="text" aria-describedby="text-hint">${written.text}</textarea>
          </div>
          <div class="row">
            <button name="do" value="preview">See whether it may be posted</button>
            ${
              visit.session.seat === null
                ? html`<p><a href="/who">Say who you are</a> to post.</p>`
                : html`<button class="main" name="do" value="post">Post it</button>`
            }
          </div>
          <div class="preview" id="preview" aria-live="polite">${preview}</div>`,
        html`data-preview="preview"`,
      ),
    status,
  );
}

function previewOf(refusal: RefusalData | null): Html {
  return refusal === null
    ? html`<div class="notice done"><p>The rules allow it.</p></div>`
    : html`<div class="notice refused"><p>${reasonOf(refusal)}</p></div>`;
}

export const newPost: Handler = async (visit) => {
  const kinds = await withPosition(visit.game, kindsAt);
  const kind = kinds.find(({ id }) => id === 'plain')?.id ?? '';
  return pageOf(visit, kinds, { kind, title: '', text: '' }, null);
};

export const postIt: Handler = async (visit) => {
  const { game, session } = visit;
  const written = {
    kind: field(visit, 'kind', 100),
    title: field(visit, 'title', 400).trim(),
    text: field(visit, 'text', 60_000),
  };
  const seat = session.seat === null ? null : { ...session.seat, bot: false };
  const { kinds, refusal } = await withPosition(game, (position) => ({
    kinds: kindsAt(position),
    refusal: seat === null ? null : previewPost(position, game.now(), seat, written),
  }));
  if (!kinds.some(({ id }) => id === written.kind))
    throw new RequestProblem(400, 'The rules know no such category of posts.');
  const posting = field(visit, 'do', 10) === 'post';
  if (visit.part) return { page: previewOf(refusal) };
  if (!posting || refusal !== null)
    return pageOf(visit, kinds, written, previewOf(refusal), posting ? 422 : 200);
  if (written.title === '') throw new RequestProblem(400, 'A post needs a title.');
  const who = seatOf(visit);
  const step = await actAndTell(game, () => game.people.open(who, written));
  return tell(
    visit,
    step,
    'It is posted.',
    step.post === null ? '/' : `/matter?id=${encodeURIComponent(step.post)}`,
  );
};

import { readForm } from '../../../seat/read-form.ts';
import { previewSeal } from '../../../seat/preview-seal.ts';
import { withPosition } from '../../../seat/read-table.ts';
import { kindsToSeal, sealedAt, sealForm, takeSeal, type SealedSeen } from '../../../seat/take-seal.ts';
import { sayValue } from '../../../decide/describe-outcome.ts';
import { RequestProblem } from '../guard.ts';
import { html, type Html } from '../html.ts';
import { form, when } from '../page.ts';
import { field, seatOf, show, tell, type Handler, type Visit } from '../visit.ts';
import { fieldHtml } from './fields.ts';
import { reasonOf } from './parts.ts';

export const sealed: Handler = async (visit) => {
  const seat = visit.session.seat === null ? null : { ...visit.session.seat, bot: false };
  const { kinds, all } = await withPosition(visit.game, (position) => ({
    kinds: kindsToSeal(position),
    all: sealedAt(position, seat),
  }));
  const list = Object.entries(kinds);
  return show(
    visit,
    'Sealed',
    () => html`
      <p class="lede">
        What is sealed only its receiver can read. That it was sent, by whom and when, everybody sees.
      </p>
      <h2>What can be sealed</h2>
      ${
        list.length === 0
          ? html`<p>No rule asks for anything sealed.</p>`
          : html`<ul class="list">
              ${list.map(
                ([kind, { title }]) =>
                  html`<li><a class="title" href="/seal?kind=${kind}">${title ?? kind}</a></li>`,
              )}
            </ul>`
      }
      <h2>What was sealed</h2>
      ${all.length === 0 ? html`<p>Nothing yet.</p>` : all.map(oneOf)}
    `,
  );
};

function oneOf({ n, kind, by, at, open, contents, used }: SealedSeen): Html {
  const facts = Object.entries({ ...open, ...contents });
  return html`<div class="comment">
    <p class="meta">${n} · ${kind} by ${by}, ${when(at)}${used ? ', used' : ''}</p>
    ${
      facts.length === 0
        ? null
        : html`<dl>
            ${facts.map(
              ([key, value]) =>
                html`<dt>${key}</dt>
                  <dd>${sayValue(value)}</dd>`,
            )}
          </dl>`
    }
    ${contents === null ? html`<p>Sealed: whoever it is for opens it by sitting here.</p>` : null}
  </div>`;
}

async function formOf(visit: Visit, kind: string) {
  const found = await withPosition(visit.game, (position) => sealForm(position, kind));
  if (found === null) throw new RequestProblem(404, 'The rules know no such submission.');
  return found;
}

export const sealing: Handler = async (visit) =>
  pageOf(visit, visit.query.get('kind') ?? '', { problems: [], told: null });

interface Judged {
  readonly problems: readonly { field: string | null; reason: string }[];
  /** What a rule foresees of it, where that was asked. */
  readonly told: string | null;
}

async function pageOf(visit: Visit, kind: string, { problems, told }: Judged) {
  const { title, fields, inPublic, foreseen } = await formOf(visit, kind);
  const given = (id: string): readonly string[] =>
    problems.length > 0 || told !== null
      ? visit.sent.getAll(`p-${id}`)
      : (fields.find((one) => one.id === id)?.start ?? []);
  return show(
    visit,
    title,
    (frame) => html`
      ${problems.filter(({ field: at }) => at === null).map(({ reason }) => html`<p class="error">${reason}</p>`)}
      ${form(
        frame,
        '/seal',
        html`<input type="hidden" name="kind" value="${kind}" />
          ${fields.map((one) =>
            fieldHtml(
              { ...one, label: `${one.label}${inPublic.has(one.id) ? ' (public)' : ' (sealed)'}` },
              given(one.id),
              problems.find(({ field: at }) => at === one.id)?.reason ?? null,
            ),
          )}
          <div class="row">
            ${foreseen ? html`<button name="do" value="preview">See what comes of it</button>` : null}
            ${
              visit.session.seat === null
                ? html`<p><a href="/who">Say who you are</a> to send it.</p>`
                : html`<button class="main">Seal and send</button>`
            }
          </div>
          <div class="preview" id="preview" aria-live="polite">
            ${told === null ? null : html`<div class="notice done"><pre>${told}</pre></div>`}
          </div>`,
      )}
    `,
    problems.length > 0 ? 422 : 200,
  );
}

export const sealIt: Handler = async (visit) => {
  const who = seatOf(visit);
  const kind = field(visit, 'kind', 100);
  const found = await formOf(visit, kind);
  const { words, problems } = readForm(kind, found.fields, (id) => visit.sent.getAll(`p-${id}`));
  if (problems.length > 0) return pageOf(visit, kind, { problems, told: null });
  if (field(visit, 'do', 10) === 'preview') {
    const { refusal, told } = await withPosition(visit.game, (position) =>
      previewSeal(position, visit.game.now(), { ...who, bot: false }, kind, words),
    );
    const wrong = refusal === null ? [] : [{ field: null, reason: reasonOf(refusal) }];
    return pageOf(visit, kind, { problems: wrong, told });
  }
  const step = await takeSeal(visit.game, who, found, words);
  return tell(visit, step, 'It is sealed and sent.', '/sealed');
};

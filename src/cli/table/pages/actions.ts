import { formFieldsOf, type FormField } from '../../../decide/form-field.ts';
import { readForm, type FieldProblem } from '../../../seat/read-form.ts';
import { previewAction, type Preview } from '../../../seat/preview.ts';
import { actionOf, withPosition, possibleActions, type Possible } from '../../../seat/read-table.ts';
import { takeAction } from '../../../seat/take-step.ts';
import type { Person } from '../../../forge/events.ts';
import { RequestProblem } from '../guard.ts';
import { html, type Content, type Html } from '../html.ts';
import { form } from '../page.ts';
import { field, seatOf, show, tell, type Reply, type Handler, type Visit } from '../visit.ts';
import { fieldHtml } from './fields.ts';
import { reasonOf } from './parts.ts';

export const actions: Handler = async (visit) => {
  const { game } = visit;
  const seat = personIn(visit);
  const list = await withPosition(game, (position) => possibleActions(position, game.now(), seat));
  const can = list.filter(({ refusal }) => refusal === null);
  const cannot = list.filter(({ refusal }) => refusal !== null);
  return show(
    visit,
    'Actions',
    () => html`
      ${seat === null ? html`<p class="notice"><a href="/who">Say who you are</a> to see what you may do.</p>` : null}
      <h2>${seat === null ? 'What the rules know' : 'What you can begin now'}</h2>
      ${listOf(can)}
      ${
        cannot.length === 0
          ? null
          : html`<h2>Not now, and why</h2>
              ${listOf(cannot)}`
      }
    `,
  );
};

function listOf(list: readonly Possible[]): Html {
  return html`<ul class="list">
    ${list.map(
      ({ id, title, about, rule, refusal }) =>
        html`<li>
          <a class="title" href="/act?action=${id}">${title}</a>
          <p class="meta">${about === null ? null : `${about} `}Rule ${rule.number} ${rule.title}</p>
          ${refusal === null ? null : html`<p class="why">${reasonOf(refusal)}</p>`}
        </li>`,
    )}
  </ul>`;
}

interface Begun {
  readonly id: string;
  readonly title: string;
  readonly about: string | null;
  readonly fields: readonly FormField[];
  readonly given: (id: string) => readonly string[];
  readonly words: Readonly<Record<string, unknown>>;
  readonly problems: readonly FieldProblem[];
  readonly preview: Preview | null;
}

function personIn({ session }: Visit): Person | null {
  return session.seat === null ? null : { ...session.seat, bot: false };
}

/** The form as far as it is filled in, and what the rules say to it. */
async function begin(visit: Visit, id: string, sent: boolean): Promise<Begun> {
  const { game } = visit;
  const who = personIn(visit);
  return withPosition(game, (position) => {
    const action = actionOf(position, id);
    if (action === null) throw new RequestProblem(404, 'The rules know no such action.');
    const fields = formFieldsOf(action.with, position.open.play.state());
    const given = (name: string): readonly string[] =>
      sent ? visit.sent.getAll(`p-${name}`) : (fields.find((one) => one.id === name)?.start ?? []);
    const { words, problems } = readForm(id, fields, given);
    const judged = who !== null && problems.length === 0;
    const preview = judged ? previewAction(position, game.now(), who, id, words) : null;
    return { id, title: action.title ?? id, about: action.about, fields, given, words, problems, preview };
  });
}

function pageOf(visit: Visit, begun: Begun, judged: boolean, status = 200): Promise<Reply> {
  const { id, title, about, fields, given } = begun;
  const problems = judged ? problemsOf(begun) : [];
  return show(
    visit,
    title,
    (frame) => html`
      ${about === null ? null : html`<p class="lede">${about}</p>`}
      ${form(
        frame,
        '/act',
        html`<input type="hidden" name="action" value="${id}" />
          ${fields.map((one) => fieldHtml(one, given(one.id), problems.find(({ field: at }) => at === one.id)?.reason ?? null))}
          <div class="row">
            <button name="do" value="preview">See what comes of it</button>
            ${
              visit.session.seat === null
                ? html`<p><a href="/who">Say who you are</a> to take it.</p>`
                : html`<button class="main" name="do" value="take">Do it</button>`
            }
          </div>
          <div class="preview" id="preview" aria-live="polite">${judged ? previewOf(begun) : null}</div>`,
        html`data-preview="preview"`,
      )}
    `,
    status,
  );
}

function problemsOf({ problems, preview, fields }: Begun): readonly FieldProblem[] {
  if (preview === null || preview.refusal === null) return problems;
  const { param } = preview.refusal;
  const kebab = param?.replace(/[A-Z]/gu, (sign) => `-${sign.toLowerCase()}`) ?? null;
  const at = fields.some(({ id }) => id === kebab) ? kebab : null;
  return [...problems, { field: at, reason: reasonOf(preview.refusal) }];
}

function previewOf(begun: Begun): Content {
  const { preview } = begun;
  const problems = problemsOf(begun);
  const wrong = problems.flatMap(({ field: at }) => (at === null ? [] : [`p-${at}`]));
  if (preview === null || preview.refusal !== null)
    return html`<div class="notice refused" data-wrong="${wrong.join(' ')}">
      ${(preview?.refusal ?? null) === null ? null : html`<p><strong>The rules refuse it as it stands.</strong></p>`}
      ${problems.map(({ reason }) => html`<p>${reason}</p>`)} ${priceOf(preview)}
      ${problems.length === 0 ? html`<p>Say who you are to see what the rules would say.</p>` : null}
    </div>`;
  return html`<div class="notice done">
    ${
      preview.unseen
        ? html`<p>It looks at what is secret, so what comes of it is told only when it is done.</p>`
        : html`<p><strong>The rules allow it.</strong></p>`
    }
    ${priceOf(preview)} ${preview.byChance ? html`<p>Chance decides the rest.</p>` : null}
    ${preview.told === null ? null : html`<pre>${preview.told}</pre>`}
    ${
      preview.changes.length === 0
        ? null
        : html`<ul>
            ${preview.changes.map((change) => html`<li>${change}</li>`)}
          </ul>`
    }
  </div>`;
}

function priceOf(preview: Preview | null): Content {
  return preview === null || preview.price.length === 0
    ? null
    : html`<p>It costs ${preview.price.join(' and ')}.</p>`;
}

export const actPage: Handler = async (visit) => {
  const begun = await begin(visit, visit.query.get('action') ?? '', false);
  // With nothing to fill in the rules can say at once what they think of it.
  return pageOf(visit, begun, begun.fields.length === 0);
};

export const take: Handler = async (visit) => {
  const begun = await begin(visit, field(visit, 'action', 100), true);
  if (visit.part) return { page: html`${previewOf(begun)}` };
  const taking = field(visit, 'do', 10) === 'take';
  const who = taking ? seatOf(visit) : null;
  if (who === null || begun.problems.length > 0 || (begun.preview?.refusal ?? null) !== null)
    return pageOf(visit, begun, true, taking ? 422 : 200);
  const step = await takeAction(visit.game, who, begun.id, begun.words);
  return tell(visit, step, `${who.name}: ${begun.title}. Done.`, `/act?action=${begun.id}`);
};

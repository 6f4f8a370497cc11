import {
  draftRuleEdit,
  draftWanted,
  propose as proposeDraft,
  readRuleText,
  type Draft,
} from '../../../engine/table/draft-edit.ts';
import { previewPost } from '../../../engine/table/preview.ts';
import { atTable, kindsAt, rulesAt } from '../../../engine/table/read-table.ts';
import type { Wanted } from '../../../engine/local/draft-changes.ts';
import { SECTIONS, type Section } from '../../../kernel/manifest.ts';
import type { RefusalData } from '../../../kernel/refusal.ts';
import { RequestProblem } from '../guard.ts';
import { html, type Content, type Html } from '../html.ts';
import { form, type PageFrame } from '../page.ts';
import { field, seatOf, show, tell, type Answer, type Handler, type Visit } from '../visit.ts';
import { diffBlock, reasonOf } from './parts.ts';

export const rules: Handler = async (visit) => {
  const list = await atTable(visit.game, rulesAt);
  return show(
    visit,
    'Rules',
    () => html`
      <p><a href="/add-rule">Propose a new rule</a> · <a href="/values">Propose other values</a></p>
      <ul class="list">
        ${list.map(
          (rule) =>
            html`<li>
              <a class="title" href="/rule?path=${encodeURIComponent(rule.path)}"
                >${rule.number} ${rule.title}</a
              >
            </li>`,
        )}
      </ul>
    `,
  );
};

interface Written {
  readonly do: 'edit' | 'add' | 'repeal';
  readonly path: string;
  readonly base: string;
  readonly body: string;
  readonly name: string;
  readonly section: string;
  readonly title: string;
  readonly text: string;
}

function writtenIn(visit: Visit): Written {
  const what = field(visit, 'change', 10);
  return {
    do: what === 'add' || what === 'repeal' ? what : 'edit',
    path: field(visit, 'path', 400),
    base: field(visit, 'base', 40),
    body: field(visit, 'body', 120_000),
    name: field(visit, 'name', 200).trim(),
    section: field(visit, 'section', 40),
    title: field(visit, 'title', 400).trim(),
    text: field(visit, 'text', 60_000),
  };
}

async function draftOf({ game }: Visit, written: Written): Promise<Draft> {
  if (written.do === 'edit') return draftRuleEdit(game, written);
  if (written.do === 'repeal') return draftWanted(game, { do: 'repeal', rule: written.path });
  if (!(SECTIONS as readonly string[]).includes(written.section))
    throw new RequestProblem(400, 'A rule stands in one of the sections that the form lists.');
  const wanted: Wanted = {
    do: 'add',
    title: written.name,
    text: written.body,
    section: written.section as Section,
  };
  if (written.name === '' || written.body.trim() === '') {
    const base = await game.main();
    return { base, changes: new Map(), diff: [], problems: ['A new rule needs a title and words.'] };
  }
  return draftWanted(game, wanted);
}

async function pageOf(visit: Visit, written: Written, preview: Content, status = 200): Promise<Answer> {
  if (written.do === 'add')
    return show(visit, 'A new rule', (frame) => addForm(frame, visit, written, preview), status);
  const list = await atTable(visit.game, rulesAt);
  const rule = list.find(({ path }) => path === written.path);
  if (rule === undefined) throw new RequestProblem(404, 'There is no such rule in this game.');
  return show(
    visit,
    `${rule.number} ${rule.title}`,
    (frame) => html`
      ${written.do === 'repeal' ? null : editForm(frame, visit, written, preview)}
      ${written.do === 'repeal' ? preview : null}
      <h2>Repeal</h2>
      <p class="hint">To propose that this rule goes, with its sub-rules.</p>
      ${form(
        frame,
        '/rule',
        html`<input type="hidden" name="change" value="repeal" /><input
            type="hidden"
            name="path"
            value="${rule.path}"
          />
          <input type="hidden" name="title" value="Repeal ${rule.title}" />
          <button name="do" value="preview">See what would go</button>
          ${visit.session.seat === null ? null : html`<button name="do" value="propose">Propose the repeal</button>`}`,
      )}
    `,
    status,
  );
}

function editForm(frame: PageFrame, visit: Visit, written: Written, preview: Content): Html {
  return form(
    frame,
    '/rule',
    html`<input type="hidden" name="change" value="edit" />
      <input type="hidden" name="path" value="${written.path}" />
      <input type="hidden" name="base" value="${written.base}" />
      <div class="field">
        <label for="body">Its words</label>
        <p class="hint" id="body-hint">
          In Markdown, with the plain words Player and Emperor; a link such as [48](#value:window) holds a
          number that the engine reads.
        </p>
        <textarea
          id="body"
          name="body"
          class="rule-text"
          aria-describedby="body-hint preview"
          spellcheck="true"
        >
${written.body}</textarea>
      </div>
      ${proposalFields(written)} ${buttons(visit)} ${previewPlace(preview)}`,
    html`data-preview="preview"`,
  );
}

function addForm(frame: PageFrame, visit: Visit, written: Written, preview: Content): Html {
  return form(
    frame,
    '/rule',
    html`<input type="hidden" name="change" value="add" />
      <div class="field">
        <label for="name">Title of the rule</label>
        <input id="name" name="name" value="${written.name}" maxlength="200" required />
      </div>
      <div class="field">
        <label for="section">Where</label>
        <select id="section" name="section">
          ${SECTIONS.map(
            (section) =>
              html`<option
                value="${section}"
                ${section === (written.section || 'dynastic') ? html`selected` : null}
              >
                ${section}
              </option>`,
          )}
        </select>
      </div>
      <div class="field">
        <label for="body">Its words</label>
        <textarea id="body" name="body" required aria-describedby="preview">${written.body}</textarea>
      </div>
      ${proposalFields(written)} ${buttons(visit)} ${previewPlace(preview)}`,
    html`data-preview="preview"`,
  );
}

function proposalFields({ title, text }: Written): Html {
  return html`<div class="field">
      <label for="title">Title of the proposal</label>
      <input
        id="title"
        name="title"
        value="${title}"
        maxlength="400"
        autocomplete="off"
        aria-describedby="preview"
      />
    </div>
    <div class="field">
      <label for="text">What you say for it</label>
      <textarea id="text" name="text">${text}</textarea>
    </div>`;
}

function buttons(visit: Visit): Html {
  return html`<div class="row">
    <button name="do" value="preview">Show what would change</button>
    ${
      visit.session.seat === null
        ? html`<p><a href="/who">Say who you are</a> to propose it.</p>`
        : html`<button class="main" name="do" value="propose">Propose it</button>`
    }
  </div>`;
}

function previewPlace(preview: Content): Html {
  return html`<div class="preview" id="preview" aria-live="polite">${preview}</div>`;
}

function previewOf(draft: Draft, refusal: RefusalData | null, problems: readonly string[]): Html {
  const wrong = [...draft.problems, ...problems];
  return html`<div
    data-wrong="${draft.problems.length > 0 ? 'body' : ''}${problems.length > 0 ? ' title' : ''}"
  >
    ${wrong.map((problem) => html`<p class="error">${problem}</p>`)}
    ${
      refusal === null
        ? null
        : html`<p class="error">The rules would not take it as a proposal: ${reasonOf(refusal)}</p>`
    }
    ${draft.diff.map(diffBlock)}
  </div>`;
}

const BLANK: Written = {
  do: 'edit',
  path: '',
  base: '',
  body: '',
  name: '',
  section: '',
  title: '',
  text: '',
};

export const rule: Handler = async (visit) => {
  const path = visit.query.get('path') ?? '';
  const text = await readRuleText(visit.game, path);
  if (text === null) throw new RequestProblem(404, 'There is no such rule in this game.');
  return pageOf(visit, { ...BLANK, ...text, path }, null);
};

export const newRule: Handler = (visit) => pageOf(visit, { ...BLANK, do: 'add' }, null);

export const propose: Handler = async (visit) => {
  const { game, session } = visit;
  const written = writtenIn(visit);
  const draft = await draftOf(visit, written);
  const proposing = field(visit, 'do', 10) === 'propose';
  const seat = session.seat === null ? null : { ...session.seat, bot: false };
  const title = written.title || titleFor(written);
  const found = await atTable(game, (table) => {
    const kind =
      kindsAt(table).find(({ id, votable }) => votable && id === 'proposal') ??
      kindsAt(table).find((one) => one.votable);
    const draftPost = { kind: kind?.id ?? 'proposal', title, text: written.text };
    return {
      post: draftPost,
      refusal: seat === null ? null : previewPost(table, game.now(), seat, draftPost),
    };
  });
  const wrong = draft.problems.length > 0 || draft.changes.size === 0 || found.refusal !== null;
  const preview = previewOf(draft, found.refusal, []);
  if (visit.part) return { page: preview };
  if (!proposing || wrong) return pageOf(visit, written, preview, proposing ? 422 : 200);
  const step = await proposeDraft(game, seatOf(visit), found.post, draft);
  const goTo = step.ok && step.post !== null ? `/matter?id=${encodeURIComponent(step.post)}` : '/';
  return tell(visit, step, 'It is proposed.', goTo);
};

function titleFor({ do: what, path, name }: Written): string {
  const last = (path.split('/').at(-1) ?? '').replaceAll('-', ' ');
  return what === 'add' ? name : what === 'repeal' ? `Repeal ${last}` : `Change ${last}`;
}

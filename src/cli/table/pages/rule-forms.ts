import type { Draft } from '../../../seat/draft-edit.ts';
import { SECTIONS, type RuleEntry } from '../../../kernel/manifest.ts';
import type { RefusalData } from '../../../kernel/refusal.ts';
import { html, type Content, type Html } from '../html.ts';
import { form, type PageFrame } from '../page.ts';
import { diffBlock, refusedPost } from './parts.ts';
import { proposalFields, type ProposalForm, type Words } from './proposal.ts';

/** What a form about a rule holds. */
export interface Written extends Words {
  readonly do: 'edit' | 'add' | 'repeal';
  readonly path: string;
  readonly base: string;
  readonly body: string;
  readonly clause: string;
  readonly name: string;
  readonly section: string;
  /** The rule that a new one is a sub-rule of; empty where it is of none. */
  readonly under: string;
  /** Which new rule of the draft this is, where it is in it already. */
  readonly entry: string;
}

/** How a form about a rule is shown. */
export interface ShownRule {
  readonly seated: boolean;
  readonly proposal: ProposalForm;
  /** Whether the clause is written on, and so open. */
  readonly open: boolean;
  /** Of what was said of the clause, where it was tried. */
  readonly mark: string;
}

export const BLANK: Written = {
  do: 'edit',
  path: '',
  base: '',
  body: '',
  clause: '',
  name: '',
  section: '',
  under: '',
  entry: '',
  title: '',
  text: '',
  kind: '',
};

export function editForm(frame: PageFrame, shown: ShownRule, written: Written, preview: Content): Html {
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
      ${clauseField(written.clause, shown)} ${proposalFields(shown.proposal, written)}
      ${buttons(shown.seated)} ${previewPlace(preview)}`,
    html`data-preview="preview"`,
  );
}

export function addForm(
  frame: PageFrame,
  shown: ShownRule,
  { written, list }: { readonly written: Written; readonly list: readonly RuleEntry[] },
  preview: Content,
): Html {
  return form(
    frame,
    '/rule',
    html`<input type="hidden" name="change" value="add" />
      <input type="hidden" name="entry" value="${written.entry}" />
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
        <label for="under">A sub-rule of</label>
        <select id="under" name="under">
          <option value="">no other rule</option>
          ${list.map(
            ({ path, number, title }) =>
              html`<option value="${path}" ${path === written.under ? html`selected` : null}>
                ${number} ${title}
              </option>`,
          )}
        </select>
      </div>
      <div class="field">
        <label for="body">Its words</label>
        <textarea id="body" name="body" required aria-describedby="preview">${written.body}</textarea>
      </div>
      ${clauseField(written.clause, shown)} ${proposalFields(shown.proposal, written)}
      ${buttons(shown.seated)} ${previewPlace(preview)}`,
    html`data-preview="preview"`,
  );
}

function clauseField(clause: string, { open, mark }: ShownRule): Html {
  return html`<input type="hidden" name="mark" value="${mark}" />
    <details class="field" ${open ? html`open` : null}>
      <summary>Its clause: what the engine runs of it</summary>
      <label for="clause">Its clause</label>
      <p class="hint" id="clause-hint">
        In TypeScript; docs/writing-a-clause.md says how. Left empty, the rule has none and people play it. It
        is tried when you press a button, before anything is proposed.
      </p>
      <textarea
        id="clause"
        name="clause"
        class="clause"
        aria-describedby="clause-hint preview"
        spellcheck="false"
        autocapitalize="off"
        autocomplete="off"
      >
${clause}</textarea>
    </details>`;
}

function buttons(seated: boolean): Html {
  return html`<div class="row">
    <button name="do" value="preview">Show what would change</button>
    ${
      seated
        ? html`${keepButton('Put it into your draft')}
            <button class="main" name="do" value="propose">Propose it</button>`
        : html`<p><a href="/who">Say who you are</a> to propose it.</p>`
    }
  </div>`;
}

/** For a proposal that changes more than this. */
export function keepButton(text: string): Html {
  return html`<button name="do" value="keep">${text}</button>`;
}

function previewPlace(preview: Content): Html {
  return html`<div class="preview" id="preview" aria-live="polite">${preview}</div>`;
}

export function previewOf(draft: Draft, refusal: RefusalData | null, more: Content = null): Html {
  return html`<div data-wrong="${draft.problems.length > 0 ? 'body' : ''}">
    ${draft.problems.map((problem) => html`<p class="error">${problem}</p>`)} ${refusedPost(refusal)} ${more}
    ${draft.diff.map(diffBlock)}
  </div>`;
}

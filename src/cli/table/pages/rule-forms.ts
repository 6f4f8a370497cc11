import type { Draft } from '../../../engine/table/draft-edit.ts';
import { SECTIONS, type RuleEntry } from '../../../kernel/manifest.ts';
import type { RefusalData } from '../../../kernel/refusal.ts';
import { html, type Content, type Html } from '../html.ts';
import { form, type PageFrame } from '../page.ts';
import { diffBlock, refusedPost } from './parts.ts';

/** What a form about a rule holds. */
export interface Written {
  readonly do: 'edit' | 'add' | 'repeal';
  readonly path: string;
  readonly base: string;
  readonly body: string;
  readonly name: string;
  readonly section: string;
  /** The rule that a new one is a sub-rule of; empty where it is of none. */
  readonly under: string;
  /** Which new rule of the draft this is, where it is in it already. */
  readonly entry: string;
  readonly title: string;
  readonly text: string;
}

export const BLANK: Written = {
  do: 'edit',
  path: '',
  base: '',
  body: '',
  name: '',
  section: '',
  under: '',
  entry: '',
  title: '',
  text: '',
};

export function editForm(frame: PageFrame, seated: boolean, written: Written, preview: Content): Html {
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
      ${proposalFields(written)} ${buttons(seated)} ${previewPlace(preview)}`,
    html`data-preview="preview"`,
  );
}

export function addForm(
  frame: PageFrame,
  seated: boolean,
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
      ${proposalFields(written)} ${buttons(seated)} ${previewPlace(preview)}`,
    html`data-preview="preview"`,
  );
}

export function proposalFields({ title, text }: Pick<Written, 'title' | 'text'>): Html {
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

export function previewOf(draft: Draft, refusal: RefusalData | null): Html {
  return html`<div data-wrong="${draft.problems.length > 0 ? 'body' : ''}">
    ${draft.problems.map((problem) => html`<p class="error">${problem}</p>`)} ${refusedPost(refusal)}
    ${draft.diff.map(diffBlock)}
  </div>`;
}

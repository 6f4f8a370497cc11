import { draftSettings, propose as proposeDraft, type Draft } from '../../../seat/draft-edit.ts';
import { withPosition, settableAt } from '../../../seat/read-table.ts';
import { readValue } from '../../../decide/commands.ts';
import type { RefusalData } from '../../../kernel/refusal.ts';
import { html, type Html } from '../html.ts';
import { keepEdit, keptEdit } from '../kept-draft.ts';
import { form } from '../page.ts';
import { field, seatOf, show, tell, type Reply, type Handler, type Visit } from '../visit.ts';
import { keepWordsAndTell } from './draft.ts';
import { diffBlock, reasonOf } from './parts.ts';
import { judgeProposal, proposalFields, proposalForm, type Words } from './proposal.ts';
import { keepButton } from './rule-forms.ts';

const ROWS = 4;

interface Written extends Words {
  readonly settings: readonly { readonly path: string; readonly value: string }[];
}

const BLANK: Written = { settings: [], title: '', text: '', kind: '' };

export const values: Handler = async (visit) => {
  const path = visit.query.get('path') ?? '';
  const kept = keptEdit(visit, ({ edit }) => edit.do === 'set' && edit.path === path)?.edit;
  const value = kept?.do === 'set' ? kept.value : '';
  return pageOf(visit, { ...BLANK, settings: [{ path, value }] }, null);
};

async function pageOf(visit: Visit, written: Written, preview: Html | null, status = 200): Promise<Reply> {
  const paths = await withPosition(visit.game, settableAt);
  const asked = await proposalForm(visit, written);
  const rows = Array.from({ length: ROWS }, (_, i) => written.settings[i] ?? { path: '', value: '' });
  return show(
    visit,
    'Propose other values',
    (frame) =>
      form(
        frame,
        '/values',
        html`<p class="lede">
            A proposal can set what is tracked: up to ${ROWS} values at once, and more in a draft.
          </p>
          <datalist id="paths">
            ${paths.map(({ path, now }) => html`<option value="${path}">${now}</option>`)}
          </datalist>
          ${rows.map(
            ({ path, value }, i) =>
              html`<fieldset class="field">
                <legend>Value ${i + 1}</legend>
                <div class="field">
                  <label for="path-${i}"
                    >What, such as <code>${paths[0]?.path ?? 'players.ana.name'}</code></label
                  >
                  <input
                    id="path-${i}"
                    name="path"
                    list="paths"
                    value="${path}"
                    maxlength="300"
                    autocomplete="off"
                    aria-describedby="preview"
                  />
                </div>
                <div class="field">
                  <label for="value-${i}">What it is to be</label>
                  <input id="value-${i}" name="value" value="${value}" maxlength="5000" autocomplete="off" />
                </div>
              </fieldset>`,
          )}
          ${proposalFields(asked, written)}
          <div class="row">
            <button name="do" value="preview">Show what would change</button>
            ${
              visit.session.seat === null
                ? html`<p><a href="/who">Say who you are</a> to propose it.</p>`
                : html`${keepButton('Put it into your draft')}
                    <button class="main" name="do" value="propose">Propose it</button>`
            }
          </div>
          <div class="preview" id="preview" aria-live="polite">${preview}</div>`,
        html`data-preview="preview"`,
      ),
    status,
  );
}

function writtenIn(visit: Visit): Written {
  const [paths, given] = [visit.sent.getAll('path'), visit.sent.getAll('value')];
  const settings = paths
    .slice(0, ROWS)
    .map((path, i) => ({ path: path.trim().slice(0, 300), value: (given[i] ?? '').slice(0, 5000) }))
    .filter(({ path }) => path !== '');
  return {
    settings,
    title: field(visit, 'title', 400).trim(),
    text: field(visit, 'text', 60_000),
    kind: field(visit, 'kind', 100),
  };
}

function previewOf(draft: Draft, refusal: RefusalData | null): Html {
  return html`<div>
    ${draft.problems.map((problem) => html`<p class="error">${problem}</p>`)}
    ${refusal === null ? null : html`<p class="error">The rules would not take it as a proposal: ${reasonOf(refusal)}</p>`}
    ${draft.diff.map(diffBlock)}
  </div>`;
}

export const proposeValues: Handler = async (visit) => {
  const { game } = visit;
  const written = writtenIn(visit);
  const draft = await draftSettings(
    game,
    written.settings.map(({ path, value }) => ({ do: 'set', path, value: readValue(value) })),
  );
  const doing = field(visit, 'do', 10);
  const impossible = draft.problems.length > 0 || draft.changes.size === 0;
  if (doing === 'keep' && !impossible && !visit.part) return keepWritten(visit, written);
  const title = written.title || `Set ${written.settings.map(({ path }) => path).join(', ')}`.slice(0, 200);
  const { post, refusal } = await judgeProposal(visit, { ...written, title });
  const preview = previewOf(draft, refusal);
  if (visit.part) return { page: preview };
  const wrong = impossible || refusal !== null;
  if (doing !== 'propose' || wrong)
    return pageOf(visit, written, preview, doing === 'propose' || doing === 'keep' ? 422 : 200);
  const step = await proposeDraft(game, seatOf(visit), post, draft);
  const goTo = step.ok && step.post !== null ? `/matter?id=${encodeURIComponent(step.post)}` : '/';
  return tell(visit, step, 'It is proposed.', goTo);
};

function keepWritten(visit: Visit, written: Written): Reply {
  seatOf(visit);
  for (const { path, value } of written.settings) keepEdit(visit, { do: 'set', path, value }, null);
  return keepWordsAndTell(visit, written);
}

import {
  clauseText,
  draftRuleEdit,
  draftWanted,
  isOtherClause,
  propose as proposeDraft,
  readRuleAsOf,
  readRuleText,
  type Draft,
} from '../../../seat/draft-edit.ts';
import type { DraftEdit } from '../../../seat/draft-several.ts';
import { withPosition, rulesAt } from '../../../seat/read-table.ts';
import { SECTIONS, type Section } from '../../../kernel/manifest.ts';
import { RequestProblem } from '../guard.ts';
import { html, type Content, type Html } from '../html.ts';
import { keepEdit, keptEdit } from '../kept-draft.ts';
import { form, type PageFrame } from '../page.ts';
import { field, seatOf, show, tell, type Reply, type Handler, type Visit } from '../visit.ts';
import { keepWordsAndTell } from './draft.ts';
import { judgeProposal, kindField, proposalForm } from './proposal.ts';
import {
  addForm,
  BLANK,
  editForm,
  keepButton,
  previewOf,
  type ShownRule,
  type Written,
} from './rule-forms.ts';
import { markOf, trialBlock, trialOf } from './trial.ts';

export const rules: Handler = async (visit) => {
  const list = await withPosition(visit.game, rulesAt);
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

function writtenIn(visit: Visit): Written {
  const what = field(visit, 'change', 10);
  return {
    do: what === 'add' || what === 'repeal' ? what : 'edit',
    path: field(visit, 'path', 400),
    base: field(visit, 'base', 40),
    body: field(visit, 'body', 120_000),
    name: field(visit, 'name', 200).trim(),
    section: field(visit, 'section', 40),
    under: field(visit, 'under', 400),
    entry: field(visit, 'entry', 10),
    clause: field(visit, 'clause', 120_000),
    title: field(visit, 'title', 400).trim(),
    text: field(visit, 'text', 60_000),
    kind: field(visit, 'kind', 100),
  };
}

/** What a form sent, with the clause as it stands where the form had none. */
async function whatIsWritten(visit: Visit): Promise<Written> {
  const written = writtenIn(visit);
  if (written.do !== 'edit' || visit.sent.has('clause')) return written;
  return { ...written, clause: (await readRuleAsOf(visit.game, written.path, written.base)).clause };
}

async function draftOf({ game }: Visit, written: Written): Promise<Draft> {
  if (written.do === 'edit') return draftRuleEdit(game, written);
  if (written.do === 'repeal') return draftWanted(game, { do: 'repeal', rule: written.path });
  if (written.name === '' || written.body.trim() === '') {
    const base = await game.main();
    return { base, changes: new Map(), diff: [], problems: ['A new rule needs a title and words.'] };
  }
  return draftWanted(game, { do: 'add', title: written.name, text: written.body, ...restOf(written) });
}

/** A sub-rule stands in the section of the rule that it is under. */
function restOf(written: Written): {
  readonly section: Section;
  readonly under?: string;
  readonly clause?: string;
} {
  const clause = clauseText(written.clause);
  return {
    section: sectionOf(written),
    ...(written.under === '' ? {} : { under: written.under }),
    ...(clause === null ? {} : { clause }),
  };
}

function sectionOf({ section }: Written): Section {
  if (!(SECTIONS as readonly string[]).includes(section))
    throw new RequestProblem(400, 'A rule stands in one of the sections that the form lists.');
  return section as Section;
}

interface More {
  readonly status?: number;
  readonly note?: Html | null;
  /** Of what the trial of a clause said, where the page says it. */
  readonly mark?: string;
}

async function pageOf(
  visit: Visit,
  written: Written,
  preview: Content,
  { status = 200, note = null, mark = '' }: More = {},
): Promise<Reply> {
  const now = written.do === 'edit' ? await readRuleText(visit.game, written.path) : null;
  const shown: ShownRule = {
    seated: visit.session.seat !== null,
    proposal: await proposalForm(visit, written),
    open: isOtherClause(now?.clause ?? '', written.clause),
    mark,
  };
  const list = await withPosition(visit.game, rulesAt);
  if (written.do === 'add')
    return show(
      visit,
      'A new rule',
      (frame) => html`${note} ${addForm(frame, shown, { written, list }, preview)}`,
      status,
    );
  const rule = list.find(({ path }) => path === written.path);
  if (rule === undefined) throw new RequestProblem(404, 'There is no such rule in this game.');
  return show(
    visit,
    `${rule.number} ${rule.title}`,
    (frame) => html`
      ${note} ${written.do === 'repeal' ? null : editForm(frame, shown, written, preview)}
      ${written.do === 'repeal' ? preview : null}
      <h2>Repeal</h2>
      <p class="hint">To propose that this rule goes, with its sub-rules.</p>
      ${repealForm(frame, shown, written, rule.title)}
    `,
    status,
  );
}

function repealForm(
  frame: PageFrame,
  { seated, proposal, mark }: ShownRule,
  { do: doing, path, base }: Written,
  title: string,
): Html {
  return form(
    frame,
    '/rule',
    html`<input type="hidden" name="change" value="repeal" />
      <input type="hidden" name="path" value="${path}" />
      <input type="hidden" name="base" value="${base}" />
      <input type="hidden" name="title" value="Repeal ${title}" />
      ${doing === 'repeal' ? html`<input type="hidden" name="mark" value="${mark}" />` : null}
      ${seated ? kindField(proposal, 'repeal-kind') : null}
      <div class="row">
        <button name="do" value="preview">See what would go</button>
        ${
          seated
            ? html`${keepButton('Put the repeal into your draft')}
                <button name="do" value="propose">Propose the repeal</button>`
            : null
        }
      </div>`,
  );
}

export const rulePage: Handler = async (visit) => {
  const path = visit.query.get('path') ?? '';
  const text = await readRuleText(visit.game, path);
  if (text === null) throw new RequestProblem(404, 'There is no such rule in this game.');
  const kept = keptEdit(
    visit,
    ({ edit }) => (edit.do === 'edit' || edit.do === 'repeal') && edit.path === path,
  )?.edit;
  const now = { ...BLANK, ...text, path };
  if (kept === undefined || kept.do === 'add' || kept.do === 'set') return pageOf(visit, now, null);
  if (kept.do === 'repeal')
    return pageOf(visit, now, null, { note: inDraft('Your draft repeals this rule.') });
  const { text: file, clause } = await readRuleAsOf(visit.game, path, text.base);
  const said =
    file === kept.before && !isOtherClause(clause, kept.clause?.before ?? clause)
      ? 'These words are in your draft.'
      : 'These words are in your draft, and the rule has changed since you wrote them. Below them is how they differ from it as it is now: see that nothing is lost, and put them into the draft again.';
  const written = { ...now, body: kept.body, clause: kept.clause?.after ?? clause };
  const draft = await draftRuleEdit(visit.game, written);
  return pageOf(visit, written, previewOf(draft, null), { note: inDraft(said) });
};

function inDraft(said: string): Html {
  return html`<p class="notice">${said} <a href="/draft">See the draft</a></p>`;
}

export const newRule: Handler = async (visit) => {
  const entry = visit.query.get('entry') ?? '';
  const kept = keptEdit(visit, ({ id }) => String(id) === entry)?.edit;
  if (kept?.do !== 'add') return pageOf(visit, { ...BLANK, do: 'add' }, null);
  const { title: name, section, under = '', body, clause = '' } = kept;
  const note = inDraft('This new rule is in your draft.');
  return pageOf(visit, { ...BLANK, do: 'add', name, section, under, body, clause, entry }, null, { note });
};

const NOT_YET = html`<p class="error">
  Nothing is proposed yet: see what the trial of the clause says, and press the button again.
</p>`;

export const proposePage: Handler = async (visit) => {
  const { game } = visit;
  const written = await whatIsWritten(visit);
  const draft = await draftOf(visit, written);
  const doing = field(visit, 'do', 10);
  const impossible = draft.problems.length > 0 || draft.changes.size === 0;
  if (doing === 'keep' && !impossible) return keepWritten(visit, written);
  const title = written.title || titleFor(written);
  const { post, refusal } = await judgeProposal(visit, { ...written, title });
  // A clause is tried at the press of a button, and not with every letter.
  if (visit.part) return { page: previewOf(draft, refusal) };
  const trial = await trialOf(visit, post, draft);
  const mark = trial === null ? '' : markOf(draft, trial);
  const unseen = trial !== null && mark !== field(visit, 'mark', 64);
  if (doing !== 'propose' || impossible || refusal !== null || unseen) {
    const status = doing === 'propose' || doing === 'keep' ? 422 : 200;
    const first = doing === 'propose' && unseen && refusal === null;
    const said = html`${first ? NOT_YET : null} ${trialBlock(trial)}`;
    return pageOf(visit, written, previewOf(draft, refusal, said), { status, mark });
  }
  const step = await proposeDraft(game, seatOf(visit), post, draft);
  const goTo = step.ok && step.post !== null ? `/matter?id=${encodeURIComponent(step.post)}` : '/';
  return tell(visit, step, 'It is proposed.', goTo);
};

async function keepWritten(visit: Visit, written: Written): Promise<Reply> {
  seatOf(visit);
  keepEdit(visit, await editFor(visit, written), written.entry === '' ? null : Number(written.entry));
  // A repeal's form has a title that nobody wrote.
  return keepWordsAndTell(visit, written.do === 'repeal' ? { ...written, title: '' } : written);
}

async function editFor({ game }: Visit, written: Written): Promise<DraftEdit> {
  const { path, body, base } = written;
  if (written.do === 'add') return { do: 'add', title: written.name, body, ...restOf(written) };
  const { text, clause } = await readRuleAsOf(game, path, base);
  if (text === null) throw new RequestProblem(404, 'There is no such rule in this game.');
  if (written.do === 'repeal') return { do: 'repeal', path, before: text };
  const edit = { do: 'edit', path, body, before: text } as const;
  return isOtherClause(clause, written.clause)
    ? { ...edit, clause: { before: clause, after: written.clause } }
    : edit;
}

function titleFor({ do: what, path, name }: Written): string {
  const last = (path.split('/').at(-1) ?? '').replaceAll('-', ' ');
  return what === 'add' ? name : what === 'repeal' ? `Repeal ${last}` : `Change ${last}`;
}

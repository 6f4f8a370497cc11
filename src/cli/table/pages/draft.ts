import { createHash } from 'node:crypto';

import { propose as proposeDraft } from '../../../seat/draft-edit.ts';
import {
  draftSeveral,
  type DraftedEdit,
  type DraftedSeveral,
  type DraftEdit,
} from '../../../seat/draft-several.ts';
import { withPosition, rulesAt } from '../../../seat/read-table.ts';
import type { DraftTrial } from '../../../seat/try-draft.ts';
import type { RuleEntry } from '../../../kernel/manifest.ts';
import { splitFrontMatter } from '../../../ruleset/front-matter.ts';
import { html, type Content, type Html } from '../html.ts';
import { dropDraft, keepWords, keptDraft, takeOut, type KeptDraft, type KeptEdit } from '../kept-draft.ts';
import { form } from '../page.ts';
import { field, seatOf, show, tell, type Reply, type Handler, type Visit } from '../visit.ts';
import { diffBlock, refusedPost } from './parts.ts';
import { judgeProposal, proposalFields, proposalForm, type Words } from './proposal.ts';
import { trialBlock, trialOf } from './trial.ts';
import { capitalised } from '../../../kernel/sentence.ts';

interface Seen {
  readonly kept: KeptDraft;
  readonly drafted: DraftedSeveral;
  readonly judged: Awaited<ReturnType<typeof judgeProposal>>;
  readonly trial: DraftTrial | null;
  readonly list: readonly RuleEntry[];
  /** Of all that the page shows. What is proposed is what somebody saw, and not what has become of it since. */
  readonly mark: string;
}

async function lookAt(visit: Visit): Promise<Seen> {
  const kept = keptDraft(visit);
  const drafted = await draftSeveral(
    visit.game,
    kept.edits.map(({ edit }) => edit),
  );
  const list = await withPosition(visit.game, rulesAt);
  const judged = await judgeProposal(visit, { ...kept, title: kept.title || titleFor({ kept, list }) });
  // While somebody writes, what they say for it is looked at, and not the clauses with every letter.
  const trial = visit.part ? null : await trialOf(visit, judged.post, drafted.whole);
  const all = [visit.session.seat?.id, drafted.each, [...drafted.whole.changes], trial];
  return {
    kept,
    drafted,
    judged,
    trial,
    list,
    mark: createHash('sha256').update(JSON.stringify(all)).digest('hex'),
  };
}

export const draft: Handler = async (visit) => pageOf(visit, await lookAt(visit), null);

async function pageOf(visit: Visit, seen: Seen, preview: Content, status = 200): Promise<Reply> {
  const { kept } = seen;
  const asked = await proposalForm(visit, kept);
  if (kept.edits.length === 0) return show(visit, 'Your draft', () => emptyDraft(visit), status);
  return show(
    visit,
    'Your draft',
    (frame) => html`
      <p class="lede">
        ${kept.edits.length === 1 ? 'One change' : html`${kept.edits.length} changes`}, to be proposed as one
        matter.
      </p>
      <p>
        <a href="/rules">Change another rule</a> · <a href="/add-rule">Add a new rule</a> ·
        <a href="/values">Set a value</a>
      </p>
      ${form(
        frame,
        '/draft',
        html`<input type="hidden" name="mark" value="${seen.mark}" />
          ${proposalFields(asked, kept)}
          <div class="row">
            <button name="do" value="preview">Keep these words for now</button>
            <button class="main" name="do" value="propose">Propose all of it</button>
          </div>
          <div class="preview" id="preview" aria-live="polite">${preview}</div>
          ${trialBlock(seen.trial)}
          ${kept.edits.map((one, i) => editBlock(one, seen.drafted.each[i], seen.list))}`,
        html`data-preview="preview"`,
      )}
    `,
    status,
  );
}

function emptyDraft({ session }: Visit): Html {
  return session.seat === null
    ? html`<p><a href="/who">Say who you are</a> to have a draft.</p>`
    : html`<p>
        Nothing is in it. To change several things by one proposal, put each change into your draft on the
        rule’s page: <a href="/rules">to the rules</a>; or set <a href="/values">values</a>.
      </p>`;
}

const DONE: Readonly<Record<DraftEdit['do'], string>> = {
  edit: 'Other words',
  repeal: 'Repealed, with its sub-rules',
  add: 'A new rule',
  set: 'Another value',
};

function doneBy(edit: DraftEdit): string {
  if (edit.do !== 'edit' || edit.clause === undefined) return DONE[edit.do];
  const words = splitFrontMatter(edit.before).body.trim() !== edit.body.trim();
  const clause = edit.clause.after.trim() === '' ? 'no clause any more' : 'another clause';
  return words ? `${DONE.edit}, and ${clause}` : capitalised(clause);
}

function editBlock(
  { id, edit }: KeptEdit,
  drafted: DraftedEdit | undefined,
  list: readonly RuleEntry[],
): Html {
  const rule =
    edit.do === 'add' || edit.do === 'set' ? undefined : list.find(({ path }) => path === edit.path);
  const name = nameOf(edit, list);
  return html`<section class="drafted" aria-labelledby="change-${id}">
    <h2 id="change-${id}">${rule === undefined ? null : `${rule.number} `}${name}</h2>
    <p class="meta">
      ${doneBy(edit)}${edit.do === 'add' ? html` in ${edit.under ?? edit.section}` : null}${
        edit.do === 'set' ? html`: ${edit.value}` : null
      }
    </p>
    ${drafted?.problems.map((problem) => html`<p class="error">${problem}</p>`) ?? null}
    ${drafted?.diff.map(diffBlock) ?? null}
    <div class="row">
      ${
        edit.do === 'add'
          ? html`<a class="go-on" href="/add-rule?entry=${id}">Go on writing ${name}</a>`
          : edit.do === 'set'
            ? html`<a class="go-on" href="/values?path=${encodeURIComponent(edit.path)}"
                >Set ${name} again</a
              >`
            : rule !== undefined &&
              html`<a class="go-on" href="/rule?path=${encodeURIComponent(edit.path)}"
                >${edit.do === 'edit' ? 'Go on writing' : 'Look at'} ${name}</a
              >`
      }
      <button name="out" value="${id}">Take out ${name}</button>
    </div>
  </section>`;
}

function nameOf(edit: DraftEdit, list: readonly RuleEntry[]): string {
  if (edit.do === 'set') return edit.path;
  return edit.do === 'add' ? edit.title : (list.find(({ path }) => path === edit.path)?.title ?? edit.path);
}

const VERBS: Readonly<Record<DraftEdit['do'], string>> = {
  edit: 'change',
  repeal: 'repeal',
  add: 'add',
  set: 'set',
};

/** `Change Votes, repeal Dice, add Tea` */
function titleFor({ kept, list }: Pick<Seen, 'kept' | 'list'>): string {
  const all = kept.edits.map(({ edit }) => `${VERBS[edit.do]} ${nameOf(edit, list)}`).join(', ');
  return capitalised(all).slice(0, 200);
}

export const changeDraft: Handler = async (visit) => {
  const who = seatOf(visit);
  keepWords(visit, {
    title: field(visit, 'title', 400).trim(),
    text: field(visit, 'text', 60_000),
    kind: field(visit, 'kind', 100) || keptDraft(visit).kind,
  });
  const out = field(visit, 'out', 10);
  if (out !== '' && !visit.part) {
    takeOut(visit, Number(out));
    return tell(visit, { ok: true, said: [], post: null }, 'It is taken out of your draft.', '/draft');
  }
  const seen = await lookAt(visit);
  const { whole } = seen.drafted;
  const { post, refusal } = seen.judged;
  if (visit.part) return { page: html`<div>${refusedPost(refusal)}</div>` };
  const proposing = field(visit, 'do', 10) === 'propose';
  const other =
    proposing && field(visit, 'mark', 64) !== seen.mark
      ? seen.trial === null
        ? 'The draft or its rules have changed since you saw them. Nothing was proposed: look at it again.'
        : 'The draft, its rules or what its trial says have changed since you saw them. Nothing was proposed: look at it again.'
      : null;
  const stands = whole.problems.length > 0 || whole.changes.size === 0;
  if (!proposing || other !== null || stands || refusal !== null) {
    const wrong =
      proposing && stands ? 'It can’t be proposed as it stands: what is wrong is said below.' : null;
    const said = [other, wrong].map((text) => text !== null && html`<p class="error">${text}</p>`);
    const kept = !proposing && html`<p class="hint">The title and the text are kept with your draft.</p>`;
    return pageOf(visit, seen, html`${kept} ${said} ${refusedPost(refusal)}`, proposing ? 422 : 200);
  }
  const step = await proposeDraft(visit.game, who, post, whole);
  if (step.ok) dropDraft(visit);
  const goTo = !step.ok ? '/draft' : step.post === null ? '/' : `/matter?id=${encodeURIComponent(step.post)}`;
  return tell(visit, step, 'It is proposed.', goTo);
};

/** Once a change is put in: what was said for it goes with it, the first title stays, and the draft is shown. */
export function keepWordsAndTell(visit: Visit, written: Words): Reply {
  const { title, text, kind } = keptDraft(visit);
  keepWords(visit, {
    title: title || written.title,
    text: [text, written.text].filter((one) => one !== '').join('\n\n'),
    kind: written.kind || kind,
  });
  const next = 'Nothing is proposed yet: go on with another change, or propose the draft below.';
  return tell(visit, { ok: true, said: [next], post: null }, 'It is in your draft.', '/draft');
}

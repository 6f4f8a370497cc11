import {
  clauseText,
  draftRuleEdit,
  draftWanted,
  isOtherClause,
  propose,
  readRuleAsOf,
  readRuleText,
  type Draft,
} from '../draft-edit.ts';
import type { DraftEdit } from '../draft-several.ts';
import type { Section } from '../../kernel/manifest.ts';
import type { Wording } from '../../language/wording.ts';
import {
  formOf,
  matterPage,
  seatOf,
  tell,
  type FormAnswer,
  type FormHandler,
  type FilledForm,
  type Said,
  type Visit,
} from './form.ts';
import { savedIn } from './draft.ts';
import { FormProblem } from './given.ts';
import { keepEdit, savedEdit } from './saved-draft.ts';
import { proposeAgain, proposedAt, textProposed, withTheRest, type Proposed } from '../proposed-texts.ts';
import { judgeProposal, saidOfDraft, wordsIn } from './proposal.ts';
import { rulesAt, withPosition } from '../read-table.ts';
import { ruleForm, type Written } from './rule-form.ts';
import { markOf } from './mark.ts';
import { saidOfTables } from './said-of-tables.ts';
import { partedIn, saidOfRivals, mustBeShown, saidOfTrial, trialOf } from './trial.ts';

export function writtenIn(visit: Visit): Written {
  const { given } = visit;
  const what = given.one('change', 10);
  return {
    ...wordsIn(visit),
    do: what === 'add' || what === 'repeal' ? what : 'edit',
    path: given.one('path', 400),
    base: given.one('base', 40),
    body: given.one('body', 120_000),
    name: given.one('name', 200).trim(),
    section: given.one('section', 40),
    under: given.one('under', 400),
    entry: given.one('entry', 10),
    of: given.one('of', 200),
    clause: given.one('clause', 120_000),
  };
}

/** The contents of the form, with the current clause if the form had none. */
async function readWritten(visit: Visit): Promise<Written> {
  const written = writtenIn(visit);
  if (written.do !== 'edit' || visit.given.has('clause')) return written;
  return { ...written, clause: (await readRuleAsOf(visit.game, written.path, written.base)).clause };
}

async function draftOf({ game, wording: { say } }: Visit, written: Written): Promise<Draft> {
  if (written.do === 'edit') return draftRuleEdit(game, written);
  if (written.do === 'repeal') return draftWanted(game, { do: 'repeal', rule: written.path });
  if (written.name === '' || written.body.trim() === '') {
    const base = await game.main();
    return { base, changes: new Map(), diff: [], problems: [say`A new rule needs a title and a text.`] };
  }
  return draftWanted(game, { do: 'add', title: written.name, text: written.body, ...restOf(written) });
}

/** With everything else that a proposal changes, if one of its rules is written again. */
async function wholeDraftOf(visit: Visit, written: Written, anew: Proposed | null): Promise<Draft> {
  const draft = await draftOf(visit, written);
  return anew === null ? draft : withTheRest(visit.game, anew, written.path, draft);
}

async function proposedIn({ game, who }: Visit, { of }: Written): Promise<Proposed | null> {
  if (of === '') return null;
  const found = who === null ? null : await proposedAt(game, who, of);
  if (found !== null) return found;
  throw new FormProblem(
    403,
    ({ say }) => say`Only its author can change it, and only as long as the rules allow that.`,
  );
}

async function openProposed(visit: Visit, written: Written): Promise<FilledForm> {
  const anew = await proposedIn(visit, written);
  const found = anew === null ? null : textProposed(anew, written.path);
  if (anew === null || found === null)
    throw new FormProblem(404, ({ say }) => say`There is no such rule in this game.`);
  const { path } = written;
  const { base, post } = anew;
  const before = await readRuleAsOf(visit.game, path, base);
  const [section = '', ...rest] = path.split('/');
  const under = rest.length > 1 ? path.slice(0, path.lastIndexOf('/')) : '';
  return ruleForm(
    visit,
    {
      ...written,
      do: before.text === null ? 'add' : 'edit',
      base,
      body: found.body,
      clause: found.clause ?? before.clause,
      name: found.title,
      ...(under === '' ? { section } : { under }),
      title: post.title,
      text: post.text,
    },
    {},
  );
}

/** A sub-rule belongs to the section of its parent. */
function restOf(written: Written): {
  readonly section?: Section;
  readonly under?: string;
  readonly clause?: string;
} {
  const clause = clauseText(written.clause);
  return {
    ...(written.section === '' ? {} : { section: written.section }),
    ...(written.under === '' ? {} : { under: written.under }),
    ...(clause === null ? {} : { clause }),
  };
}

async function openRule(visit: Visit, written: Written): Promise<FilledForm> {
  const { wording } = visit;
  const { say } = wording;
  const { path } = written;
  const text = await readRuleText(visit.game, path);
  if (text === null) throw new FormProblem(404, ({ say }) => say`There is no such rule in this game.`);
  const saved = savedEdit(
    visit,
    ({ edit }) => (edit.do === 'edit' || edit.do === 'repeal') && edit.path === path,
  )?.edit;
  const now = { ...written, ...text };
  if (written.do === 'repeal') return ruleForm(visit, now, {});
  if (saved?.do === 'repeal')
    return ruleForm(visit, now, { said: [inDraft(say`Your draft repeals this rule.`)] });
  if (saved?.do !== 'edit') return ruleForm(visit, now, {});
  const { text: file, clause } = await readRuleAsOf(visit.game, path, text.base);
  const said =
    file === saved.before && !isOtherClause(clause, saved.clause?.before ?? clause)
      ? say`This text is in your draft.`
      : say`This text is in your draft, but the rule has changed since you wrote it. Compare it with the current rule below, check that nothing is lost, and save it again.`;
  const again = { ...now, body: saved.body, clause: saved.clause?.after ?? clause };
  const draft = await draftRuleEdit(visit.game, again);
  return ruleForm(visit, again, {
    said: [inDraft(said), ...saidOfDraft(draft, null, { wrong: 'body', wording })],
  });
}

function inDraft(said: string): Said {
  return tell('plain', said);
}

async function openNew(visit: Visit, written: Written): Promise<FilledForm> {
  const { say } = visit.wording;
  const now = await goOnWriting(visit, written);
  const said = now.entry === '' ? [] : [inDraft(say`This new rule is in your draft.`)];
  return ruleForm(visit, now, { said });
}

/** The text to continue from: the rule as it is in the person's draft, or as it is in force. */
export async function goOnWriting(visit: Visit, written: Written): Promise<Written> {
  if (written.do === 'add') {
    const saved = savedEdit(visit, ({ id }) => String(id) === written.entry)?.edit;
    if (saved?.do !== 'add') return { ...written, entry: '' };
    const { title: name, section = '', under = '', body, clause = '' } = saved;
    return { ...written, name, section, under, body, clause };
  }
  const text = await readRuleText(visit.game, written.path);
  if (text === null) throw new FormProblem(404, ({ say }) => say`There is no such rule in this game.`);
  const saved = savedEdit(visit, ({ edit }) => edit.do === 'edit' && edit.path === written.path)?.edit;
  if (saved?.do !== 'edit') return { ...written, ...text };
  return { ...written, ...text, body: saved.body, clause: saved.clause?.after ?? text.clause };
}

/** Changes, adds or repeals a rule: by a proposal at once, or in the draft. */
export const ruleHandler: FormHandler = {
  open: (visit) => {
    const written = writtenIn(visit);
    if (written.of !== '') return openProposed(visit, written);
    return written.do === 'add' ? openNew(visit, written) : openRule(visit, written);
  },
  send: async (visit): Promise<FormAnswer> => {
    const { wording } = visit;
    const { say } = wording;
    const written = await readWritten(visit);
    const anew = await proposedIn(visit, written);
    const draft = await wholeDraftOf(visit, written, anew);
    const doing = visit.given.one('do', 10);
    const impossible = draft.problems.length > 0 || draft.changes.size === 0;
    if (doing === 'keep' && !impossible && !visit.part) return keepWritten(visit, written);
    const title = written.title || (await titleFor(visit, written));
    const { post, refusal } =
      anew === null
        ? await judgeProposal(visit, { ...written, title })
        : { post: { kind: anew.post.kind, title, text: written.text }, refusal: null };
    const tables = await saidOfTables(visit, draft);
    const shown = [
      ...(anew === null ? await saidOfRivals(visit, draft) : []),
      ...tables,
      ...saidOfDraft(draft, refusal, { wrong: 'body', wording }),
    ];
    // A clause is tried when a button is pressed, not at every letter.
    if (visit.part) return { form: formOf({ kind: 'rule', title: '', said: shown }) };
    const trial = await trialOf(visit, post, draft);
    const mark = trial === null ? '' : markOf([[...draft.changes], trial], visit.game.now());
    const unseen =
      trial !== null && mark !== visit.given.one('mark', 64) && (await mustBeShown(visit, draft, trial));
    if (doing !== 'propose' || impossible || refusal !== null || unseen) {
      const first = doing === 'propose' && unseen && refusal === null ? [notYet(wording)] : [];
      const parted = await partedIn(visit, draft, post);
      const said = [...first, ...saidOfTrial(trial, wording, tables), ...parted.said, ...shown];
      return { form: await ruleForm(visit, written, { said, mark, more: parted.fields }) };
    }
    if (anew !== null) {
      const step = await proposeAgain(visit.game, seatOf(visit), anew, { ...draft, words: post });
      return { step, done: say`Done.`, goTo: matterPage(anew.post.id) };
    }
    const step = await propose(visit.game, seatOf(visit), post, draft);
    return { step, done: say`Proposed.`, goTo: matterPage(step.ok ? step.post : null) };
  },
};

function notYet({ say }: Wording): Said {
  return tell('refused', say`Check the test below, then press the button again.`);
}

async function keepWritten(visit: Visit, written: Written): Promise<FormAnswer> {
  seatOf(visit);
  keepEdit(visit, await editFor(visit, written), written.entry === '' ? null : Number(written.entry));
  // The title on a repeal form was not written by a person.
  return savedIn(visit, written.do === 'repeal' ? { ...written, title: '' } : written);
}

async function editFor({ game }: Visit, written: Written): Promise<DraftEdit> {
  const { path, body, base } = written;
  if (written.do === 'add') return { do: 'add', title: written.name, body, ...restOf(written) };
  const { text, clause } = await readRuleAsOf(game, path, base);
  if (text === null) throw new FormProblem(404, ({ say }) => say`There is no such rule in this game.`);
  if (written.do === 'repeal') return { do: 'repeal', path, before: text };
  const edit = { do: 'edit', path, body, before: text } as const;
  return isOtherClause(clause, written.clause)
    ? { ...edit, clause: { before: clause, after: written.clause } }
    : edit;
}

async function titleFor(
  { game, wording: { say } }: Visit,
  { do: what, path, name }: Written,
): Promise<string> {
  if (what === 'add') return name;
  const title = (await withPosition(game, rulesAt)).find((rule) => rule.path === path)?.title ?? path;
  return what === 'repeal' ? say`Repeal ${title}` : say`Change ${title}`;
}

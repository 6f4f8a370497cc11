import { plainValue, titleOfSection } from '../../wording/naming.ts';
import { propose } from '../draft-edit.ts';
import {
  draftSeveral,
  titleThen,
  type DraftedEdit,
  type DraftedSeveral,
  type DraftEdit,
} from '../draft-several.ts';
import { rulesAt, settableAt, withPosition } from '../read-table.ts';
import type { Trial } from '../../rehearse/try-matter.ts';
import type { RuleEntry } from '../../kernel/manifest.ts';
import { recordedIn } from '../../language/recorded.ts';
import type { Wording } from '../../language/wording.ts';
import { splitFrontMatter } from '../../ruleset/front-matter.ts';
import {
  formOf,
  matterPage,
  refusedPost,
  seatOf,
  tell,
  type FormAnswer,
  type FormHandler,
  type FilledForm,
  type FormLink,
  type FormPart,
  type Said,
  type Visit,
} from './form.ts';
import { dropDraft, keepWords, savedDraft, takeOut, type SavedDraft, type SavedEdit } from './saved-draft.ts';
import { markOf } from './mark.ts';
import { judgeProposal, proposalButtons, proposalFields, wordsIn, type Words } from './proposal.ts';
import { partedIn, saidOfTrial, trialOf } from './trial.ts';

type NameOf = (edit: DraftEdit) => string;

interface Seen {
  readonly saved: SavedDraft;
  readonly drafted: DraftedSeveral;
  readonly judged: Awaited<ReturnType<typeof judgeProposal>>;
  readonly trial: Trial | null;
  readonly list: readonly RuleEntry[];
  readonly nameOf: NameOf;
  /** A hash of everything on the page: a proposal contains what its author saw, even if the draft has changed since. */
  readonly mark: string;
}

async function readDraft(visit: Visit): Promise<Seen> {
  const saved = savedDraft(visit);
  const drafted = await draftSeveral(
    visit.game,
    saved.edits.map(({ edit }) => edit),
  );
  const [list, values] = await withPosition(visit.game, (position) => [
    rulesAt(position),
    saved.edits.some(({ edit }) => edit.do === 'set') ? settableAt(position) : [],
  ]);
  const nameOf: NameOf = (edit) =>
    edit.do === 'set'
      ? (values.find(({ path }) => path === edit.path)?.name ?? edit.path)
      : edit.do === 'add'
        ? edit.title
        : (list.find(({ path }) => path === edit.path)?.title ?? titleThen(edit));
  const judged = await judgeProposal(visit, {
    ...saved,
    title: saved.title || titleFor(saved, nameOf, visit.wording),
  });
  // While somebody is typing, only the reasons given are checked; clauses are too slow to try at every letter.
  const trial = visit.part ? null : await trialOf(visit, judged.post, drafted.whole);
  const all = [visit.who?.id, drafted.each, [...drafted.whole.changes], trial];
  const mark = markOf(all, visit.game.now());
  return { saved, drafted, judged, trial, list, nameOf, mark };
}

function moreOf({ say }: Wording): readonly FormLink[] {
  return [
    { text: say`Change another rule`, to: 'ruleset/' },
    { text: say`Add a new rule`, to: 'do/rule/?change=add' },
    { text: say`Set a value`, to: 'do/values/' },
  ];
}

async function draftForm(visit: Visit, seen: Seen, said: readonly Said[]): Promise<FilledForm> {
  const { wording } = visit;
  const { say } = wording;
  const { saved, drafted, judged, trial, mark } = seen;
  const { length } = saved.edits;
  const common = { kind: 'draft', title: say`Your draft`, links: moreOf(wording) };
  if (visit.who === null)
    return formOf({ ...common, links: [], lede: say`Say who you are to have a draft.` });
  if (length === 0)
    return formOf({
      ...common,
      lede: say`Your draft is empty. To change several things in one proposal, save each change for later on the rule’s page, or set values.`,
    });
  const parted = await partedIn(visit, drafted.whole, judged.post);
  return formOf({
    ...common,
    lede: length === 1 ? say`One change, in one proposal.` : say`${length} changes, in one proposal.`,
    hidden: { mark },
    fields: [...(await proposalFields(visit, saved)), ...parted.fields],
    buttons: [
      { name: 'do', value: 'preview', label: say`Save for later` },
      { ...(await proposalButtons(visit)).propose, label: say`Propose everything` },
    ],
    parts: saved.edits.map((one, i) => partOf(one, drafted.each[i], seen, wording)),
    said: [...said, ...saidOfTrial(trial, wording), ...parted.said],
    live: true,
  });
}

function doneBy(edit: DraftEdit, list: readonly RuleEntry[], wording: Wording): string {
  const { say } = wording;
  if (edit.do === 'add') {
    const above = list.find(({ path }) => path === edit.under)?.title;
    const place = above ?? (edit.section && titleOfSection(edit.section, list, wording));
    return place === undefined ? say`A new rule` : say`A new rule in ${place}`;
  }
  if (edit.do === 'set') return say`Another value: ${plainValue(edit.value, wording)}`;
  if (edit.do === 'repeal') return say`Repealed, with its sub-rules`;
  if (edit.clause === undefined) return say`Change the text`;
  const words = splitFrontMatter(edit.before).body.trim() !== edit.body.trim();
  if (edit.clause.after.trim() === '')
    return words ? say`Change the text and remove the code` : say`Remove its code`;
  return words ? say`Change the text and the code` : say`Change the code`;
}

function partOf(
  { id, edit }: SavedEdit,
  drafted: DraftedEdit | undefined,
  { list, nameOf }: Seen,
  wording: Wording,
): FormPart {
  const { say } = wording;
  const name = nameOf(edit);
  const rule =
    edit.do === 'add' || edit.do === 'set' ? undefined : list.find(({ path }) => path === edit.path);
  const link = ((): FormLink | null => {
    if (edit.do === 'add') return { text: say`Go on writing ${name}`, to: `do/rule/?change=add&entry=${id}` };
    const query = `path=${encodeURIComponent(edit.path)}`;
    if (edit.do === 'set') return { text: say`Set ${name} back`, to: `do/values/?${query}` };
    if (rule === undefined) return null;
    const text = edit.do === 'edit' ? say`Go on writing ${name}` : say`Look at ${name}`;
    return { text, to: `do/rule/?${query}` };
  })();
  return {
    id: `change-${id}`,
    title: rule === undefined ? name : `${rule.number} ${name}`,
    meta: doneBy(edit, list, wording),
    wrong: (drafted?.problems ?? []).map((problem) => recordedIn(wording.language, problem)),
    diffs: drafted?.diff ?? [],
    links: link === null ? [] : [link],
    buttons: [{ name: 'out', value: String(id), label: say`Remove ${name}` }],
  };
}

function inTitle(edit: DraftEdit, name: string, { say }: Wording): string {
  if (edit.do === 'edit') return say`change ${name}`;
  if (edit.do === 'repeal') return say`repeal ${name}`;
  return edit.do === 'add' ? say`add ${name}` : say`set ${name}`;
}

/** `Change Votes, repeal Dice, add Tea` */
function titleFor({ edits }: SavedDraft, nameOf: NameOf, wording: Wording): string {
  const all = edits.map(({ edit }) => inTitle(edit, nameOf(edit), wording)).join(', ');
  return `${all[0]?.toUpperCase() ?? ''}${all.slice(1)}`.slice(0, 200);
}

/** The draft in which somebody collects several changes for one proposal. */
export const draftHandler: FormHandler = {
  open: async (visit) => draftForm(visit, await readDraft(visit), []),
  send: async (visit): Promise<FormAnswer> => {
    const who = seatOf(visit);
    const { given, wording } = visit;
    const { say } = wording;
    const words = wordsIn(visit);
    keepWords(visit, { ...words, kind: words.kind || savedDraft(visit).kind });
    const out = given.one('out', 10);
    if (out !== '' && !visit.part) {
      takeOut(visit, Number(out));
      return {
        step: { ok: true, said: [], post: null },
        done: say`Removed from your draft.`,
        goTo: 'do/draft/',
      };
    }
    const seen = await readDraft(visit);
    const { whole } = seen.drafted;
    const { post, refusal } = seen.judged;
    const proposing = given.one('do', 10) === 'propose' && !visit.part;
    const other = proposing && given.one('mark', 64) !== seen.mark;
    const impossible = whole.problems.length > 0 || whole.changes.size === 0;
    if (!proposing || other || impossible || refusal !== null) {
      const said = [
        ...(proposing ? [] : [tell('plain', say`The title and the text are saved with your draft.`)]),
        ...(other ? [tell('refused', saidOther(seen, wording))] : []),
        ...(proposing && impossible
          ? [tell('refused', say`It can’t be proposed like this: see the problems below.`)]
          : []),
        ...refusedPost(refusal, wording),
      ];
      return { form: await draftForm(visit, seen, said) };
    }
    const step = await propose(visit.game, who, post, whole);
    if (step.ok) dropDraft(visit);
    return { step, done: say`Proposed.`, goTo: step.ok ? matterPage(step.post) : 'do/draft/' };
  },
};

function saidOther({ trial }: Seen, { say }: Wording): string {
  return trial === null
    ? say`Your draft or the rules have changed since you saw them. Check it again; nothing was proposed.`
    : say`Your draft, the rules or the test result have changed since you saw them. Check it again; nothing was proposed.`;
}

/** Answers once a change was added: its reasons are kept with it, the first title stays, and the draft is shown. */
export function savedIn(visit: Visit, written: Words): FormAnswer {
  const { say } = visit.wording;
  const { title, text, kind } = savedDraft(visit);
  keepWords(visit, {
    title: title || written.title,
    text: [text, written.text].filter((one) => one !== '').join('\n\n'),
    kind: written.kind || kind,
  });
  const next = say`Not proposed yet. Add another change, or propose your draft below.`;
  return { step: { ok: true, said: [next], post: null }, done: say`Saved in your draft.`, goTo: 'do/draft/' };
}

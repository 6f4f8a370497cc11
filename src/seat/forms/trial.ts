import { describeParted, findParted, type Parted } from '../../wording/say-parted.ts';
import { namingOf } from '../../wording/naming.ts';
import { recordedIn } from '../../language/recorded.ts';
import type { Wording } from '../../language/wording.ts';
import type { Draft, Proposal } from '../draft-edit.ts';
import { withPosition } from '../read-table.ts';
import type { Trial } from '../../rehearse/try-matter.ts';
import { changesClauses, changesCode, tryDraft } from '../try-draft.ts';
import { fieldFor, tell, type FilledField, type Said, type Visit } from './form.ts';
import type { Position } from '../../session/position/position.ts';
import { RULESET } from '../../store/paths.ts';
import { mergeRuleFile } from '../../ruleset/merge/merge-rule-file.ts';

/** The result of trying a draft; null if it changes no clause, has problems already, could not be proposed now, or a stranger wrote it. */
export async function trialOf({ game, who }: Visit, post: Proposal, draft: Draft): Promise<Trial | null> {
  const terms = await withPosition(game, ({ open }) => open.play.terms);
  if (who === null || draft.problems.length > 0 || !changesClauses(draft, terms)) return null;
  return tryDraft(game, who, post, draft);
}

/** True if its author has to see the result before proposing: other words that clauses read, and that work, need no second look. */
export async function mustBeShown({ game }: Visit, draft: Draft, { ok, omitted }: Trial): Promise<boolean> {
  const terms = await withPosition(game, ({ open }) => open.play.terms);
  return !ok || omitted.length > 0 || changesCode(draft, terms);
}

/** Names rules of which a draft changes only the text or only the clause, with boxes to say that this is on purpose. */
export async function partedIn(
  { game, wording }: Visit,
  { changes }: Pick<Draft, 'changes'>,
  { text }: Pick<Proposal, 'text'>,
): Promise<{ readonly said: readonly Said[]; readonly fields: readonly FilledField[] }> {
  const files = [...changes].map(([path, content]) => ({ verb: 'file', path, content }) as const);
  const parted = await withPosition(game, ({ open }) => findParted({ changes: files, text }, open.play));
  const describe = (one: Parted): string => describeParted(one, { wording, ask: '' });
  const open = parted.filter(({ onPurpose }) => !onPurpose);
  // The box says it.
  const alone = open.filter(({ stays }) => stays === 'nothing');
  const meant = fieldFor({
    name: 'meant',
    label: wording.say`Is that on purpose?`,
    about: [...alone.map(describe), wording.say`A tick tells the others that you mean it so.`].join(' '),
    input: 'some-of',
    options: open.map(({ title }) => ({ value: title, label: wording.say`Yes, with “${title}” it is` })),
  });
  return {
    said: parted
      .filter((one) => !alone.includes(one) && one.stays !== 'table')
      .map((one) => tell('plain', describe(one))),
    fields: open.length === 0 ? [] : [meant],
  };
}

/** Warns an author whose change of words clashes with one that is being voted on. */
export async function saidOfRivals({ game, wording }: Visit, draft: Draft): Promise<readonly Said[]> {
  const { say } = wording;
  return withPosition(game, (position) => {
    const naming = namingOf(position.open.play);
    return rivalsOf(position, draft).map(({ title, author }) =>
      tell(
        'plain',
        say`“${title}” by ${naming.person(author)}, which is being voted on, changes the same words. If both pass, somebody has to choose between them.`,
      ),
    );
  });
}

/** Rows that were reported with their tables aren't listed again. */
export function saidOfTrial(
  trial: Trial | null,
  wording: Wording,
  already: readonly Said[] = [],
): readonly Said[] {
  const { say } = wording;
  if (trial === null) return [];
  const { ok, problems, warnings = [], omitted, passing = [], hindsight = [] } = trial;
  const inLanguage = (one: string): string => recordedIn(wording.language, one);
  const isSaid = (reason: string): boolean => {
    const [message = ''] = reason.replace(/^(?:\S+\.md:\d+: )?[^:“]*: /u, '').split(' Expected ');
    return already.some(({ title }) => title?.endsWith(message) === true);
  };
  const unsaid = omitted.filter(({ reason }) => !isSaid(reason));
  const left = unsaid.map(
    ({ change, reason }) => say`Missing, or left out if it passes: ${change}: ${inLanguage(reason)}`,
  );
  return [
    tell(ok && omitted.length === 0 ? 'done' : 'refused', sayTried(trial, wording), {
      list: [...[...problems, ...warnings.filter((one) => !isSaid(one))].map(inLanguage), ...left],
    }),
    ...(passing.length === 0 ? [] : [tell('plain', say`When it passes`, { list: passing.map(inLanguage) })]),
    ...(hindsight.length === 0
      ? []
      : [
          tell('plain', say`If it had been so in the past weeks`, {
            lines: hindsight.slice(0, 1).map(inLanguage),
            list: hindsight.slice(1).map(inLanguage),
          }),
        ]),
  ];
}

function sayTried({ ok, problems, typed, omitted }: Trial, { say }: Wording): string {
  const types = typed ? say` The code passes the type check.` : '';
  if (ok && omitted.length > 0)
    return `${say`Test run, with everybody in favour: it would pass, but not all of it would work.`}${types}`;
  if (ok) return `${say`Test run, with everybody in favour: it works.`}${types}`;
  return problems.length === 0
    ? say`Test run, with everybody in favour: still undecided after ten days.`
    : say`Test run, with everybody in favour: it would fail.`;
}

/** The pending matters that change the same words as a draft, so that somebody would have to choose if both pass. */
function rivalsOf(
  { open }: Position,
  { changes }: Pick<Draft, 'changes'>,
): readonly { readonly title: string; readonly author: string }[] {
  const { play } = open;
  return Object.values(play.state().posts).filter(
    ({ status, changes: theirs }) =>
      status === 'pending' &&
      theirs.some((change) => {
        if (change.verb !== 'file' || !changes.has(change.path)) return false;
        const path = change.path.slice(RULESET.length);
        const base = play.files.get(path) ?? null;
        const own = changes.get(change.path) ?? null;
        return own !== change.content && !mergeRuleFile(path, base, change.content, own).ok;
      }),
  );
}

import { describeParted, findParted } from '../../decide/say-parted.ts';
import { recordedIn } from '../../language/recorded.ts';
import type { Wording } from '../../language/wording.ts';
import type { Draft, Proposal } from '../draft-edit.ts';
import { withPosition } from '../read-table.ts';
import { changesClauses, tryDraft, type DraftTrial } from '../try-draft.ts';
import { tell, type Said, type Visit } from './door.ts';

/** The result of trying a draft; null if it changes no clause or has problems already. */
export async function trialOf(
  { game, who }: Visit,
  post: Proposal,
  draft: Draft,
): Promise<DraftTrial | null> {
  if (draft.problems.length > 0 || !changesClauses(draft)) return null;
  return tryDraft(game, who, post, draft);
}

/** Names rules of which a draft changes only the text or only the clause. */
export async function saidOfParted(
  { game, wording }: Visit,
  { changes }: Pick<Draft, 'changes'>,
  { text }: Pick<Proposal, 'text'>,
): Promise<readonly Said[]> {
  const files = [...changes].map(([path, content]) => ({ verb: 'file', path, content }) as const);
  const parted = await withPosition(game, ({ open }) => findParted({ changes: files, text }, open.play));
  return parted.map((one) => tell('plain', describeParted(one, { wording })));
}

export function saidOfTrial(trial: DraftTrial | null, wording: Wording): readonly Said[] {
  const { say } = wording;
  if (trial === null) return [];
  const { ok, problems, omitted } = trial;
  const left = omitted.map(
    ({ change, reason }) =>
      say`Missing, or left out if it passes: ${change}: ${recordedIn(wording.language, reason)}`,
  );
  return [
    tell(ok ? 'done' : 'refused', sayTried(trial, wording), {
      list: [...problems.map((problem) => recordedIn(wording.language, problem)), ...left],
    }),
  ];
}

function sayTried({ ok, enacted, problems, typed }: DraftTrial, { say }: Wording): string {
  const types = ok && typed ? say` The code passes the type check.` : '';
  if (!enacted)
    return ok
      ? `${say`Test run: the rules load.`}${types}`
      : say`Test run: as written, it can’t come into force.`;
  if (ok) return `${say`Test run, with everybody in favour: it works.`}${types}`;
  return problems.length === 0
    ? say`Test run, with everybody in favour: still undecided after ten days.`
    : say`Test run, with everybody in favour: it would fail.`;
}

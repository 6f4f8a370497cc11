import type { Draft, Proposal } from '../draft-edit.ts';
import { kindMeant, playerAt, previewPost, whyNoProposals } from '../preview.ts';
import { kindsAt, withPosition, type Kind } from '../read-table.ts';
import { recordedIn } from '../../language/recorded.ts';
import { withMeant } from '../../wording/say-parted.ts';
import type { Wording } from '../../language/wording.ts';
import type { RefusalData } from '../../kernel/refusal.ts';
import { fieldFor, reasonOf, refusedPost, tell } from './form.ts';
import type { FormButton, FilledField, Said, Visit } from './form.ts';
import { FormProblem } from './given.ts';
import { savedDraft } from './saved-draft.ts';

/** The reasons given for a proposal, and the kind of post that it will become; empty if nobody chose one. */
export interface Words {
  readonly title: string;
  readonly text: string;
  readonly kind: string;
}

export function wordsIn({ given }: Visit): Words {
  return {
    title: given.one('title', 400).trim(),
    text: withMeant(given.one('text', 60_000), given.all('meant')),
    kind: given.one('kind', 100),
  };
}

/** The post that would make the proposal, and the rules' objections if its author is known. */
export async function judgeProposal(
  visit: Visit,
  { kind, title, text }: Words,
): Promise<{ readonly post: Proposal; readonly refusal: RefusalData | null }> {
  const { game, who } = visit;
  const { kinds, allowed } = await kindsFor(visit);
  if (kind !== '' && !kinds.some(({ id }) => id === kind))
    throw new FormProblem(
      400,
      ({ say }) => say`There’s no kind of proposal called ${kind}. Nothing was done.`,
    );
  const post = { kind: kind || (allowed[0]?.id ?? ''), title, text };
  if (who === null) return { post, refusal: null };
  return {
    post,
    refusal: await withPosition(game, (position) => previewPost(position, game.now(), who, post)),
  };
}

/** Kinds of posts that are decided on and so can make changes, the default first. */
function kindsToPropose(game: Visit['game']): Promise<readonly Kind[]> {
  return withPosition(game, (position) => {
    const votable = kindsAt(position).filter(({ votable, purpose }) => votable && purpose !== 'win');
    const meant = kindMeant(position, game.now());
    return votable.toSorted((a, b) => Number(b.id === meant) - Number(a.id === meant));
  });
}

/** Also those of them that the rules let this person post now; all if they let them post none. */
async function kindsFor({
  game,
  who,
}: Visit): Promise<{ readonly kinds: readonly Kind[]; readonly allowed: readonly Kind[] }> {
  const kinds = await kindsToPropose(game);
  if (who === null || kinds.length < 2) return { kinds, allowed: kinds };
  return withPosition(game, (position) => {
    const by = playerAt(position, who);
    const allowed = kinds.filter(
      ({ id }) => whyNoProposals(position.open.play, game.now(), by, [id]) === null,
    );
    return { kinds, allowed: allowed.length === 0 ? kinds : allowed };
  });
}

/** The fields of a proposal. The kind is asked for only if there is a choice, with the draft's kind as its default. */
export async function proposalFields(
  visit: Visit,
  { kind, title, text, of = '' }: Words & { readonly of?: string },
): Promise<readonly FilledField[]> {
  const { say } = visit.wording;
  const { kinds, allowed } = await kindsFor(visit);
  const chosen = kind || savedDraft(visit).kind || (allowed[0]?.id ?? '');
  const options = allowed.map((one) => ({ value: one.id, label: one.title }));
  return [
    ...(kinds.length < 2 || of !== ''
      ? []
      : [
          fieldFor({
            name: 'kind',
            label: say`Kind of post`,
            input: 'one-of',
            options,
            value: chosen,
            required: true,
          }),
        ]),
    fieldFor({ name: 'title', label: say`Title of the proposal`, input: 'text', value: title, most: 400 }),
    fieldFor({ name: 'text', label: say`Your reasons`, input: 'words', value: text }),
  ];
}

/** The result of a draft, and the objections to it. */
export function saidOfDraft(
  { problems, diff }: Draft,
  refusal: RefusalData | null,
  { wrong, wording }: { readonly wrong: string; readonly wording: Wording },
): readonly Said[] {
  return [
    ...problems.map((problem) => tell('refused', recordedIn(wording.language, problem), { wrong: [wrong] })),
    ...refusedPost(refusal, wording),
    ...(diff.length === 0 ? [] : [tell('plain', null, { diffs: diff })]),
  ];
}

/** `of` is the proposal that is written again; empty for a new one. */
export async function proposalButtons(
  { game, who, wording }: Visit,
  of = '',
): Promise<Readonly<Record<'keep' | 'propose' | 'preview', FormButton>>> {
  const { say } = wording;
  const refusal = await withPosition(game, (position) =>
    who === null ? null : whyNoProposals(position.open.play, game.now(), playerAt(position, who)),
  );
  return {
    keep: { name: 'do', value: 'keep', label: say`Save for later, with other changes` },
    propose: {
      name: 'do',
      value: 'propose',
      label: of === '' ? say`Propose it` : say`Change the proposal`,
      main: true,
      refusal: refusal === null || of !== '' ? null : reasonOf(refusal, wording),
    },
    preview: { name: 'do', value: 'preview', label: say`Preview the change` },
  };
}

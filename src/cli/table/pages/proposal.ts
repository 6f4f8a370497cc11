import type { Proposal } from '../../../seat/draft-edit.ts';
import { kindMeant, previewPost } from '../../../seat/preview.ts';
import { withPosition, kindsAt, type Kind } from '../../../seat/read-table.ts';
import type { RefusalData } from '../../../kernel/refusal.ts';
import { RequestProblem } from '../guard.ts';
import { html, type Html } from '../html.ts';
import { keptDraft } from '../kept-draft.ts';
import type { Visit } from '../visit.ts';

/** What is said for a proposal, and the kind of post that it is to be; empty where nobody chose one. */
export interface Words {
  readonly title: string;
  readonly text: string;
  readonly kind: string;
}

/** The post that would propose something, and what the rules have against it where it is known who would post it. */
export async function judgeProposal(
  { game, session }: Visit,
  { kind, title, text }: Words,
): Promise<{ readonly post: Proposal; readonly refusal: RefusalData | null }> {
  const seat = session.seat === null ? null : { ...session.seat, bot: false };
  const kinds = await kindsToPropose(game);
  if (kind !== '' && !kinds.some(({ id }) => id === kind))
    throw new RequestProblem(400, `The rules know no kind of proposal ${kind}. Nothing was done.`);
  const post = { kind: kind || (kinds[0]?.id ?? ''), title, text };
  if (seat === null) return { post, refusal: null };
  return {
    post,
    refusal: await withPosition(game, (position) => previewPost(position, game.now(), seat, post)),
  };
}

/** Kinds of posts that are decided, and so can change something; what is meant unless said comes first. */
function kindsToPropose(game: Visit['game']): Promise<readonly Kind[]> {
  return withPosition(game, (position) => {
    const votable = kindsAt(position).filter((one) => one.votable);
    const meant = kindMeant(position, game.now());
    return votable.toSorted((a, b) => Number(b.id === meant) - Number(a.id === meant));
  });
}

/** What a form asks of a proposal; the kind only where there is a choice. */
export interface ProposalForm {
  readonly kinds: readonly Kind[];
  readonly chosen: string;
}

/** Unless this form says otherwise, a proposal is of the kind that was chosen for the draft. */
export async function proposalForm(visit: Visit, { kind }: Pick<Words, 'kind'>): Promise<ProposalForm> {
  return { kinds: await kindsToPropose(visit.game), chosen: kind || keptDraft(visit).kind };
}

export function kindField({ kinds, chosen }: ProposalForm, id = 'kind'): Html | null {
  return kinds.length < 2
    ? null
    : html`<div class="field">
        <label for="${id}">Kind of post</label>
        <select id="${id}" name="kind">
          ${kinds.map(
            (kind) =>
              html`<option value="${kind.id}" ${kind.id === chosen ? html`selected` : null}>
                ${kind.title}
              </option>`,
          )}
        </select>
      </div>`;
}

export function proposalFields(form: ProposalForm, { title, text }: Pick<Words, 'title' | 'text'>): Html {
  return html`${kindField(form)}
    <div class="field">
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

import { createHash } from 'node:crypto';

import type { Draft, Proposal } from '../../../seat/draft-edit.ts';
import { changesClauses, tryDraft, type DraftTrial } from '../../../seat/try-draft.ts';
import { html, type Html } from '../html.ts';
import type { Visit } from '../visit.ts';

/** What came of trying a draft; null where it changes no clause, or where it is wrong already. */
export async function trialOf(
  { game, session }: Visit,
  post: Proposal,
  draft: Draft,
): Promise<DraftTrial | null> {
  if (draft.problems.length > 0 || !changesClauses(draft)) return null;
  return tryDraft(game, session.seat === null ? null : { ...session.seat, bot: false }, post, draft);
}

/** Of what a trial said about what: a clause is proposed once its writer has seen that. */
export function markOf({ changes }: Draft, trial: DraftTrial): string {
  return createHash('sha256')
    .update(JSON.stringify([[...changes], trial]))
    .digest('hex');
}

export function trialBlock(trial: DraftTrial | null): Html | null {
  if (trial === null) return null;
  const { ok, problems, omitted } = trial;
  return html`<section class="notice ${ok ? 'done' : 'refused'}" aria-label="Trial of the clause">
    <p>${sayTried(trial)}</p>
    ${
      problems.length === 0
        ? null
        : html`<ul class="said">
            ${problems.map((problem) => html`<li>${problem}</li>`)}
          </ul>`
    }
    ${
      omitted.length === 0
        ? null
        : html`<p>Missing, or left out if it passes:</p>
            <ul class="said">
              ${omitted.map(({ change, reason }) => html`<li>${change}: ${reason}</li>`)}
            </ul>`
    }
  </section>`;
}

function sayTried({ ok, enacted, problems, typed }: DraftTrial): Html {
  const types = ok && typed ? ' Its clauses fit the types of all the rules.' : '';
  if (!enacted)
    return ok
      ? html`<strong>Tried</strong> in a copy of the game: the rules can be put in force so.${types}`
      : html`<strong>Tried</strong> in a copy of the game: as it is it can’t come into force.`;
  const tried = html`<strong>Tried</strong> in a copy of the game, with everybody for it`;
  if (ok) return html`${tried}: it comes into force.${types}`;
  return problems.length === 0
    ? html`${tried}: nothing came of it within ten days.`
    : html`${tried}, and it would not do:`;
}

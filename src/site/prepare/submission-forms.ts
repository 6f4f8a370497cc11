import { holdersAt } from '../../decide/take-shares.ts';
import { formFieldsOf } from '../../decide/form-field.ts';
import { inWords } from '../../decide/naming.ts';
import type { SubmissionForm } from '../data/site-data.ts';
import type { GameShown } from './game-shown.ts';

/** Forms for the submissions that can be sealed under the rules in force. If several people open one, the rules must say who. */
export function submissionForms(game: GameShown, now: string): readonly SubmissionForm[] {
  const { model, state } = game;
  return Object.entries(model.submissions).flatMap(([id, { title, rule, open, with: sealed, shared }]) => {
    const holders = shared ? keyedHolders(id, game, now) : null;
    if (shared && holders === null) return [];
    return [
      {
        id,
        title: title ?? inWords(id),
        rule,
        holders,
        fields: [
          ...formFieldsOf(open, state).map((field) => ({ ...field, open: true })),
          ...formFieldsOf(sealed, state).map((field) => ({ ...field, open: false })),
        ],
      },
    ];
  });
}

/** Returns null if too few people can open it, so that nothing can be sealed to them. */
function keyedHolders(kind: string, { open, read }: GameShown, now: string): SubmissionForm['holders'] {
  const holders = open === null ? null : holdersAt(open.play, now, kind);
  if (holders === null || 'problem' in holders) return null;
  const people = holders.people.map((id) => ({ id, recipient: read.facts.readers[id] ?? null }));
  return { needed: holders.needed, people };
}

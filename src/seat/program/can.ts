import { z } from 'zod';

import type { Person } from '../../forge/events.ts';
import { choicesFrom } from '../choices-from.ts';
import { formFieldsOf } from '../../wording/form-field.ts';
import type { Position } from '../../session/position/position.ts';
import { splitState } from '../../store/private-values.ts';
import { whyOfAction, whyOfMatter } from '../../wording/why.ts';
import { playerAt, previewPost, previewVotes } from '../preview.ts';
import { kindsAt, possibleActions } from '../read-table.ts';

const refusal = z
  .object({
    code: z.string().describe('stable: programs compare it'),
    reason: z.string(),
    rule: z.object({ title: z.string(), number: z.string(), path: z.string() }).nullable(),
    param: z.string().nullable().describe('the parameter that is at fault'),
    where: z.string().exactOptional(),
    meant: z.string().exactOptional().describe('the title of the rule that was probably meant'),
  })
  .nullable()
  .describe('why not; null if nothing stands in the way so far');

const field = z.object({
  id: z.string().describe('the name under which a value is given'),
  label: z.string(),
  about: z.string().nullable(),
  input: z.string().describe('the type: integer, text, yes-no, one-of, some-of, lines, time, group, rows …'),
  options: z.array(z.object({ value: z.string(), label: z.string() })).describe('the legal choices'),
  min: z.number().nullable(),
  max: z.number().nullable(),
  numbers: z.boolean().describe('for lines: whether each is a number'),
  required: z.boolean(),
  optional: z.boolean(),
  hint: z.string().nullable().describe('how to type it in a command'),
  start: z.record(z.string(), z.array(z.string())).describe('its value if nothing is given'),
  get parts() {
    return z.array(field).describe('the fields of a group, or of each row or entry');
  },
});

/** Everything that one player can do now, for programs and for the command line. */
export const canSchema = z.object({
  who: z.object({ id: z.string(), name: z.string() }).nullable(),
  now: z.string(),
  actions: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      about: z.string().nullable(),
      rule: z.object({ title: z.string(), number: z.string() }),
      by: z.array(z.string()).describe('the roles that may take it'),
      frequency: z.string().nullable(),
      cost: z
        .array(z.string())
        .nullable()
        .describe('null if it depends on the parameters: rehearse tells it'),
      parameters: z.array(field),
      refusal,
    }),
  ),
  votes: z.array(
    z.object({
      matter: z.string(),
      title: z.string(),
      kind: z.string(),
      votes: z.array(z.object({ vote: z.string(), refusal })),
    }),
  ),
  posts: z.array(z.object({ kind: z.string(), title: z.string(), votable: z.boolean(), refusal })),
});

export type Can = z.infer<typeof canSchema>;
export type CanAct = Can['actions'][number];

/** The actions of the rules with their parameters as forms ask for them, without those of the private side. */
export function actionsFor(position: Position, at: string, who: Person | null): CanAct[] {
  const { play } = position.open;
  const { actions } = play.sandbox.describe();
  const { open } = splitState(play.state(), play.model);
  return possibleActions(position, at, who).flatMap((one) => {
    const action = actions[one.id];
    if (action === undefined) return [];
    const { by, frequency } = action;
    const parameters = formFieldsOf(
      action.with,
      open,
      choicesFrom(play, at, who === null ? null : playerAt(position, who)),
    ) as CanAct['parameters'];
    return [{ ...one, by: [...by], frequency, parameters }];
  });
}

export function canNow(position: Position, at: string, who: Person): Can {
  const pending = Object.values(position.open.play.state().posts).filter(
    ({ status }) => status === 'pending',
  );
  return {
    who: { id: playerAt(position, who), name: who.name },
    now: at,
    actions: actionsFor(position, at, who),
    votes: pending.map(({ id, title, kind }) => ({
      matter: id,
      title,
      kind,
      votes: [...previewVotes(position, at, who, id)],
    })),
    posts: kindsAt(position).map(({ id: kind, title, votable }) => ({
      kind,
      title,
      votable,
      refusal: previewPost(position, at, who, { kind, title, text: '' }),
    })),
  };
}

/** Explains rule by rule why a matter is pending, or an action refused. */
export function whyNow(
  position: Position,
  at: string,
  who: Person,
  asked: { matter?: string | undefined; action?: string | undefined; with: Record<string, unknown> },
): string {
  const { play } = position.open;
  const { action, matter = '' } = asked;
  if (action === undefined) return whyOfMatter(play, at, matter) ?? `${matter} is not a pending matter.`;
  if (Object.hasOwn(play.model.actions, action) && play.model.actions[action]?.private === true)
    return 'That action uses private values, which the answer would give away.';
  return whyOfAction(play, { at, by: playerAt(position, who), action }, asked.with);
}

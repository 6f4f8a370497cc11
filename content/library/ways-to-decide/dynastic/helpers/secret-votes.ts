import { action, boolean, integer, list, map, optional, text, thing, time } from 'gitnomic/rules';
import type { Person, Things } from 'gitnomic/rules';
import { refuseOn } from './grounds.ts';

type Question = Things['questions'];
type Grounds = readonly (string | null | false | undefined)[];

export interface Ballot {
  readonly actor: Person;
  readonly question: Question;
  readonly n: number;
  readonly answer: readonly string[];
  /** Why it is spoilt, or null. */
  readonly problem: string | null;
}

/** Whether a question is secret, when its vote ended, how many ballots are closed, whose last one is which, and what was opened. */
export const secretFields = {
  secret: boolean(),
  ended: optional(time()),
  closed: integer(),
  last: map(integer()),
  opened: list(text()),
};

export const whyNotSealed = ({ secret, ended }: Question): Grounds => [
  !secret && 'it is no secret',
  ended !== null && 'the vote is over',
];

export function whyNotOpened({ ended, open }: Question): string | null {
  if (ended === null) return 'the vote is not over';
  return open ? null : 'it is decided';
}

/** Something that whoever has asked a question does with it while it is open. */
export const ofAsker = (
  title: string,
  whyNot: (question: Question) => Grounds,
  change: (now: string) => Parameters<Question['set']>[0],
) =>
  action({
    title,
    with: { question: thing('questions') },
    check: ({ actor, question, refuse }) =>
      refuseOn(refuse, [
        !question.open && `${question.text} is decided`,
        !actor.is(question.asker) && `${question.asker.label} has asked it`,
        ...whyNot(question),
      ]),
    effect: ({ question, now }) => question.set(change(now)),
  });

import {
  action,
  boolean,
  hoursBetween,
  integer,
  list,
  map,
  optional,
  text,
  thing,
  time,
} from 'gitnomic/rules';
import type { Game, Person, Things } from 'gitnomic/rules';
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
  /** The ids of those who have sent a ballot. */
  senders: list(text()),
};

/** When its vote was ended, or ended by itself, since a proposal is not to wait for anybody. */
export function endOf(g: Game, question: Question): string | null {
  if (question.ended !== null || question.about === '') return question.ended;
  const end = g.hook('settled-from', { question });
  return end <= g.now ? end : null;
}

export const whyNotSealed = (g: Game, question: Question): Grounds => [
  !question.secret && 'it is no secret',
  endOf(g, question) !== null && 'the vote is over',
];

/** Why a secret question is not closed yet: its vote goes on, or ballots are closed that are still waited for. */
export function whyNotClosed(g: Game, question: Question): string | null {
  const ended = endOf(g, question);
  if (ended === null) return 'the vote is not over';
  const isLate = hoursBetween(ended, g.now) >= g.hours('opening');
  return question.closed > 0 && !isLate ? `${question.closed} of its ballots are not open yet` : null;
}

/** Takes what was in a ballot for its author’s answer, if it is their last, and says what it was. */
export function openBallot(g: Game, { actor, question, n, answer, problem }: Ballot): string {
  if (n < (question.last[actor.id] ?? 0)) return 'a later one counts';
  question.last = { ...question.last, [actor.id]: n };
  const why = problem ?? g.hook('take-sealed', { question, by: actor, answer });
  return typeof why === 'string' ? `does not count, since ${why}` : answer.join(', ') || 'taken back';
}

export function whyNotOpened(g: Game, question: Question): string | null {
  if (endOf(g, question) === null) return 'the vote is not over';
  return question.open ? null : 'it is decided';
}

/** Something that whoever has asked a question does with it while it is open, and everybody else later on where they may. */
const ofAsker = (
  title: string,
  sentence: string,
  whyNot: (question: Question) => Grounds,
  change: (now: string) => Parameters<Question['set']>[0],
  othersLater = false,
) =>
  action({
    title,
    sentence,
    with: { question: thing('questions') },
    check: ({ actor, question, now, hook, refuse }) =>
      refuseOn(refuse, [
        !question.open && `${question.text} is decided`,
        !actor.is(question.asker) &&
          !(othersLater && now >= hook('settled-from', { question })) &&
          `${question.asker.label} has asked it`,
        ...whyNot(question),
      ]),
    effect: ({ question, now }) => question.set(change(now)),
  });

export const makeSecret = (g: Game) =>
  ofAsker(
    'Have a question answered in secret',
    'had {question} answered in secret',
    ({ secret, way, answers }) => [
      secret && 'it is already secret',
      g.hook('ways-to-decide', {})?.[way] !== null && `${way} is open to all`,
      Object.keys(answers).length > 0 && 'somebody has answered it for all to read',
    ],
    () => ({ secret: true }),
  );

export const endVote = (g: Game) =>
  ofAsker(
    'End a secret vote',
    'ended the secret vote on {question}',
    (question) => whyNotSealed(g, question),
    (now) => ({ ended: now }),
    true,
  );

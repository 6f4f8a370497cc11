import { action, boolean, integer, list, map, player, rule, text, thing, time } from 'gitnomic/rules';
import type { Person, Things } from 'gitnomic/rules';
import { refuseOn } from './helpers/grounds.ts';

type Question = Things['questions'];
type Answers = readonly { readonly by: Person; readonly answer: readonly string[] }[];
interface Verdict {
  readonly outcome: readonly string[];
  readonly told: readonly string[];
}

export interface Asks {
  /** The ways that rules know, each with the answers that there are to it where it has its own. */
  'ways-to-decide'(): Readonly<Record<string, readonly string[] | null>>;
  'why-no-answer'(words: {
    question: Question;
    by: Person;
    answer: readonly string[];
    /** Whether it came sealed, and not for all to read. */
    sealed: boolean;
  }): string | null | undefined;
  'why-no-close'(words: { question: Question }): string | null | undefined;
  /** Takes an answer that came sealed; or why it doesn’t count. */
  'take-sealed'(words: { question: Question; by: Person; answer: readonly string[] }): string | null;
  /** The beginning of what a verdict tells. */
  'told-first'(words: { question: Question }): readonly string[];
  'count-answers'(words: { question: Question; answers: Answers }): Verdict | null;
  /** The whole verdict, as the answers stand. */
  'verdict-on'(words: { question: Question }): Verdict;
  /** From when anybody may close it. */
  'settled-from'(words: { question: Question }): string;
  /** The ids of those who have taken part. */
  'took-part'(words: { question: Question }): readonly string[];
}

export interface Tells {
  decide: { question: Question };
  decided: { question: Question };
  posed: { question: Question };
  say: { question: Question; by: Person; answer: readonly string[] };
  answered: { question: Question; by: Person; before: readonly string[]; after: readonly string[] };
}

export default rule((g) => {
  const whyClosed = ({ open, text: words }: Question): string | false => !open && `${words} is decided`;
  const mayClose = (who: Person, question: Question): boolean =>
    who.is(question.asker) || g.now >= g.hook('settled-from', { question });
  function whyNotAnswer(
    words: Readonly<{ question: Question; by: Person; answer: readonly string[]; sealed: boolean }>,
  ): readonly (string | null | false | undefined)[] {
    const { question, answer } = words;
    const other = answer.find((one) => !question.options.includes(one));
    return [
      whyClosed(question),
      other !== undefined && `${other} is none of ${question.options.join(', ')}`,
      g.hook('why-no-answer', words),
    ];
  }
  function setAnswer(question: Question, by: Person, after: readonly string[]): void {
    const { [by.id]: before = [], ...others } = question.answers;
    question.answers = after.length === 0 ? others : { ...others, [by.id]: after };
    g.emit('answered', { question, by, before, after });
  }
  return {
    things: {
      questions: {
        fields: {
          text: text(),
          way: text(),
          asker: player({ who: 'anybody' }),
          options: list(text()),
          seats: integer({ start: 1 }),
          asked: time(),
          /** The id of the matter that it decides, if any. */
          about: text(),
          open: boolean({ start: true }),
          answers: map(list(text())),
          outcome: list(text()),
          verdict: text(),
        },
      },
    },
    actions: {
      ask: action({
        title: 'Ask a question',
        sentence: 'asked “{question}”',
        with: {
          question: text({ filled: true }),
          way: text({ filled: true }),
          options: list(text({ filled: true }), { start: [] }),
          seats: integer({ min: 1, start: 1 }),
        },
        check({ way, options, hook, refuse }) {
          const ways = hook('ways-to-decide', {}) ?? {};
          const known = Object.keys(ways).join(', ');
          refuseOn(refuse, [
            !Object.hasOwn(ways, way) && `there is no way to decide called ${way}; there are ${known}`,
            ways[way] === null && options.length < 2 && 'there are at least two options to choose from',
            new Set(options).size < options.length && 'each option is named once',
          ]);
        },
        effect({ actor, question, way, options, seats, questions, now, hook, result, emit }) {
          const own = hook('ways-to-decide', {})?.[way] ?? options;
          const words = { text: question, way, options: own, seats, asker: actor, asked: now };
          const asked = questions.addNumbered('question-', words);
          emit('posed', { question: asked });
          result({ question: asked.id });
        },
      }),
      answer: action({
        title: 'Answer a question',
        sentence: 'answered {question} with {answer}',
        with: { question: thing('questions'), answer: list(text({ filled: true }), { min: 1 }) },
        check: ({ actor, question, answer, refuse }) =>
          refuseOn(refuse, whyNotAnswer({ question, by: actor, answer, sealed: false })),
        effect: ({ actor, question, answer }) => setAnswer(question, actor, answer),
      }),
      'take-back-answer': action({
        title: 'Take an answer back',
        sentence: 'took back their answer to {question}',
        with: { question: thing('questions') },
        check: ({ actor, question, refuse }) =>
          refuseOn(refuse, [
            whyClosed(question),
            question.answers[actor.id] === undefined && 'there is no answer to take back',
          ]),
        effect: ({ actor, question }) => setAnswer(question, actor, []),
      }),
      'close-question': action({
        title: 'Close a question',
        sentence: 'closed {question}',
        with: { question: thing('questions') },
        check: ({ actor, question, hook, refuse }) =>
          refuseOn(refuse, [
            whyClosed(question),
            hook('why-no-close', { question }),
            question.about !== '' && 'it is closed with its proposal',
            !mayClose(actor, question) && `${question.asker.label} may close it, and everybody else later`,
          ]),
        effect: ({ question, emit }) => emit('decide', { question }),
      }),
    },
    // Which of two rules is asked first is for the core rules to say, so each hands on.
    hooks: {
      'ways-to-decide': (_, next) => next() ?? {},
      'why-no-answer'({ question: { way }, answer }, next) {
        const why = next();
        if (why !== undefined) return why;
        return new Set(answer).size < answer.length ? `${way}: each option once` : null;
      },
      'why-no-close': (_, next) => next() ?? null,
      'told-first': (_, next) => next() ?? [],
      'take-sealed'({ question, by, answer }) {
        const why = answer.length === 0 ? [] : whyNotAnswer({ question, by, answer, sealed: true });
        const grounds = why.filter((ground) => typeof ground === 'string');
        if (grounds.length === 0) setAnswer(question, by, answer);
        return grounds.length === 0 ? null : grounds.join('; ');
      },
      'count-answers': (_, next) => next() ?? null,
      'settled-from': ({ question }, next) => next() ?? g.endOf('open', question.asked),
      'took-part': ({ question }, next) => [...(next() ?? []), ...Object.keys(question.answers)],
      'verdict-on'({ question, players, hook }) {
        const answers = players
          .all()
          .flatMap((by) =>
            question.answers[by.id] === undefined ? [] : [{ by, answer: question.answers[by.id] ?? [] }],
          );
        const { outcome, told } = hook('count-answers', { question, answers }) ?? {
          outcome: [],
          told: [`No rule knows any more how to count ${question.way}.`],
        };
        return { outcome, told: [...hook('told-first', { question }), ...told] };
      },
    },
    on: {
      decide({ question, hook, emit }) {
        const { outcome, told } = hook('verdict-on', { question });
        question.set({ open: false, outcome, verdict: told.join(' ') });
        emit('decided', { question });
      },
      say: ({ question, by, answer }) => setAnswer(question, by, answer),
    },
  };
});

import type { Game, Matter, Person, Things } from 'gitnomic/rules';
import { answerOf } from './answers-by-vote.ts';

type Question = Things['questions'];

/** The question that a proposal asks, and how votes on the proposal answer it. */
export function questionsOn(g: Game) {
  const on = ({ id }: Matter): Question | null => g.questions.find(({ about }) => about === id);
  const openOn = (matter: Matter): Question | null => {
    const question = on(matter);
    return question?.open === true ? question : null;
  };

  return {
    on,

    /** Takes somebody’s last vote for their answer; where it is taken back, so is the answer. */
    hear({ matter, voter }: { readonly matter: Matter; readonly voter: Person }): void {
      const question = openOn(matter);
      if (question === null || !g.players.has(voter)) return;
      g.emit('say', {
        question,
        by: voter,
        answer: answerOf(matter.lastVotes[voter.id], question.options),
      });
    },

    whyNotHeard({ matter, voter, vote }: { matter: Matter; voter: Person; vote: string }): string | null {
      const question = on(matter);
      const answer = question === null ? [] : answerOf(vote, question.options);
      if (question === null || answer.length === 0) return null;
      return g.hook('why-no-answer', { question, by: voter, answer, sealed: false }) ?? null;
    },

    /** What was answered before an alteration is no answer to what the proposal says now. */
    forget(matter: Matter): void {
      const question = openOn(matter);
      if (question === null) return;
      for (const id of Object.keys(question.answers)) {
        const by = g.people.get(id);
        if (by !== null) g.emit('say', { question, by, answer: [] });
      }
    },

    /** From when the answers are counted as they stand; null where that can’t be told yet. */
    settledFrom(question: Question): string | null {
      if (!question.open) return question.asked;
      if (typeof g.hook('why-no-close', { question }) === 'string') return null;
      const heard = g.hook('took-part', { question });
      const isHeard = g.players.every(({ id }) => heard.includes(id));
      return isHeard ? question.asked : g.hook('settled-from', { question });
    },

    close({ matter }: { readonly matter: Matter }): void {
      const question = openOn(matter);
      if (question === null) return;
      g.emit('decide', { question });
      g.comment(matter, question.verdict);
    },
  };
}

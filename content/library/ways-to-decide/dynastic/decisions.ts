import { rule } from 'gitnomic/rules';
import type { Matter } from 'gitnomic/rules';
import { ADOPTS, NO_WAY_OF_ITS_OWN } from './helpers/answers-by-vote.ts';
import { questionsOn } from './helpers/questions-on.ts';

export default rule((g) => {
  const way = g.words('way');
  const ways = () => g.hook('ways-to-decide', {});
  const { on, hear, whyNotHeard, forget, settledFrom, close } = questionsOn(g);

  function ask({ post: { id, kind, pending, title, author } }: { post: Matter }): void {
    const own = ways()[way];
    if (kind !== 'proposal' || !pending || own === undefined) return;
    const words = { text: title, way, options: own ?? NO_WAY_OF_ITS_OWN, asker: author, asked: g.now };
    g.emit('posed', { question: g.questions.addNumbered('question-', { ...words, about: id }) });
  }

  return {
    hooks: {
      decision({ matter }, next) {
        const question = on(matter);
        if (question === null || ways()[question.way] === undefined) return next();
        const { outcome, told } = question.open
          ? g.hook('verdict-on', { question })
          : { outcome: question.outcome, told: [question.verdict] };
        return {
          outcome: outcome.some((one) => ADOPTS.includes(one)) ? 'enacted' : 'failed',
          from: settledFrom(question),
          told,
          heard: g.hook('took-part', { question }),
        };
      },
      needed: ({ matter }, next) =>
        on(matter) === null ? next() : { title: 'Players to answer', count: g.players.size },
      tally({ matter }, next) {
        const own = on(matter) === null ? null : g.hook('decision', { matter });
        return own ? { ...next(), told: own.told } : next();
      },
      'may-vote'({ voter, matter, vote, refuse }) {
        const why = whyNotHeard({ voter, matter, vote });
        if (why !== null) refuse(why);
      },
    },
    on: {
      posted: ask,
      recategorised: ask,
      voted: hear,
      'vote-withdrawn': hear,
      'comment-changed': ({ post, by }) => hear({ matter: post, voter: by }),
      altered: ({ post }) => forget(post),
      enacted: close,
      failed: close,
    },
  };
});

import { rule } from 'gitnomic/rules';
import type { Things } from 'gitnomic/rules';

export default rule((g) => {
  const unopposed = g.words('unopposed');
  const endOf = ({ asked }: Things['questions']): string => g.endOf('unopposed', asked);
  const notObjected = (): readonly Things['questions'][] =>
    g.questions.filter(
      ({ way, open, about, answers }) =>
        // What a proposal asks is counted with the proposal.
        way === 'consent' &&
        open &&
        about === '' &&
        !Object.keys(answers).some((id) => g.players.get(id) !== null),
    );

  return {
    times: {
      'consent-given': {
        title: 'Consent, where nobody objects',
        at: () => notObjected().map(endOf).sort()[0] ?? null,
        effect({ emit, at }) {
          for (const question of notObjected()) if (endOf(question) <= at) emit('decide', { question });
        },
      },
    },

    hooks: {
      'ways-to-decide': (_, next) => ({ ...next(), consent: ['object'] }),
      'settled-from': ({ question }, next) => (question.way === 'consent' ? endOf(question) : next()),
      'took-part': ({ question }, next) =>
        // Those who say nothing have not spoken yet, and whoever objects may think better of it.
        question.way === 'consent' ? [] : next(),

      'count-answers'({ question, answers }, next) {
        if (question.way !== 'consent') return next();
        const names = answers.map(({ by }) => by.label).join(', ');
        const early = g.now < endOf(question);
        if (names !== '') return { outcome: [], told: [`${names} objected.`, 'It has failed.'] };
        if (early)
          return { outcome: [], told: [`It was closed before ${unopposed} were over.`, 'It has failed.'] };
        return { outcome: ['carried'], told: [`Nobody objected in ${unopposed}.`, 'It is carried.'] };
      },
    },
  };
});

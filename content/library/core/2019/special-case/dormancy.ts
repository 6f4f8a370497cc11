import { rule } from 'gitnomic/rules';

export default rule((g) => {
  // Read at once: a text without it is not let in, since everything here hangs on it.
  const fewest = g.value('players');
  const isDormant = (): boolean => g.players.size < fewest;

  function refuseWhileDormant(what: string): void {
    if (isDormant())
      g.refuse(`${what} while the game is dormant: it has fewer than ${fewest} ${g.ruleset.terms.players}`);
  }

  return {
    hooks: {
      // Listed with what puts the game in hiatus, though it restrains less.
      hiatus: (_, next) => [...(next() ?? []), ...(isDormant() ? ['dormancy'] : [])],

      figures: (_, next) => (isDormant() ? [...next(), { title: 'Players needed', value: fewest }] : next()),

      'may-act'({ rule }) {
        if (rule.section === 'dynastic') refuseWhileDormant('actions of dynastic rules may not be taken');
      },
      'may-submit'({ rule }) {
        if (rule.section === 'dynastic') refuseWhileDormant('no submission of dynastic rules is taken');
      },
      'may-post'({ kind }) {
        if (kind === 'proposal') refuseWhileDormant('Proposals may not be submitted');
      },
    },
  };
});

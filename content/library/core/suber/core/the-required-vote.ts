import { rule } from 'gitnomic/rules';

export default rule((g) => {
  const { value, words, share } = g;
  const circuits = value('circuits');
  const needed = (name: string, voters: number): number =>
    words(name) === 'unanimous' ? voters : share(name, voters);

  return {
    hooks: {
      'votes-required': ({ voters }) => needed(g.game.circuit > circuits ? 'then' : 'at-first', voters),
    },
  };
});

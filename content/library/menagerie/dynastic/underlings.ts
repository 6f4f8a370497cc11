import { optional, rule, text, weekly } from 'gitnomic/rules';
import { idOf, type Quality } from './helpers/creatures.ts';
import { actingAsPlayer, ask } from './helpers/owners.ts';
import './helpers/questions.ts';

export default rule((game) => {
  const { refuse, value } = game;
  const quality = (name: string): Quality =>
    ask(game, 'qualities', {}, []).find(({ id }) => id === idOf(name)) ??
    refuse('quality', `there is no such quality as ${name}`);

  return {
    player: { underling: optional(text(), { title: 'Underling type' }) },

    actions: {
      'set-underling': weekly({
        title: 'Set the underling type',
        sentence: 'set the underling type',
        by: ['player', 'emperor'],
        with: { quality: text({ from: 'qualities' }), for: optional(text({ from: 'players' })) },
        check: ({ actor, for: as, quality: name }) => void [actingAsPlayer(game, actor, as), quality(name)],
        cost: ({ quality: name }) => ({ food: value('cost-factor') * Math.abs(quality(name).upkeep) }),
        effect({ actor, quality: name }) {
          actor.underling = quality(name).id;
        },
      }),
    },

    hooks: {
      'upkeep-of': ({ owner, quality: id }, next) => (owner.underling === id ? value('own-upkeep') : next()),
    },
  };
});

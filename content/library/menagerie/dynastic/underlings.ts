import { optional, rule, text, weekly } from 'gitnomic/rules';
import { idOf } from './helpers/creatures.ts';
import { actingAsPlayer, ask, type Owner } from './helpers/owners.ts';

interface Quality {
  readonly id: string;
  readonly upkeep: number;
}

export default rule((game) => {
  const { refuse, value } = game;
  const quality = (name: string): Quality =>
    ask<readonly Quality[]>(game, 'qualities', {}, []).find(({ id }) => id === idOf(name)) ?? refuse('quality', `there is no such quality as ${name}`);

  return {
    player: { underling: optional(text(), { title: 'Underling type' }) },

    actions: {
      'set-underling': weekly({
        title: 'Set the underling type',
        by: ['player', 'emperor'],
        with: { quality: text(), for: optional(text()) },
        check: ({ actor, for: as, quality: name }) => void [actingAsPlayer(game, actor, as), quality(name)],
        cost: ({ quality: name }) => ({ food: value('cost-factor') * Math.abs(quality(name).upkeep) }),
        effect({ actor, quality: name }) {
          actor.underling = quality(name).id;
        },
      }),
    },

    hooks: {
      'upkeep-of': ({ owner, quality: id }: { owner: Owner; quality: string }, next: () => number) => (owner.underling === id ? value('own-upkeep') : next()),
    },
  };
});

import { action, boolean, derive, integer, optional, rule, text, weekly } from 'gitnomic/rules';
import {
  actingFor,
  isAlliedTo,
  type Owner,
  ownerCalled,
  ownersOf,
  sum,
  totalUpkeep,
  upkeepOfQuality,
  underlingOf,
} from './helpers/owners.ts';

export default rule((game) => {
  const { refuse, table, value } = game;
  const purses = table('purses', { ally: text({ filled: true }), food: integer({ min: null }) });
  const wageOf = (owner: Owner): number => {
    const underling = underlingOf(owner);
    return underling ? upkeepOfQuality(game, underling) : 0;
  };

  function increaseOf(owner: Owner): number {
    const friends = purses.filter(({ ally }) => isAlliedTo(owner, ally));
    return value('ration') + sum(friends.map(({ food }) => food)) - totalUpkeep(game, owner) - wageOf(owner);
  }

  const soupFor = ({ soupVisited, fed }: Owner): number =>
    soupVisited ? 0 : Math.max(0, game.game.feedings - fed) * value('soup');

  return {
    player: {
      food: integer({ start: value('start') }),
      fed: integer({ title: 'Feedings that changed their food' }),
      soupVisited: boolean({ title: 'Has visited the soup kitchen' }),
    },
    game: { feedings: integer() },

    actions: {
      feed: weekly({
        title: 'Feed the creatures of the realm',
        sentence: 'fed the creatures of the realm',
        by: 'emperor',
        effect() {
          // All increases as they are now, before anybody's food has changed.
          const increases = ownersOf(game).map((owner) => ({ owner, increase: increaseOf(owner) }));
          for (const { owner, increase } of increases) {
            if (increase === 0 || owner.food + increase < 0) continue;
            owner.set({ food: owner.food + increase, fed: owner.fed + 1 });
          }
          game.game.feedings += 1;
        },
      }),

      'visit-soup-kitchen': action({
        title: 'Visit the soup kitchen',
        sentence: 'visited the soup kitchen',
        by: ['player', 'emperor'],
        with: { for: optional(text({ from: 'players' })) },
        check({ actor, for: as }) {
          const owner = actingFor(game, actor, as);
          if (owner.soupVisited) refuse(`${owner.label} has already visited the soup kitchen`);
        },
        effect({ actor, for: as }) {
          const owner = actingFor(game, actor, as);
          owner.set({ food: owner.food + soupFor(owner), soupVisited: true });
        },
      }),
    },

    views: {
      increase: derive({
        of: 'text',
        returns: integer({ min: null }),
        value: (id) => increaseOf(ownerCalled(game, id)),
      }),
      soup: derive({ of: 'text', returns: integer(), value: (id) => soupFor(ownerCalled(game, id)) }),
    },
  };
});

import { action, integer, rule } from 'gitnomic/rules';
import { checkPrice, emancipation, influence, thralldom } from './helpers/lords.ts';

export default rule((g) => {
  const { value } = g;
  const { allegiance, enthralled } = thralldom(g);
  const { hooks, actions } = influence(g);

  return {
    player: {
      puissance: integer({ start: value('puissance'), title: 'Puissance' }),
      allegiance,
      influence: integer({ start: value('influence'), title: 'Influence' }),
    },

    views: { enthralled },

    hooks: {
      ...hooks,

      'may-take'({ action, actor, cost }, next) {
        next();
        if (action.marks?.power === true) checkPrice(g, actor, cost.puissance ?? 0);
      },
    },

    actions: {
      ...actions,

      emancipate: action({
        ...emancipation(g),
        marks: { power: true },
        cost: () => ({ puissance: value('emancipation-cost') }),
      }),
    },
  };
});

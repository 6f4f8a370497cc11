import { rule } from 'gitnomic/rules';
import type { Player } from 'gitnomic/rules';
import { unlife } from './helpers/lords.ts';

export interface Asks {
  raise(words: { lord: Player; to: number }): void;
}

export default rule((g) => {
  const { list, players, view, hook, refuse } = g;
  const { raise, hooks, ...dust } = unlife(g, (lord, by) => hook('check-asked', { lord, by }));

  return {
    ...dust,

    hooks: {
      ...hooks,

      'may-act'({ action, actor }, next) {
        next();
        if (action.marks?.power !== true || !players.has(actor) || !view('bloodthirsty', actor)) return;
        const title = (action.title ?? '').toLowerCase();
        if (list('bloodthirsty-allowed').some((item) => item.toLowerCase() === title)) return;
        refuse(
          `${actor.label} is Bloodthirsty, and such can take no Power Action but ${list('bloodthirsty-allowed').join(' and ')}`,
        );
      },

      raise: ({ lord, to }) => raise(lord, to),
    },
  };
});

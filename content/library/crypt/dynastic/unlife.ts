import { rule } from 'gitnomic/rules';
import { unlife } from './helpers/lords.ts';

export default rule((g) => {
  const { raise: _, hooks, ...dust } = unlife(g);

  return {
    ...dust,

    hooks: {
      ...hooks,

      'may-act'({ action, actor }, next) {
        next();
        const title = (action.title ?? '').toLowerCase();
        const barred = g.list('bloodthirsty-barred').some((item) => item.toLowerCase() === title);
        if (barred && g.view('bloodthirsty', actor))
          g.refuse(`${actor.label} is Bloodthirsty, and such can't ${action.title}`);
      },
    },
  };
});

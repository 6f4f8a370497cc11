import { rule } from 'gitnomic/rules';
import type { Matter, Person } from 'gitnomic/rules';
import { permitUnless, refuseFor } from '#core/reasons.ts';
import { whyNotFailed, whyNotPassed } from '#core/standing.ts';

export default rule((g) => {
  const { hook, view, whyNotPlayer, refuse } = g;
  const isCfj = ({ kind }: Matter): boolean => kind === 'cfj';

  function mayEnact(matter: Matter, by: Person | null): 'permit' {
    hook('may-resolve', { matter, by, outcome: 'enacted' });
    return permitUnless(refuse, [whyNotPassed(g, matter)]);
  }

  function mayFail(matter: Matter, by: Person | null): 'permit' {
    hook('may-resolve', { matter, by, outcome: 'failed' });
    // Whether one that names no change names a correction in words is for an Admin to judge.
    if (by !== null && matter.changes.length === 0) return 'permit';
    const lasts = whyNotFailed(g, matter);
    return permitUnless(refuse, [lasts && `${lasts}, and it names something to be done`]);
  }

  return {
    posts: {
      cfj: {
        title: 'Call for Judgement',
        votable: true,
        purpose: 'judge',
        about: 'A disagreement about the rules, or something that cannot wait.',
      },
    },

    hooks: {
      'may-post'({ author, kind }) {
        if (kind === 'cfj') refuseFor(refuse, [whyNotPlayer(author)]);
      },
      'may-enact': ({ matter, by }) => (isCfj(matter) ? mayEnact(matter, by) : undefined),
      'may-fail': ({ matter, by }) => (isCfj(matter) ? mayFail(matter, by) : undefined),
      earliest({ matter, outcome }, next) {
        if (!isCfj(matter)) return next();
        return outcome === 'enacted' ? view('popular-from', matter) : view('unpopular-from', matter);
      },
    },
  };
});

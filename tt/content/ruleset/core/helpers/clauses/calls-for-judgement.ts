import { rule } from 'gitnomic/rules';
import type { Matter, Person } from 'gitnomic/rules';
import { refuseFor } from '#core/reasons.ts';

export const callsForJudgement = rule(({ hook, view, whyNotPlayer, refuse }) => {
  const isCfj = ({ kind }: Matter): boolean => kind === 'cfj';

  function mayEnact(matter: Matter, by: Person | null): void {
    hook('may-resolve', { matter, by, outcome: 'enacted' });
    if (!view('popular', matter)) refuse(`${matter.title} is not popular`);
  }

  function mayFail(matter: Matter, by: Person | null): void {
    hook('may-resolve', { matter, by, outcome: 'failed' });
    // Whether one that names no change names a correction in words is for an Admin to judge.
    if (by !== null && matter.changes.length === 0) return;
    if (!view('unpopular', matter))
      refuse(`${matter.title} is not unpopular, and it names something to be done`);
  }

  return {
    posts: {
      cfj: {
        title: 'Call for Judgement',
        votable: true,
        about: 'A disagreement about the rules, or something that cannot wait.',
      },
    },

    hooks: {
      'may-post'({ author, kind }, next) {
        if (kind === 'cfj') refuseFor(refuse, [whyNotPlayer(author)]);
        next();
      },
      'may-enact': ({ matter, by }, next) => (isCfj(matter) ? mayEnact(matter, by) : next()),
      'may-fail': ({ matter, by }, next) => (isCfj(matter) ? mayFail(matter, by) : next()),
      earliest({ matter, outcome }, next) {
        if (!isCfj(matter)) return next();
        return outcome === 'enacted' ? view('popular-from', matter) : view('unpopular-from', matter);
      },
    },
  };
});

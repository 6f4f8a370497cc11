import { rule } from 'gitnomic/rules';
import { refuseFor } from '#core/reasons.ts';

export const callsForJudgement = rule(({ hook, view, whyNotPlayer }) => ({
  posts: {
    cfj: {
      title: 'Call for Judgement',
      votable: true,
      about: 'A disagreement about the rules, or something that cannot wait.',
    },
  },

  hooks: {
    'may-post'({ author, kind, refuse }, next) {
      if (kind === 'cfj') refuseFor(refuse, [whyNotPlayer(author)]);
      next();
    },

    'may-enact'({ matter, by, refuse }, next) {
      if (matter.kind !== 'cfj') return next();
      hook('may-resolve', { matter, by, outcome: 'enacted' });
      refuseFor(refuse, [!view('popular', matter) && `${matter.title} is not popular`]);
    },

    'may-fail'({ matter, by, refuse }, next) {
      if (matter.kind !== 'cfj') return next();
      hook('may-resolve', { matter, by, outcome: 'failed' });
      // Whether one that names no change names a correction in words is for an Admin to judge.
      const namesNothing = by !== null && matter.changes.length === 0;
      refuseFor(refuse, [
        !view('unpopular', matter) &&
          !namesNothing &&
          `${matter.title} is not unpopular, and it names something to be done`,
      ]);
    },

    earliest({ matter, outcome }, next) {
      if (matter.kind !== 'cfj') return next();
      return outcome === 'enacted' ? view('popular-from', matter) : view('unpopular-from', matter);
    },
  },
}));

import { hoursAfter, hoursBetween, rule } from 'gitnomic/rules';
import type { Matter } from 'gitnomic/rules';
import { permitUnless, refuseFor } from '#core/reasons.ts';
import { whyNotFailed, whyNotPassed } from '#core/standing.ts';
import type { Count } from '#core/votes.ts';

export default rule((g) => {
  const { view, hook, whyNotPlayer } = g;
  const numbers = {
    windowInHiatus: g.hours('window-in-hiatus'),
    window: g.hours('window'),
  };
  const isCfj = (matter: Matter): boolean => matter.kind === 'cfj';
  const hoursOpen = (): number => (view('hiatus').length > 0 ? numbers.windowInHiatus : numbers.window);
  const hasQuorum = (tally: Count): boolean =>
    tally.for >= view('quorum', 'players') || tally.against >= view('quorum', 'players');
  const isOver = (matter: Matter, tally: Count): boolean =>
    hasQuorum(tally) || hoursBetween(matter.at, g.now) >= hoursOpen();
  const tallyOf = (matter: Matter): Count => matter.tally as unknown as Count;
  const stillOpen = (matter: Matter): string | false =>
    !isOver(matter, tallyOf(matter)) && `${matter.title} is still open`;

  return {
    posts: {
      cfj: {
        title: 'Call for Judgment',
        votable: true,
        purpose: 'judge',
        about: 'A disagreement about the rules, or something that cannot wait.',
      },
    },

    hooks: {
      'may-post'({ author, kind, refuse }) {
        if (kind === 'cfj') refuseFor(refuse, [whyNotPlayer(author)]);
      },

      verdict({ matter, tally }, next) {
        if (!isCfj(matter)) return next();
        const over = isOver(matter, tally);
        return { popular: over && tally.for > tally.against, unpopular: over && tally.for <= tally.against };
      },

      'may-enact'({ matter, by, refuse }) {
        if (!isCfj(matter)) return;
        hook('may-resolve', { matter, by, outcome: 'enacted' });
        return permitUnless(refuse, [stillOpen(matter), whyNotPassed(g, matter)]);
      },

      'may-fail'({ matter, by, refuse }) {
        if (!isCfj(matter)) return;
        hook('may-resolve', { matter, by, outcome: 'failed' });
        return permitUnless(refuse, [stillOpen(matter), whyNotFailed(g, matter)]);
      },

      earliest({ matter, outcome }, next) {
        if (!isCfj(matter)) return next();
        const tally = tallyOf(matter);
        if (tally.for > tally.against !== (outcome === 'enacted')) return null;
        return hasQuorum(tally) ? matter.at : hoursAfter(matter.at, hoursOpen());
      },
    },
  };
});

import { boolean, data, derive, hoursAfter, hoursBetween, optional, rule, text, time } from 'gitnomic/rules';
import type { Matter, Person } from 'gitnomic/rules';
import { decidedFrom, decisionOn, isDecided } from '#core/decisions.ts';
import { followEmperor } from '#core/deferring.ts';
import { count, COUNTS, electorate, lastUses, votesCast } from '#core/votes.ts';
import type { Count, Votes } from '#core/votes.ts';

export interface Asks {
  /** Why somebody can't use an icon there and then: null where they can, nothing where no rule knows the icon. */
  'why-no-icon'(words: { voter: Person; matter: Matter; vote: string }): string | null | undefined;
}

export default rule((g) => {
  const { value, list, view } = g;
  const window = g.hours('window');
  const fewestVotes = value('fewest-votes');
  const icons = list('votes');
  const windowIsOver = (matter: Matter): boolean => hoursBetween(matter.at, g.now) >= window;
  const votesOn = (matter: Matter): Votes => view('votes-on', matter) as Votes;
  const countOf = (matter: Matter): Count => view('vote-count', matter) as Count;

  function isPopular(matter: Matter): boolean {
    const own = decisionOn(g, matter);
    if (own) return isDecided(own, 'enacted', g.now);
    const tally = countOf(matter);
    if (tally.for >= view('quorum', 'players')) return true;
    return windowIsOver(matter) && tally.valid >= fewestVotes && tally.for > tally.against;
  }

  function isUnpopular(matter: Matter): boolean {
    const own = decisionOn(g, matter);
    if (own) return isDecided(own, 'failed', g.now);
    const notAgainst = g.players.size - countOf(matter).against;
    return notAgainst < view('quorum', 'players') || (windowIsOver(matter) && !view('popular', matter));
  }

  /** From when the votes as they are make it popular, or null while they would have to change. */
  function popularFrom(matter: Matter): string | null {
    const own = decisionOn(g, matter);
    if (own) return decidedFrom(own, 'enacted');
    const tally = countOf(matter);
    if (tally.for >= view('quorum', 'players')) return matter.at;
    const enough = tally.valid >= fewestVotes && tally.for > tally.against;
    return enough ? hoursAfter(matter.at, window) : null;
  }

  function unpopularFrom(matter: Matter): string | null {
    const own = decisionOn(g, matter);
    if (own) return decidedFrom(own, 'failed');
    const notAgainst = g.players.size - countOf(matter).against;
    if (notAgainst < view('quorum', 'players')) return matter.at;
    return popularFrom(matter) === null ? hoursAfter(matter.at, window) : null;
  }

  /** The comment that holds somebody's vote: `P1/bo` → the comment's id. */
  function effectiveComment(of: string): string | null {
    const [id = '', person = ''] = of.split('/');
    const matter = g.matters.get(id);
    const voter = g.players.get(person);
    if (matter === null || voter === null) return null;
    return lastUses(matter.uses).get(voter.id)?.comment ?? null;
  }

  return {
    counts: COUNTS,
    states: { popular: { means: 'enacted' }, unpopular: { means: 'failed' } },

    views: {
      voters: derive({
        of: 'game',
        returns: data(),
        about: 'Who has votes',
        value: () => electorate(g.players.all()),
      }),
      'votes-on': derive({
        of: 'matter',
        returns: data(),
        about: 'Who votes what, as it counts now',
        value: (matter) =>
          followEmperor(
            votesCast(matter.lastVotes, {
              voters: view('voters') as Record<string, true>,
              implicit: matter.author.id,
            }),
            g.maybe(() => g.dynasty.emperor, null)?.id ?? null,
          ),
      }),
      // Counted once for all who ask, since a thousand votes take their time.
      'vote-count': derive({
        of: 'matter',
        returns: data(),
        about: 'How the votes stand now',
        value: (matter) => count(votesOn(matter)),
      }),
      popular: derive({ of: 'matter', returns: boolean(), value: isPopular }),
      unpopular: derive({ of: 'matter', returns: boolean(), value: isUnpopular }),
      'popular-from': derive({ of: 'matter', returns: optional(time()), value: popularFrom }),
      'unpopular-from': derive({ of: 'matter', returns: optional(time()), value: unpopularFrom }),
      'effective-vote-comment': derive({ of: 'text', returns: optional(text()), value: effectiveComment }),
    },

    hooks: {
      'may-vote'({ voter, matter, vote, hook, refuse }) {
        const why = hook('why-no-icon', { voter, matter, vote });
        if (typeof why === 'string') refuse(why);
      },

      'why-no-icon'({ vote }, next) {
        if (icons.includes(vote)) return null;
        const why = next();
        return why === undefined ? `${vote} is no voting icon` : why;
      },

      tally({ matter }, next) {
        const tally = countOf(matter);
        return {
          ...next(),
          ...tally,
          popular: view('popular', matter),
          unpopular: view('unpopular', matter),
        };
      },
    },
  };
});

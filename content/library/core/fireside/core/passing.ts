import { boolean, derive, hoursAfter, optional, rule, time } from 'gitnomic/rules';
import type { Matter, Person } from 'gitnomic/rules';
import { decidedFrom, decisionOn } from '#core/decisions.ts';
import { permitUnless } from '#core/reasons.ts';
import { count } from '#core/votes.ts';
import type { Count, Votes } from '#core/votes.ts';

export interface Asks {
  /** How many votes in favour a proposal needs. */
  'votes-required'(words: { matter: Matter }): number | undefined;
}

export default rule((g) => {
  const { view, hook, value, hours, share, matters, players, whyNotPlayer } = g;
  const window = hours('window');
  const least = hours('at-least');
  const fewest = value('fewest');
  const countOf = (matter: Matter): Count => count(view('votes-on', matter) as Votes);
  const needed = (matter: Matter): number =>
    hook('votes-required', { matter }) ?? share('quorum', players.size);

  /** From when it passes or fails if nobody votes any more; null if it does not. */
  function decidedAt(matter: Matter, outcome: 'enacted' | 'failed'): string | null {
    const own = decisionOn(g, matter);
    if (own) return decidedFrom(own, outcome);
    const tally = countOf(matter);
    const passes = tally.for >= needed(matter);
    const fails = players.size - tally.against < needed(matter);
    const first = hoursAfter(matter.at, least);
    if (passes || fails) return passes === (outcome === 'enacted') ? first : null;
    const end = hoursAfter(matter.at, Math.max(window, least));
    const isAhead = tally.valid >= fewest && tally.for > tally.against;
    return isAhead === (outcome === 'enacted') ? end : null;
  }

  const isDecided = (matter: Matter, outcome: 'enacted' | 'failed'): boolean => {
    const at = decidedAt(matter, outcome);
    return at !== null && at <= g.now;
  };
  const may = (
    { matter, by, refuse }: { matter: Matter; by: Person | null; refuse: (reason: string) => never },
    outcome: 'enacted' | 'failed',
  ) =>
    matter.kind === 'proposal'
      ? permitUnless(refuse, [
          (by !== null && (whyNotPlayer(by) ?? (!by.admin && 'only a host can do that'))) ||
            (!isDecided(matter, outcome) && whyNot(matter, outcome)),
        ])
      : undefined;

  function whyNot(matter: Matter, outcome: 'enacted' | 'failed'): string {
    const own = decisionOn(g, matter);
    if (own) return `${matter.title} is not decided that way: ${own.told.join(' ')}`;
    const { for: inFavour } = countOf(matter);
    const at = decidedAt(matter, outcome);
    if (at !== null) return `the vote on ${matter.title} goes on until ${at}`;
    const wanted = needed(matter);
    if (outcome === 'enacted') return `${matter.title} needs ${wanted} votes for it, and has ${inFavour}`;
    return inFavour < wanted
      ? `${matter.title} has not failed: more votes are for it than against it`
      : `${matter.title} can’t fail: it needs ${wanted} votes for it, and has ${inFavour}`;
  }

  return {
    states: { passing: { means: 'enacted' }, failing: { means: 'failed' } },

    views: {
      popular: derive({ of: 'matter', returns: boolean(), value: (matter) => isDecided(matter, 'enacted') }),
      'earliest-enactment': derive({
        of: 'matter',
        returns: optional(time()),
        value: (matter) => (matter.pending ? decidedAt(matter, 'enacted') : null),
      }),
      'earliest-failure': derive({
        of: 'matter',
        returns: optional(time()),
        value: (matter) => (matter.pending ? decidedAt(matter, 'failed') : null),
      }),
    },

    hooks: {
      'votes-required': (_, next) => next(),
      'resolution-order': () => [...matters.pending()].sort((a, b) => a.n - b.n),
      'may-enact': (words) => may(words, 'enacted'),
      'may-fail': (words) => may(words, 'failed'),
      needed: ({ matter }, next) =>
        matter.kind === 'proposal' && !decisionOn(g, matter)
          ? { title: 'Votes needed', count: needed(matter) }
          : next(),
      tally: ({ matter }, next) =>
        matter.kind === 'proposal'
          ? { ...next(), passing: isDecided(matter, 'enacted'), failing: isDecided(matter, 'failed') }
          : next(),
    },
  };
});

import { boolean, data, derive, optional, rule, text } from 'gitnomic/rules';
import type { Matter, Person } from 'gitnomic/rules';
import { decisionOn, isDecided } from '#core/decisions.ts';
import { DEFERENTIAL, followEmperor } from '#core/deferring.ts';
import { AGAINST, count, COUNTS, electorate, lastUses, votesCast } from '#core/votes.ts';
import type { Count, Votes } from '#core/votes.ts';

export interface Asks {
  /** Why somebody can't use an icon there and then: null where they can, nothing where no rule knows the icon. */
  'why-no-icon'(words: { voter: Person; matter: Matter; vote: string }): string | null | undefined;
  /** What the votes make of a matter: whether it may pass, or must fail, as far as they are concerned. */
  verdict(words: {
    matter: Matter;
    tally: Count;
  }): { readonly popular: boolean; readonly unpopular: boolean } | undefined;
}

export default rule((g) => {
  const { list, view, hook } = g;
  const isProposal = ({ kind }: Matter): boolean => kind === 'proposal';

  function votesOn(matter: Matter): Votes {
    const voters = view('voters') as Record<string, true>;
    const cast = votesCast(matter.lastVotes, {
      voters,
      implicit: isProposal(matter) ? matter.author.id : null,
    });
    // Only a Proposal is put in the trust of the emperor.
    return isProposal(matter)
      ? followEmperor(cast, g.maybe(() => g.dynasty.emperor, null)?.id ?? null)
      : cast;
  }

  const tallyOf = (matter: Matter): Count => view('vote-count', matter) as Count;
  function verdictOn(matter: Matter): { readonly popular: boolean; readonly unpopular: boolean } {
    const own = decisionOn(g, matter);
    if (own) return { popular: isDecided(own, 'enacted', g.now), unpopular: isDecided(own, 'failed', g.now) };
    return hook('verdict', { matter, tally: tallyOf(matter) }) ?? { popular: false, unpopular: false };
  }

  /** Whoever has killed their own Proposal has voted on it for the last time. */
  function whySpent(voter: Person, matter: Matter): string | null {
    const spent =
      isProposal(matter) &&
      voter.is(matter.author) &&
      matter.uses.some(({ by, vote }) => by === voter.id && vote === AGAINST);
    return spent ? `${voter.label} has withdrawn ${matter.title} and can't vote on it again` : null;
  }

  /** The comment that holds somebody's vote: `P1/bo` → the comment's id. */
  function effectiveComment(of: string): string | null {
    const [id = '', person = ''] = of.split('/');
    const matter = g.matters.get(id);
    const voter = g.players.get(person);
    return matter === null || voter === null ? null : (lastUses(matter.uses).get(voter.id)?.comment ?? null);
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
        value: votesOn,
      }),
      'vote-count': derive({
        of: 'matter',
        returns: data(),
        about: 'How the votes stand now',
        value: (matter) => count(view('votes-on', matter) as Votes),
      }),
      popular: derive({ of: 'matter', returns: boolean(), value: (matter) => verdictOn(matter).popular }),
      unpopular: derive({ of: 'matter', returns: boolean(), value: (matter) => verdictOn(matter).unpopular }),
      'effective-vote-comment': derive({ of: 'text', returns: optional(text()), value: effectiveComment }),
    },

    hooks: {
      verdict: (_, next) => next(),

      'may-vote'({ voter, matter, vote, refuse }) {
        const why = whySpent(voter, matter) ?? hook('why-no-icon', { voter, matter, vote });
        if (typeof why === 'string') refuse(why);
      },

      'why-no-icon'({ voter, vote, dynasty, ruleset }, next) {
        if (vote === DEFERENTIAL && voter.is(dynasty.emperor))
          return `${ruleset.theEmperor} can't vote ${DEFERENTIAL}`;
        if (list('votes').includes(vote)) return null;
        const why = next();
        return why === undefined ? `${vote} is no voting icon` : why;
      },

      tally: ({ matter }, next) => ({ ...next(), ...tallyOf(matter), ...verdictOn(matter), legal: true }),
    },
  };
});

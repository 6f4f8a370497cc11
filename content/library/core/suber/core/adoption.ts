import { derive, integer, rule } from 'gitnomic/rules';
import type { Matter } from 'gitnomic/rules';
import { decisionOn, isDecided } from '#core/decisions.ts';
import { permitUnless } from '#core/reasons.ts';

export interface Asks {
  /** How many votes in favour a proposal needs, of so many who vote on it. */
  'votes-required'(words: { matter: Matter; voters: number }): number | undefined;
}

export default rule((g) => {
  const { matters, players, view, hook } = g;
  const required = (matter: Matter): number =>
    hook('votes-required', { matter, voters: players.size }) ?? players.size;
  const inFavour = (matter: Matter): number =>
    Object.values(view('votes-on', matter) as object).filter((vote) => vote === 'FOR').length;
  /** Why it is not adopted, or not defeated, with the votes that it has or by the way that decides it. */
  function whyNot(matter: Matter, outcome: 'enacted' | 'failed'): string | false {
    const own = decisionOn(g, matter);
    if (own)
      return (
        !isDecided(own, outcome, g.now) && `${matter.title} is not decided that way: ${own.told.join(' ')}`
      );
    const isAdopted = inFavour(matter) >= required(matter);
    if (outcome === 'failed') return isAdopted && `${matter.title} is adopted`;
    return (
      !isAdopted && `${matter.title} needs ${required(matter)} votes in favour, and has ${inFavour(matter)}`
    );
  }

  function whyOpen(matter: Matter): string | false {
    const unheard = view('unheard', matter);
    return unheard.length > 0 && `not everybody has voted yet: ${unheard.join(', ')}`;
  }

  return {
    posts: {
      proposal: {
        title: 'Proposal',
        votable: true,
        purpose: 'change',
        about: 'One rule-change, to be voted on.',
      },
    },

    views: { required: derive({ of: 'matter', returns: integer(), value: required }) },

    hooks: {
      'votes-required': (_, next) => next(),
      'resolution-order': () => [...matters.pending()].sort((a, b) => a.n - b.n),
      'unnamed-rule': ({ matter }) => `Rule ${matter.number}`,

      'may-enact'({ matter, refuse }) {
        if (matter.kind !== 'proposal') return undefined;
        return permitUnless(refuse, [whyOpen(matter), whyNot(matter, 'enacted')]);
      },
      'may-fail'({ matter, refuse }) {
        if (matter.kind !== 'proposal') return undefined;
        return permitUnless(refuse, [whyOpen(matter), whyNot(matter, 'failed')]);
      },

      needed: ({ matter }, next) =>
        matter.kind === 'proposal' && !decisionOn(g, matter)
          ? { title: 'Votes needed', count: required(matter) }
          : next(),

      tally: ({ matter }, next) =>
        matter.kind === 'proposal' ? { ...next(), required: required(matter) } : next(),
    },
  };
});

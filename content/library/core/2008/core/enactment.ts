import { boolean, derive, hoursAfter, hoursBetween, optional, rule, text, time } from 'gitnomic/rules';
import type { Matter, Person, Post } from 'gitnomic/rules';
import { decidedFrom, decisionOn } from '#core/decisions.ts';
import { permitUnless, refuseFor } from '#core/reasons.ts';
import { whyNotFailed, whyNotPassed } from '#core/standing.ts';
import { followEmperor, VETO } from '#core/deferring.ts';
import { AGAINST, count, lastVotes, votesCast } from '#core/votes.ts';
import type { Count } from '#core/votes.ts';

/** In what order a tick looks at what is pending. */
const ORDER: readonly string[] = ['dov', 'cfj', 'proposal'];

export interface Asks {
  /** Refuses where a matter may not be resolved now, or not by this person; null is the engine. */
  'may-resolve'(words: { matter: Matter; by: Person | null; outcome: 'enacted' | 'failed' }): void;
  /** From when a matter may be resolved so with the votes that it has. */
  earliest(words: { matter: Matter; outcome: 'enacted' | 'failed' }): string | null | undefined;
}

export default rule((g) => {
  const { value, view, hook, matters } = g;
  const numbers = {
    fewestVotes: value('fewest-votes'),
    window: g.hours('window'),
    youngest: g.hours('youngest'),
  };
  const place = ({ kind }: Post): number => (ORDER.includes(kind) ? ORDER.indexOf(kind) : ORDER.length);
  const age = (matter: Matter): number => hoursBetween(matter.at, g.now);
  const isProposal = (matter: Matter): boolean => matter.kind === 'proposal';
  const queue = (): readonly Matter[] => matters.pending('proposal');
  const quorum = (): number => view('quorum', 'players');
  const tallyOf = (matter: Matter): Count => ({
    for: Number(matter.tally['for']),
    against: Number(matter.tally['against']),
    valid: Number(matter.tally['valid']),
  });

  /** Passing by quorum, or after the window by a majority. */
  const passes = (tally: Count, isOver: boolean): boolean =>
    tally.for >= quorum() || (isOver && tally.valid >= numbers.fewestVotes && tally.for > tally.against);
  const isLost = (tally: Count, isOver: boolean): boolean =>
    g.players.size - tally.against < quorum() ||
    (isOver && (tally.for <= tally.against || tally.valid < numbers.fewestVotes));
  const isOver = (matter: Matter): boolean => age(matter) >= numbers.window;

  /** Whether it was lost already, on another ground, when its author's last vote was cast. */
  function wasLost(matter: Matter): boolean {
    const before = votesCast(lastVotes(matter.uses.slice(0, -1)), {
      voters: view('voters') as Record<string, true>,
      implicit: matter.author.id,
    });
    return isLost(
      count(followEmperor(before, g.maybe(() => g.dynasty.emperor, null)?.id ?? null)),
      isOver(matter),
    );
  }

  const hasAuthorsAgainst = (matter: Matter): boolean =>
    isProposal(matter) && matter.lastVotes[matter.author.id] === AGAINST && g.players.has(matter.author);
  const isVetoed = (matter: Matter): boolean => isProposal(matter) && matter.onceVetoed;
  const isKilled = (matter: Matter): boolean =>
    isProposal(matter) &&
    !matter.lostBefore &&
    !matter.onceVetoed &&
    (matter.selfKilled || hasAuthorsAgainst(matter));
  const notOldest = (matter: Matter): string | false =>
    !queue()[0]?.is(matter) && `${matter.title} is not the oldest pending Proposal`;

  function earliest(matter: Matter, outcome: 'enacted' | 'failed'): string | null {
    const at = matter.pending ? hook('earliest', { matter, outcome }) : null;
    return at === null || at === undefined ? null : at < g.now ? g.now : at;
  }

  function refuseIfResolved(matter: Post): void {
    if (matter.votable && !matter.pending) g.refuse(`${matter.title} is resolved: it is ${matter.status}`);
  }

  return {
    // What was done by a vote stays done, whatever becomes of the vote.
    post: { selfKilled: boolean(), onceVetoed: boolean(), lostBefore: boolean() },

    views: {
      killed: derive({ of: 'matter', returns: boolean(), value: isKilled }),
      vetoed: derive({ of: 'matter', returns: boolean(), value: isVetoed }),
      'oldest-pending': derive({
        of: 'text',
        returns: optional(text()),
        value: (kind) => matters.pending(kind as Matter['kind'])[0]?.id ?? null,
      }),
      'earliest-enactment': derive({
        of: 'matter',
        returns: optional(time()),
        value: (matter) => earliest(matter, 'enacted'),
      }),
      'earliest-failure': derive({
        of: 'matter',
        returns: optional(time()),
        value: (matter) => earliest(matter, 'failed'),
      }),
    },

    states: {
      vetoed: { means: 'failed', first: true },
      killed: { title: 'withdrawn', means: 'taken-back', first: true },
    },

    hooks: {
      'resolution-order': () => [...matters.pending()].sort((a, b) => place(a) - place(b) || a.n - b.n),

      verdict: ({ matter, tally }, next) =>
        isProposal(matter)
          ? { popular: passes(tally, isOver(matter)), unpopular: isLost(tally, isOver(matter)) }
          : next(),

      // Asked by each rule that has matters of its own enacted or failed.
      'may-resolve'({ by, refuse }) {
        if (by !== null)
          refuseFor(refuse, [!by.admin && 'only an Admin enacts or fails anything', g.whyNotPlayer(by)]);
      },

      'may-enact'({ matter, by, refuse }) {
        if (!isProposal(matter)) return;
        hook('may-resolve', { matter, by, outcome: 'enacted' });
        return permitUnless(refuse, [
          notOldest(matter),
          (isKilled(matter) || hasAuthorsAgainst(matter)) && `${matter.title} was withdrawn by its author`,
          isVetoed(matter) && `${matter.title} is vetoed`,
          whyNotPassed(g, matter),
          age(matter) < numbers.youngest && `${matter.title} has not been open for ${g.words('youngest')}`,
        ]);
      },

      'may-fail'({ matter, by, refuse }) {
        if (!isProposal(matter)) return;
        hook('may-resolve', { matter, by, outcome: 'failed' });
        if (isVetoed(matter)) return 'permit';
        const isDead = isKilled(matter) || hasAuthorsAgainst(matter);
        return permitUnless(refuse, [notOldest(matter), !isDead && whyNotFailed(g, matter)]);
      },

      earliest({ matter, outcome }, next) {
        if (!isProposal(matter)) return next();
        const tally = tallyOf(matter);
        const dead = isKilled(matter) || isVetoed(matter);
        const decide = outcome === 'enacted' ? passes : isLost;
        const soonest = outcome === 'enacted' ? hoursAfter(matter.at, numbers.youngest) : matter.at;
        if (dead) return outcome === 'failed' ? matter.at : null;
        const own = decisionOn(g, matter);
        if (own) {
          const from = decidedFrom(own, outcome);
          return from !== null && from < soonest ? soonest : from;
        }
        if (decide(tally, false)) return soonest;
        return decide(tally, true) ? hoursAfter(matter.at, numbers.window) : null;
      },

      tally({ matter, final }, next) {
        const at = final || !isProposal(matter) ? -1 : queue().findIndex((one) => one.is(matter));
        return {
          ...next(),
          killed: isKilled(matter),
          vetoed: isVetoed(matter),
          ...(at < 0 ? {} : { queue: at + 1 }),
        };
      },

      'may-vote'({ matter }) {
        refuseIfResolved(matter);
      },
      'may-alter'({ post }) {
        refuseIfResolved(post);
      },
    },

    on: {
      voted({ matter, voter, vote, dynasty }) {
        if (!isProposal(matter)) return;
        if (voter.is(matter.author) && vote === AGAINST && hasAuthorsAgainst(matter))
          matter.set(wasLost(matter) ? { lostBefore: true } : { selfKilled: true });
        if (voter.is(dynasty.emperor) && vote === VETO && g.players.has(voter)) matter.onceVetoed = true;
      },
    },
  };
});

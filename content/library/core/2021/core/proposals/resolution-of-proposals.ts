import { derive, hoursAfter, hoursBetween, optional, rule, text } from 'gitnomic/rules';
import type { Matter, Person } from 'gitnomic/rules';
import { permitUnless, refuseFor } from '#core/reasons.ts';
import { whyNotFailed, whyNotPassed } from '#core/standing.ts';

const later = (a: string, b: string): string => (a > b ? a : b);

export default rule((g) => {
  const { view, hook, refuse } = g;
  const stale = g.hours('stale');
  const minimumAge = g.hours('minimum-age');
  const age = (matter: Matter): number => hoursBetween(matter.at, g.now);
  const isStale = (matter: Matter): boolean => age(matter) > stale;
  const queue = (): readonly Matter[] => g.matters.pending('proposal').filter((matter) => !isStale(matter));
  const isOldest = (matter: Matter): boolean => view('oldest-pending', 'proposal') === matter.id;
  const notOldest = (matter: Matter): string | false =>
    !isOldest(matter) && `${matter.title} is not the oldest pending Proposal`;

  const isProposal = ({ kind }: Matter): boolean => kind === 'proposal';
  const isKilled = (matter: Matter): boolean => g.maybe(() => view('killed', matter), false);
  const isVetoed = (matter: Matter): boolean => g.maybe(() => view('vetoed', matter), false);

  function mayEnact(matter: Matter, by: Person | null): 'permit' {
    hook('may-resolve', { matter, by, outcome: 'enacted' });
    // Somebody who tries is told everything; the engine, which asks of every one in the queue, needs one reason.
    if (by === null) refuseFor(refuse, [notOldest(matter)]);
    return permitUnless(refuse, [
      notOldest(matter),
      isKilled(matter) && `${matter.title} was withdrawn by its author`,
      isVetoed(matter) && `${matter.title} is vetoed`,
      whyNotPassed(g, matter),
      age(matter) < minimumAge && `${matter.title} has not been open for ${g.words('minimum-age')}`,
    ]);
  }

  function mayFail(matter: Matter, by: Person | null): 'permit' {
    hook('may-resolve', { matter, by, outcome: 'failed' });
    if (isStale(matter)) return 'permit';
    if (by === null) refuseFor(refuse, [notOldest(matter)]);
    const isDead = isKilled(matter) || isVetoed(matter);
    return permitUnless(refuse, [notOldest(matter), !isDead && whyNotFailed(g, matter)]);
  }

  return {
    views: {
      'oldest-pending': derive({
        of: 'text',
        returns: optional(text()),
        value: (kind) =>
          kind === 'proposal'
            ? (queue()[0]?.id ?? null)
            : (g.matters.pending(kind as Matter['kind'])[0]?.id ?? null),
      }),
    },

    hooks: {
      'may-enact': ({ matter, by }) => (isProposal(matter) ? mayEnact(matter, by) : undefined),
      'may-fail': ({ matter, by }) => (isProposal(matter) ? mayFail(matter, by) : undefined),

      tally({ matter, final }, next) {
        const place = final ? -1 : queue().findIndex((one) => one.is(matter));
        return { ...next(), ...(place < 0 ? {} : { queue: place + 1 }) };
      },

      earliest({ matter, outcome }, next) {
        if (matter.kind !== 'proposal') return next();
        const dead = isKilled(matter) || isVetoed(matter);
        if (outcome === 'failed') return dead || isStale(matter) ? matter.at : view('unpopular-from', matter);
        const popular = view('popular-from', matter);
        if (dead || isStale(matter) || popular === null) return null;
        return later(popular, hoursAfter(matter.at, minimumAge));
      },
    },
  };
});

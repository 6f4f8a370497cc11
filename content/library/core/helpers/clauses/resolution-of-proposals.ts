import { derive, hoursAfter, hoursBetween, optional, rule, text } from 'gitnomic/rules';
import type { Matter } from 'gitnomic/rules';
import { refuseFor } from '#core/reasons.ts';

const HOURS_A_DAY = 24;
const later = (a: string, b: string): string => (a > b ? a : b);

export const resolutionOfProposals = rule((g) => {
  const { value, view, hook } = g;
  const age = (matter: Matter): number => hoursBetween(matter.at, g.now);
  const isStale = (matter: Matter): boolean => age(matter) > value('stale-days') * HOURS_A_DAY;
  const queue = (): readonly Matter[] => g.matters.pending('proposal').filter((matter) => !isStale(matter));
  const isOldest = (matter: Matter): boolean => view('oldest-pending', 'proposal') === matter.id;
  const notOldest = (matter: Matter): string | false =>
    !isOldest(matter) && `${matter.title} is not the oldest pending Proposal`;

  return {
    views: {
      'oldest-pending': derive({
        of: 'text',
        returns: optional(text()),
        value: (kind) =>
          kind === 'proposal' ? (queue()[0]?.id ?? null) : (g.matters.pending(kind)[0]?.id ?? null),
      }),
    },

    hooks: {
      'may-enact'({ matter, by, refuse }, next) {
        if (matter.kind !== 'proposal') return next();
        hook('may-resolve', { matter, by, outcome: 'enacted' });
        refuseFor(refuse, [
          notOldest(matter),
          view('killed', matter) && `${matter.title} is self-killed`,
          view('vetoed', matter) && `${matter.title} is vetoed`,
          !view('popular', matter) && `${matter.title} is not popular`,
          age(matter) < value('minimum-age') &&
            `${matter.title} has not been open for ${value('minimum-age')} hours`,
        ]);
      },

      'may-fail'({ matter, by, refuse }, next) {
        if (matter.kind !== 'proposal') return next();
        hook('may-resolve', { matter, by, outcome: 'failed' });
        if (isStale(matter)) return;
        const lost = view('unpopular', matter) || view('killed', matter) || view('vetoed', matter);
        refuseFor(refuse, [
          notOldest(matter),
          !lost && `${matter.title} is neither unpopular, vetoed nor self-killed`,
        ]);
      },

      tally({ matter, final }, next) {
        const place = final ? -1 : queue().findIndex((one) => one.is(matter));
        return { ...next(), ...(place < 0 ? {} : { queue: place + 1 }) };
      },

      earliest({ matter, outcome }, next) {
        if (matter.kind !== 'proposal') return next();
        const dead = view('killed', matter) || view('vetoed', matter);
        if (outcome === 'failed') return dead || isStale(matter) ? matter.at : view('unpopular-from', matter);
        const popular = view('popular-from', matter);
        if (dead || isStale(matter) || popular === null) return null;
        return later(popular, hoursAfter(matter.at, value('minimum-age')));
      },
    },
  };
});

import { hoursAfter, hoursBetween, optional, time } from 'gitnomic/rules';
import type { Game, Matter, Person } from 'gitnomic/rules';
import { permitUnless } from '#core/reasons.ts';
import { AGAINST, count, FOR } from '#core/votes.ts';
import type { Votes } from '#core/votes.ts';

/**
 * Declarations of Victory where they are resolved by popularity: who may make one, when it may be enacted or failed,
 * and how long a ban follows. The rule's text gives the hours.
 */
export function declarations(g: Game) {
  const { value, view, hook, ruleset, whyNotPlayer } = g;
  const earlyHours = value('early-hours');
  const lateHours = value('late-hours');
  const banHours = value('ban-hours');
  const failingHours = value('failing-hours');
  const votesOn = (matter: Matter): Votes => view('votes-on', matter) as Votes;
  const age = (matter: Matter): number => hoursBetween(matter.at, g.now);

  /** How long a DoV must be open before it may be enacted. */
  function hoursNeeded(matter: Matter): number {
    const votes = votesOn(matter);
    const { emperor } = g.dynasty;
    const agreed = emperor !== null && votes[emperor.id] === FOR;
    return agreed || !Object.values(votes).includes(AGAINST) ? earlyHours : lateHours;
  }

  return {
    fields: { dovBannedUntil: optional(time(), { title: 'no Declaration of Victory before' }) },

    whyNoDeclaration(author: Person): readonly (string | null | false)[] {
      const until = author.dovBannedUntil;
      const banned = until !== null && g.now < until;
      return [
        whyNotPlayer(author),
        author.is(g.dynasty.emperor) && `${ruleset.theEmperor} makes no Declaration of Victory`,
        banned &&
          `${author.label} has to wait ${banHours} hours since a Declaration of Victory of theirs failed, until ${until}`,
      ];
    },

    mayEnact(matter: Matter, by: Person | null): 'permit' {
      hook('may-resolve', { matter, by, outcome: 'enacted' });
      const hours = hoursNeeded(matter);
      return permitUnless(g.refuse, [
        !view('popular', matter) && `${matter.title} is not popular`,
        age(matter) < hours && `${matter.title} has not been open for ${hours} hours`,
      ]);
    },

    mayFail(matter: Matter, by: Person | null): 'permit' {
      hook('may-resolve', { matter, by, outcome: 'failed' });
      const hours = failingHours;
      return permitUnless(g.refuse, [
        !view('unpopular', matter) && `${matter.title} is not unpopular`,
        age(matter) < hours && `${matter.title} has not been open for ${hours} hours`,
      ]);
    },

    earliest(matter: Matter, outcome: 'enacted' | 'failed'): string | null {
      const from = view(outcome === 'enacted' ? 'popular-from' : 'unpopular-from', matter);
      const grown = hoursAfter(matter.at, outcome === 'enacted' ? hoursNeeded(matter) : failingHours);
      return from === null || from > grown ? from : grown;
    },

    /** Whoever met with a Vote AGAINST can't try again for a while. */
    ban(matter: Matter): void {
      if (count(votesOn(matter)).against > 0) matter.author.dovBannedUntil = hoursAfter(g.now, banHours);
    },
  };
}

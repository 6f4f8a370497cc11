import { hoursAfter, hoursBetween, optional, time } from 'gitnomic/rules';
import type { Game, Matter, Person } from 'gitnomic/rules';
import { permitUnless } from '#core/reasons.ts';
import { whyNotFailed, whyNotPassed } from '#core/standing.ts';
import { AGAINST, count, FOR } from '#core/votes.ts';
import type { Votes } from '#core/votes.ts';

/**
 * Declarations of Victory that are resolved like other matters: who may make one, when it may be enacted or failed,
 * and how long a ban follows. The rule's text gives the times.
 */
export function declarations(g: Game) {
  const { hours, words, view, hook, ruleset, whyNotPlayer } = g;
  const least = { early: hours('early'), late: hours('late'), failing: hours('failing'), ban: hours('ban') };
  const votesOn = (matter: Matter): Votes => view('votes-on', matter) as Votes;
  const age = (matter: Matter): number => hoursBetween(matter.at, g.now);

  /** The name of the value that says how long a DoV must be open before it may be enacted. */
  function enactedAfter(matter: Matter): 'early' | 'late' {
    const votes = votesOn(matter);
    const { emperor } = g.dynasty;
    const agreed = emperor !== null && votes[emperor.id] === FOR;
    return agreed || !Object.values(votes).includes(AGAINST) ? 'early' : 'late';
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
          `${author.label} has to wait ${words('ban')} since a Declaration of Victory of theirs failed, until ${until}`,
      ];
    },

    mayEnact(matter: Matter, by: Person | null): 'permit' {
      hook('may-resolve', { matter, by, outcome: 'enacted' });
      const wait = enactedAfter(matter);
      return permitUnless(g.refuse, [
        whyNotPassed(g, matter),
        age(matter) < least[wait] && `${matter.title} has not been open for ${words(wait)}`,
      ]);
    },

    mayFail(matter: Matter, by: Person | null): 'permit' {
      hook('may-resolve', { matter, by, outcome: 'failed' });
      return permitUnless(g.refuse, [
        whyNotFailed(g, matter),
        age(matter) < least.failing && `${matter.title} has not been open for ${words('failing')}`,
      ]);
    },

    earliest(matter: Matter, outcome: 'enacted' | 'failed'): string | null {
      const from = view(outcome === 'enacted' ? 'popular-from' : 'unpopular-from', matter);
      const grown = hoursAfter(matter.at, least[outcome === 'enacted' ? enactedAfter(matter) : 'failing']);
      return from === null || from > grown ? from : grown;
    },

    /** Whoever met with a Vote AGAINST can't try again for a while. */
    ban(matter: Matter): void {
      if (count(votesOn(matter)).against > 0) matter.author.dovBannedUntil = hoursAfter(g.now, least.ban);
    },
  };
}

import { action, boolean, choice, derive, integer, optional, player, rule, time } from 'gitnomic/rules';
import type { NameIn, Person } from 'gitnomic/rules';
import { isOlderThanHours, isWithinHours } from '#core/idling.ts';
import { refuseFor } from '#core/reasons.ts';
import { isAmong, whyOffRoster } from '#core/roster.ts';

export interface Tells {
  /** Somebody idle is active again. */
  returned: { person: Person };
}

export default rule((g) => {
  const { hours, words, list, ruleset } = g;
  const request = hours('request');
  const unidleRequest = hours('unidle-request');
  const silence = hours('silence');
  const hold = hours('hold');
  const countingRules = list('counting-rules');
  const asked = (person: Person): boolean => isWithinHours(person.idleAsked, g.now, request);
  const askedBack = (person: Person): boolean => isWithinHours(person.unidleAsked, g.now, unidleRequest);
  const silent = (person: Person): boolean => isOlderThanHours(person.lastActive, g.now, silence);

  /** Who asked to be idle, or idled themselves, stays so for some days of the same dynasty. */
  function isHeld({ idleReason, idleDynasty, idleAsked, idleSince }: Person): boolean {
    if (idleReason === 'inactive' || idleDynasty !== g.dynasty.number) return false;
    return isWithinHours(idleReason === 'asked' ? idleAsked : idleSince, g.now, hold);
  }

  function whyIdle(
    person: Person,
    rule: { readonly path: string; readonly title: string } | null,
  ): string | null {
    if (person.state !== 'idle') return null;
    return isAmong(rule, countingRules, ruleset.rules) ? null : `${person.label} is idle`;
  }

  function goIdle(person: Person, idleReason: 'asked' | 'self' | 'inactive'): void {
    person.set({
      state: 'idle',
      idleReason,
      idleSince: g.now,
      idleDynasty: g.dynasty.number,
      unidleAsked: null,
    });
  }

  /** In the same dynasty values stay; whoever went idle in another has those of a new player. */
  function comeBack(person: Person, bySelf: boolean): void {
    if (person.idleDynasty !== g.dynasty.number) {
      const dynastic = ruleset.fields('player').filter(({ rule }) => rule.section === 'dynastic');
      person.reset(...dynastic.map(({ id }) => id as NameIn<Person>));
    }
    const back = { state: 'active', unidled: g.now, awaySince: person.idleSince, returning: bySelf };
    person.set({
      ...back,
      idleSince: null,
      idleReason: null,
      idleDynasty: null,
      idleAsked: null,
      unidleAsked: null,
    });
  }

  return {
    player: {
      idleSince: optional(time()),
      idleReason: optional(choice(['asked', 'self', 'inactive'])),
      idleDynasty: optional(integer()),
      idleAsked: optional(time()),
      unidleAsked: optional(time()),
      unidled: optional(time()),
      awaySince: optional(time()),
      returning: boolean({ title: 'has yet to point out being back' }),
    },

    posts: { 'idle-announcement': { title: 'Announcement of an idling' } },

    actions: {
      'ask-idle': action({
        title: 'Ask to be made idle',
        sentence: 'asked to be made idle',
        by: 'anybody',
        marks: { request: true },
        check: ({ actor, refuse }) => refuseFor(refuse, [whyOffRoster(actor)]),
        effect({ actor, now }) {
          actor.idleAsked = now;
        },
      }),

      'ask-unidle': action({
        title: 'Ask to be made active again',
        sentence: 'asked to be made active again',
        by: 'anybody',
        marks: { request: true },
        check: ({ actor, refuse }) => refuseFor(refuse, [whyOffRoster(actor)]),
        effect({ actor, now }) {
          actor.unidleAsked = now;
        },
      }),

      idle: action({
        title: 'Make somebody idle',
        sentence: 'made {player} idle',
        by: 'admin',
        with: { player: player({ who: 'anybody' }) },
        check({ actor, player: person, refuse }) {
          refuseFor(refuse, [
            whyOffRoster(person),
            person.state === 'idle' && `${person.label} is already idle`,
          ]);
          if (person.is(actor) || asked(person) || silent(person)) return;
          refuse(
            `${person.label} has not asked for it within the past ${words('request')}, nor been silent for more than ${words('silence')}`,
          );
        },
        effect({ actor, player: person, post }) {
          const reason = person.is(actor) ? 'self' : asked(person) ? 'asked' : 'inactive';
          goIdle(person, reason);
          if (reason === 'inactive')
            post({
              kind: 'idle-announcement',
              title: `${person.label} is idle`,
              text: `Nothing was heard of ${person.label} since ${person.lastActive}.`,
              author: actor,
            });
        },
      }),

      unidle: action({
        title: 'Make somebody active again',
        sentence: 'made {player} active again',
        by: 'admin',
        with: { player: player({ who: 'anybody' }) },
        check({ actor, player: person, refuse }) {
          refuseFor(refuse, [
            whyOffRoster(person),
            person.state === 'active' && `${person.label} is already active`,
            person.state === 'idle' &&
              !person.is(actor) &&
              !askedBack(person) &&
              `${person.label} has not asked for it`,
            person.state === 'idle' &&
              isHeld(person) &&
              `${person.label} went idle by their own wish within the past ${words('hold')}`,
          ]);
        },
        effect({ actor, player: person, emit }) {
          comeBack(person, person.is(actor));
          emit('returned', { person });
        },
      }),
    },

    views: {
      'may-be-idled': derive({
        of: 'player',
        returns: boolean(),
        value: (person) => person.state === 'active' && (asked(person) || silent(person)),
      }),
    },

    hooks: {
      'not-a-player': ({ person, rule }, next) => whyIdle(person, rule) ?? next(),
      'not-in-role': ({ actor, role, rule }, next) =>
        (role === 'anybody' ? null : whyIdle(actor, rule)) ?? next(),

      waiting({ duty, people }, next) {
        const others = next() ?? [];
        if (duty === 'idle')
          return [
            ...others,
            ...people
              .filter((person) => person.state === 'active' && (asked(person) || silent(person)))
              .map(({ id }) => id),
          ];
        if (duty === 'unidle')
          return [
            ...others,
            ...people
              .filter((person) => person.state === 'idle' && askedBack(person) && !isHeld(person))
              .map(({ id }) => id),
          ];
        return others;
      },
    },

    on: {
      voted({ matter, voter, comment, view }) {
        if (!voter.returning) return;
        voter.returning = false;
        comment(
          matter,
          `${voter.label} is active again. Quorum is now ${String(view('quorum', 'players'))}.`,
        );
      },
    },
  };
});

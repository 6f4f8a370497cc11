import {
  action,
  boolean,
  choice,
  derive,
  hoursBetween,
  list,
  optional,
  player,
  rule,
  text,
  time,
} from 'gitnomic/rules';
import type { Person } from 'gitnomic/rules';
import { refuseFor } from '#core/reasons.ts';
import { whyOffRoster } from '#core/roster.ts';

export interface Tells {
  joined: { person: Person };
}

export default rule((g) => {
  const { people, matters, view, hours, words } = g;
  const isAwaited = (person: Person): boolean =>
    person.is(view('moving')) ||
    matters.pending('proposal').some((matter) => view('unheard', matter).includes(person.label));
  const isSilent = ({ lastActive }: Person): boolean =>
    lastActive === null || hoursBetween(lastActive, g.now) > hours('silence');

  return {
    player: {
      state: choice(['outsider', 'applicant', 'active', 'forfeited'], { start: 'outsider' }),
      name: text(),
      admin: boolean(),
      joined: optional(time()),
      lastActive: optional(time()),
    },

    posts: { 'join-request': { title: 'Request to join', purpose: 'join' } },

    views: {
      applicants: derive({
        of: 'game',
        returns: list(text()),
        value: () => people.where({ state: 'applicant' }).map(({ id }) => id),
      }),
    },

    actions: {
      join: action({
        title: 'Let somebody in',
        sentence: 'let “{player}” in',
        by: 'admin',
        with: { player: text({ filled: true, from: 'applicants' }) },
        check({ player: id, refuse }) {
          const state = people.get(id)?.state ?? 'outsider';
          refuseFor(refuse, [
            state === 'active' && `${id} is already in the game`,
            state !== 'active' && state !== 'applicant' && `${id} has not asked to join`,
          ]);
        },
        effect({ player: id, now, emit }) {
          const person = people.get(id);
          person?.set({ state: 'active', joined: now, lastActive: now, name: person.name || id });
          person?.reset('points');
          if (person !== null) emit('joined', { person });
        },
      }),

      'strike-off': action({
        title: 'Strike somebody off the roster',
        sentence: 'struck {player} off the roster',
        by: 'admin',
        with: { player: player() },
        check({ player: person, refuse }) {
          refuseFor(refuse, [
            !isAwaited(person) && `the game does not wait for ${person.label}`,
            !isSilent(person) && `${person.label} was heard of within the past ${words('silence')}`,
          ]);
        },
        effect({ player: person, emit }) {
          emit('forfeited', { person });
        },
      }),

      'resign-admin': action({
        title: 'Resign as an Admin',
        sentence: 'resigned as an Admin',
        by: 'admin',
        effect({ actor }) {
          actor.admin = false;
        },
      }),
    },

    hooks: {
      'not-a-player': ({ person }, next) => whyOffRoster(person) ?? next(),
      'not-in-role'({ actor, role }, next) {
        if (role === 'anybody') return next();
        const grounds = [next(), whyOffRoster(actor)].filter((ground) => typeof ground === 'string');
        return grounds.length === 0 ? null : [...new Set(grounds)].join('; ');
      },
    },

    on: {
      posted({ post: entry, author }) {
        if (entry.kind === 'join-request' && author.state !== 'active') author.state = 'applicant';
      },
      active({ person, now }) {
        person.lastActive = now;
      },
    },
  };
});

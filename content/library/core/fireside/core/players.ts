import { action, boolean, choice, derive, list, optional, player, rule, text, time } from 'gitnomic/rules';
import type { Person } from 'gitnomic/rules';
import { refuseFor } from '#core/reasons.ts';
import { whyOffRoster } from '#core/roster.ts';

export default rule((g) => {
  const { people } = g;
  const isOnlyHost = (person: Person): boolean =>
    person.admin && !people.some((one) => one.admin && !one.is(person) && one.state === 'active');

  return {
    player: {
      state: choice(['outsider', 'applicant', 'active', 'left'], { start: 'outsider' }),
      name: text(),
      admin: boolean(),
      joined: optional(time()),
    },

    posts: {
      plain: { title: 'Post', purpose: 'tell' },
      'join-request': { title: 'Request to join', purpose: 'join' },
      'leave-request': { title: 'Request to leave' },
    },

    actions: {
      join: action({
        title: 'Let somebody in',
        sentence: 'let {player} in',
        by: 'admin',
        with: { player: player({ who: 'anybody' }) },
        check({ player: person, refuse }) {
          refuseFor(refuse, [
            person.state === 'active' && `${person.label} is already in the game`,
            person.state !== 'active' &&
              person.state !== 'applicant' &&
              `${person.label} has not asked to join`,
          ]);
        },
        effect({ player: person, now }) {
          person.set({ state: 'active', joined: now, name: person.name === '' ? person.id : person.name });
        },
      }),
    },

    views: {
      waiting: derive({
        of: 'text',
        returns: list(text()),
        about: 'Whom something is still to be done for',
        value: (duty) =>
          duty === 'join' ? people.filter(({ state }) => state === 'applicant').map(({ id }) => id) : [],
      }),
    },

    hooks: {
      'not-a-player': ({ person }, next) => whyOffRoster(person) ?? next(),
      'not-in-role'({ actor, role }, next) {
        if (role === 'anybody') return next();
        const grounds = [next(), whyOffRoster(actor)].filter((ground) => typeof ground === 'string');
        return grounds.length === 0 ? null : [...new Set(grounds)].join('; ');
      },
      'may-post'({ author, kind, refuse }) {
        refuseFor(refuse, [
          kind === 'join-request' && author.state === 'active' && `${author.label} is already in the game`,
          kind === 'leave-request' && author.state !== 'active' && `${author.label} is no Player`,
          kind === 'leave-request' &&
            isOnlyHost(author) &&
            `${author.label} is the only host: have somebody else made one first`,
        ]);
      },
    },

    on: {
      posted({ post: entry, author }) {
        if (entry.kind === 'join-request') author.state = 'applicant';
        if (entry.kind === 'leave-request') author.set({ state: 'left', admin: false });
      },
    },
  };
});

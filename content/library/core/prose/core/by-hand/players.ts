import { action, boolean, choice, derive, list, optional, rule, text, time } from 'gitnomic/rules';
import { refuseFor } from '#core/reasons.ts';
import { whyOffRoster } from '#core/roster.ts';

export default rule((g) => {
  const { people } = g;

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
        sentence: 'let {player} in',
        by: 'admin',
        with: { player: text({ filled: true, from: 'applicants' }) },
        check({ player: id, refuse }) {
          const state = people.get(id)?.state ?? 'outsider';
          refuseFor(refuse, [
            state === 'active' && `${id} is already in the game`,
            state !== 'active' && state !== 'applicant' && `${id} has not asked to join`,
          ]);
        },
        effect({ player: id, now }) {
          const person = people.get(id);
          person?.set({ state: 'active', joined: now, name: person.name === '' ? id : person.name });
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
        if (entry.kind === 'leave-request' && author.state === 'active')
          author.set({ state: 'left', admin: false });
      },
    },
  };
});

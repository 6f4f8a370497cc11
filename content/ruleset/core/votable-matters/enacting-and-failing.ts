import { derive, optional, rule, time } from 'gitnomic/rules';
import type { Matter, Person, Post } from 'gitnomic/rules';
import { isOnRoster } from '#core/roster.ts';

/** In what order a tick looks at what is pending. */
const ORDER: readonly string[] = ['dov', 'cfj', 'proposal'];

export interface Asks {
  /** Refuses where a matter may not be resolved now, or not by this person; null is the engine. */
  'may-resolve'(words: { matter: Matter; by: Person | null; outcome: 'enacted' | 'failed' }): void;
  /** From when a matter may be resolved so with the votes that it has. */
  earliest(words: { matter: Matter; outcome: 'enacted' | 'failed' }): string | null | undefined;
}

export default rule((g) => {
  const { matters, hook } = g;
  const place = ({ kind }: Post): number => (ORDER.includes(kind) ? ORDER.indexOf(kind) : ORDER.length);

  function refuseIfResolved(matter: Post, refuse: (reason: string) => never): void {
    if (matter.votable && !matter.pending) refuse(`${matter.title} is resolved: it is ${matter.status}`);
  }

  /** Never before now: what could have been done already can be done now. */
  function earliest(matter: Post, outcome: 'enacted' | 'failed'): string | null {
    if (!matter.pending) return null;
    const at = hook('earliest', { matter, outcome });
    return at === null || at === undefined ? null : at < g.now ? g.now : at;
  }

  return {
    views: {
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

    hooks: {
      earliest: (_, next) => next(),

      'resolution-order': () => [...matters.pending()].sort((a, b) => place(a) - place(b) || a.n - b.n),

      // Asked by each rule that has matters of its own enacted or failed.
      'may-resolve'({ by, refuse }) {
        if (by !== null && !(by.admin && isOnRoster(by))) refuse('only an Admin resolves a Votable Matter');
      },

      'may-vote'({ matter, refuse }) {
        refuseIfResolved(matter, refuse);
      },
      'may-comment'({ post, refuse }) {
        refuseIfResolved(post, refuse);
      },
      'may-alter'({ post, refuse }) {
        refuseIfResolved(post, refuse);
      },
    },
  };
});

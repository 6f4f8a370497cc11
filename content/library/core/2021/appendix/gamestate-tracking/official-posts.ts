import { action, boolean, derive, post, rule } from 'gitnomic/rules';
import { officialPosts } from '#core/official-posts.ts';
import { refuseFor } from '#core/reasons.ts';

export default rule((g) => {
  const posts = officialPosts(g);

  return {
    post: { illegal: boolean() },
    posts: { plain: { title: 'Post' }, disclosure: { title: 'Disclosure' } },

    views: {
      'new-player': derive({ of: 'player', returns: boolean(), value: posts.isNew }),
      popular: (matter, next) => !matter.illegal && next(),
      unpopular: (matter, next) => matter.illegal || next(),
    },

    actions: {
      'categorise-as-proposal': posts.categorise,

      'mark-illegal': action({
        title: 'Mark as illegal',
        sentence: 'marked {matter} as illegal',
        about: 'For a post that broke what this rule forbids.',
        by: 'admin',
        with: { matter: post() },
        check: ({ matter, refuse }) =>
          refuseFor(refuse, [
            !matter.official && 'only an official post can be illegal',
            matter.illegal && `${matter.title} is already illegal`,
          ]),
        effect({ matter }) {
          matter.illegal = true;
        },
      }),
    },

    hooks: {
      'may-alter'({ by, post: entry }, next) {
        next();
        posts.mayAlter(entry, by);
      },

      'may-recategorise'({ by, post: entry, kind }) {
        posts.mayRecategorise(entry, by, kind);
      },

      'may-change'({ matter, refuse }) {
        if (matter.illegal) refuse('an illegal post has no effect');
      },

      tally: ({ matter }, next) => ({ ...next(), legal: !matter.illegal }),
    },
  };
});

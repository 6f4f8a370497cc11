import { boolean, derive, rule } from 'gitnomic/rules';
import { officialPosts } from '#core/official-posts.ts';
import { correctable, correctGamestate, reversals, undoable, undoAlteration } from '#core/representations.ts';

export default rule((g) => {
  const posts = officialPosts(g);

  return {
    game: { reversals },
    posts: { plain: { title: 'Post' } },

    views: {
      'new-player': derive({ of: 'player', returns: boolean(), value: posts.isNew }),
      correctable: correctable(g),
      undoable: undoable(g, () => false),
    },

    actions: {
      'categorise-as-proposal': posts.categorise,
      'correct-gamestate': correctGamestate(g),
      'undo-alteration': undoAlteration(g, () => false),
    },

    hooks: {
      'may-alter'({ by, post: entry }, next) {
        next();
        posts.mayAlter(entry, by);
      },
      'may-recategorise'({ by, post: entry, kind }) {
        posts.mayRecategorise(entry, by, kind);
      },
      // Nothing makes a post illegal for good in this era.
      tally: (_, next) => ({ ...next(), legal: true }),
    },
  };
});

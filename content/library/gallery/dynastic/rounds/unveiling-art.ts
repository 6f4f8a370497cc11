import { boolean, integer, list, map, optional, player, rule, text } from 'gitnomic/rules';
import { published } from '../helpers/titles.ts';

export default rule(({ words, art, galleries, emperor, secret, pick }) => ({
  things: {
    galleries: {
      title: 'Galleries',
      fields: { title: text(), theme: optional(text()), art: list(text()), revealed: boolean({ title: 'Names are public' }) },
    },
    art: {
      title: 'Art',
      fields: {
        title: text(),
        'submitted-as': text({ title: 'Title as sent' }),
        image: text(),
        source: text(),
        round: integer(),
        submitter: optional(player({ who: 'anybody' })),
      },
    },
  },

  emperor: {
    submitters: map(player({ who: 'anybody' }), { private: true, title: 'Who sent which art' }),
  },

  hooks: {
    /** Who sent a piece: for the emperor's side alone, unless it has been revealed. */
    'submitter-of': ({ piece }) => art.get(piece)?.submitter ?? emperor.submitters[piece] ?? null,

    'unveil-art'({ round, theme, art: sent }) {
      const inOrder = secret.shuffle(sent, ({ handle }) => handle);
      const titles = published(
        inOrder.map(({ title }) => title),
        art.all(),
      );
      const ids = inOrder.map((_, at) => `r${round}-${at + 1}`);
      ids.forEach((id, at) => {
        const { title, image, source } = inOrder[at];
        art.add(id, { title: titles[at], submittedAs: title, image, source, round });
      });
      emperor.submitters = { ...emperor.submitters, ...Object.fromEntries(ids.map((id, at) => [id, inOrder[at].by])) };
      const title = `${words('post-word')} ${round}${theme === null ? '' : ` - ${theme}`}`;
      galleries.add(`gallery-${round}`, { title, theme, art: ids });
    },

    /** One of a player's pieces in the gallery of a round, at random, by a public roll. */
    'random-piece': ({ round, by, except }) =>
      pick(
        (galleries.get(`gallery-${round}`)?.art ?? [])
          .filter((id) => by.is(emperor.submitters[id]))
          .map((id) => art.get(id))
          .filter((piece) => piece !== null && !except.includes(piece.title)),
      ) ?? null,
  },
}));

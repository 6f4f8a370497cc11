import {
  action,
  boolean,
  integer,
  list,
  map,
  optional,
  picture,
  player,
  rule,
  text,
  thing,
} from 'gitnomic/rules';
import type { Person, Post, Things } from 'gitnomic/rules';
import { entryOf } from '../helpers/gallery-post.ts';
import { published } from '../helpers/titles.ts';
import type { SentPiece } from '../helpers/types.ts';

export interface Asks {
  'submitter-of'(words: { piece: string }): Person | null;
  'unveil-art'(words: { round: number; by: Person; theme: string | null; sent: readonly SentPiece[] }): void;
  /** The Gallery Post of a round; null in a game that was begun without it. */
  'gallery-post'(words: { round: number }): Post | null;
  'random-piece'(words: {
    round: number;
    by: Person;
    except: readonly (string | null | undefined)[];
  }): Things['art'] | null;
}

const GALLERY_POST = 'gallery';

export default rule((here) => {
  const { words, art, galleries, emperor, posts, post, comment, secret, pick, refuse } = here;

  return {
    things: {
      galleries: {
        title: 'Galleries',
        fields: {
          title: text(),
          theme: optional(text()),
          art: list(text()),
          revealed: boolean({ title: 'Names are public' }),
        },
      },
      art: {
        title: 'Art',
        fields: {
          title: text(),
          'submitted-as': text({ title: 'Title as sent' }),
          image: picture(),
          source: text(),
          round: integer(),
          submitter: optional(player({ who: 'anybody' })),
        },
      },
    },

    emperor: {
      submitters: map(player({ who: 'anybody' }), { private: true, title: 'Who sent which art' }),
    },

    actions: {
      'store-image': action({
        title: 'Put the kept copy of an image in the place of its link',
        sentence: 'put the kept copy of {art} in the place of its link',
        by: 'emperor',
        with: { art: thing('art'), image: text({ about: 'where the copy lies in the repository' }) },
        check({ image }) {
          if (!/^[a-z0-9][a-z0-9/_.-]*\.webp$/.test(image) || image.includes('..')) {
            refuse('image', 'a copy is a .webp file of the repository, named by its path');
          }
        },
        effect({ art: piece, image }) {
          piece.image = image;
        },
      }),
    },

    posts: { [GALLERY_POST]: { title: 'Gallery Post', engineOnly: true } },

    hooks: {
      'may-comment'({ author, post: on }) {
        if (on.kind === GALLERY_POST && !author.is(here.dynasty.emperor))
          refuse(`on a ${words('post-word')} Post only ${here.ruleset.theEmperor} may comment`);
      },

      'gallery-post': ({ round }) =>
        posts
          .filter(
            ({ kind, title }) => kind === GALLERY_POST && title === galleries.get(`gallery-${round}`)?.title,
          )
          .at(-1) ?? null,

      /** Who sent a piece: for the emperor's side alone, unless it has been revealed. */
      'submitter-of': ({ piece }) => art.get(piece)?.submitter ?? emperor.submitters[piece] ?? null,

      'unveil-art'({ round, by: poster, theme, sent }) {
        const inOrder = secret.shuffle(sent, ({ handle }) => handle);
        const titles = published(
          inOrder.map(({ title }) => title),
          art.all(),
        );
        const hung = inOrder.map(({ title, image, source, by }, at) => {
          const id = `r${round}-${at + 1}`;
          art.add(id, { title: titles[at], submittedAs: title, image, source, round });
          return [id, by] as const;
        });
        emperor.submitters = { ...emperor.submitters, ...Object.fromEntries(hung) };
        const title = `${words('post-word')} ${round}${theme === null ? '' : ` - ${theme}`}`;
        galleries.add(`gallery-${round}`, { title, theme, art: hung.map(([id]) => id) });
        const text = theme === null ? '' : `The theme of round ${round} was **${theme}**.`;
        const gallery = post({ kind: GALLERY_POST, title, text, author: poster });
        for (const [id] of hung) {
          const piece = art.get(id);
          if (piece !== null) comment(gallery, entryOf(piece));
        }
      },

      /** One of a player's pieces in the gallery of a round, at random, by a public roll. */
      'random-piece': ({ round, by, except }) =>
        pick(
          (galleries.get(`gallery-${round}`)?.art ?? [])
            .filter((id) => by.is(emperor.submitters[id]))
            .flatMap((id) => art.get(id) ?? [])
            .filter(({ title }) => !except.includes(title)),
        ) ?? null,
    },
  };
});

import { boolean, derive, list, optional, rule, text } from 'gitnomic/rules';
import type { Person } from 'gitnomic/rules';
import { singles, without } from '../helpers/collections.ts';
import { meant } from '../helpers/references.ts';
import { aboutToSend } from '../helpers/submissions.ts';

export interface Asks {
  'settle-sales'(): void;
}

export default rule(({ game, art, people, players, hook, maybe, refuse, submissions }) => {
  /** The piece of the sender's that is meant; what lies in a set can't be sold. */
  const pieceOf = (by: Person, words: unknown): string | null => {
    const own = singles(maybe(() => by.collection, [])).map(({ art: id }) => ({
      id,
      title: art.get(id)?.title ?? '',
    }));
    const piece = own.length === 0 ? null : meant(words, art.all(), own);
    return own.find(({ id }) => id === piece?.id)?.id ?? null;
  };

  const UNCLEAR = 'it does not clearly name one single piece of your collection';

  return {
    views: {
      'sale-by-line': derive({
        of: 'text',
        returns: list(text()),
        about: 'What would be put up for sale, before it is sealed.',
        value(words) {
          const { by, art: named, withdraw } = aboutToSend(words);
          const person = people.get(String(by));
          const piece = person === null ? null : pieceOf(person, named);
          if (piece === null) refuse('art', UNCLEAR);
          return [
            `${withdraw === true ? 'No longer for sale' : 'For sale'}: ${art.get(String(piece))?.title ?? String(piece)}`,
          ];
        },
      }),
    },

    submissions: {
      sale: {
        title: 'Sale Submission',
        about: 'A piece of your own to be sold; or, with "withdraw", one that is not to be sold after all.',
        with: { art: optional(text({ from: 'own-singles' })), withdraw: optional(boolean()) },
        check: () => hook('check-round-open'),
      },
    },

    hooks: {
      'settle-sales'() {
        const sent = submissions('sale');
        let offers: { readonly by: Person; readonly piece: string }[] = [];
        for (const { by, contents } of sent) {
          const piece = pieceOf(by, contents['art']);
          if (piece === null) continue;
          if (contents['withdraw'] === true)
            offers = offers.filter((offer) => offer.piece !== piece || !offer.by.is(by));
          else offers.push({ by, piece });
        }
        for (const { by, piece } of offers) {
          const held = players.has(by)
            ? singles(by.collection).find((entry) => entry.art === piece)
            : undefined;
          if (held === undefined) continue;
          by.collection = without(by.collection, piece);
          maybe(() => (by.cash += held.price));
          maybe(() => (game.vault = [...game.vault, held]));
        }
        sent.forEach((one) => one.use());
      },

      'submission-problems'(_, next) {
        const unclear = submissions('sale').filter(
          ({ by, contents }) => pieceOf(by, contents['art']) === null,
        );
        return [
          ...(next() ?? []),
          ...unclear.map(({ by }) => ({ by, submission: 'sale', problem: UNCLEAR })),
        ];
      },
    },
  };
});

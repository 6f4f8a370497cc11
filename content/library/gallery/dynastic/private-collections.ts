import { derive, integer, list, optional, rule, text } from 'gitnomic/rules';
import { isSet, pieces, repriced, repricedPieces, singles, valueOf } from './helpers/collections.ts';
import type { Entry, Piece } from './helpers/collections.ts';
import { entry, piece } from './helpers/entries.ts';

export interface Asks {
  'appreciate-all'(): void;
}

export default rule(({ game, value, players, people }) => {
  const grown = ({ price }: Piece): number => price + Math.floor((price * value('appreciation')) / 100);

  return {
    player: {
      cash: integer({ title: 'Cash', start: value('start-cash') }),
      collection: list(entry, { title: 'Collection' }),
    },
    game: { vault: list(piece, { title: 'Vault' }) },

    views: {
      'collection-value': derive({
        of: 'player',
        returns: integer(),
        title: 'Value of the collection',
        value: ({ collection }) => valueOf(collection),
      }),
      assets: derive({
        of: 'player',
        returns: integer(),
        title: 'Assets',
        value: ({ cash, collection }) => cash + valueOf(collection),
      }),
      'own-singles': derive({
        of: 'player',
        returns: list(text()),
        value: ({ collection }) => singles(collection).map(({ art }) => art),
      }),
      'own-in-sets': derive({
        of: 'player',
        returns: list(text()),
        value: ({ collection }) =>
          collection.flatMap((one) => (isSet(one) ? one.set.map(({ art }) => art) : [])),
      }),
      owner: derive({
        of: 'text',
        returns: optional(text()),
        title: 'Owner of a piece',
        value(id) {
          const holds = (collection: readonly Entry[]): boolean =>
            pieces(collection).some(({ art }) => art === id);
          return (
            people.find(({ collection }) => holds(collection))?.id ?? (holds(game.vault) ? 'vault' : null)
          );
        },
      }),
    },

    hooks: {
      'appreciate-all'() {
        for (const one of players) one.collection = repriced(one.collection, grown);
        game.vault = repricedPieces(game.vault, grown);
      },
    },
  };
});

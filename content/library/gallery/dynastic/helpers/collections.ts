/** A piece in a collection, by its id. */
export interface Piece {
  readonly art: string;
  readonly price: number;
}

/** An entry of a collection: a piece by itself, or three of them as a set. */
export interface Entry {
  readonly art?: string | null;
  readonly price?: number | null;
  readonly set?: readonly Piece[] | null;
}

export function isSet(entry: Entry): entry is { readonly set: readonly Piece[] } {
  return Array.isArray(entry.set);
}

/** The pieces that are held by themselves. */
export function singles(collection: readonly Entry[]): readonly Piece[] {
  return collection.filter((entry) => !isSet(entry)) as readonly Piece[];
}

/** All pieces, those in sets too. */
export function pieces(collection: readonly Entry[]): readonly Piece[] {
  return collection.flatMap((entry) => (isSet(entry) ? [...entry.set] : [entry as Piece]));
}

/** The collection without a piece that is held by itself. */
export function without(collection: readonly Entry[], art: string): readonly Entry[] {
  return collection.filter((entry) => isSet(entry) || entry.art !== art);
}

export function valueOf(collection: readonly Entry[]): number {
  return pieces(collection).reduce((sum, { price }) => sum + price, 0);
}

export function repricedPieces(list: readonly Piece[], price: (piece: Piece) => number): readonly Piece[] {
  return list.map((piece) => ({ art: piece.art, price: price(piece) }));
}

/** The collection with other prices, in sets as outside of them. */
export function repriced(collection: readonly Entry[], price: (piece: Piece) => number): readonly Entry[] {
  return collection.flatMap((entry): readonly Entry[] =>
    isSet(entry) ? [{ set: repricedPieces(entry.set, price) }] : repricedPieces([entry as Piece], price),
  );
}

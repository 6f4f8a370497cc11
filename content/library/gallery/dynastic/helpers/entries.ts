import { integer, list, optional, record, text } from 'gitnomic/rules';

/** `{ art: r1-1, price: 1000 }`. Art is named by its id, so that a list outlives the gallery it came from. */
const parts = { art: text({ filled: true }), price: integer() };
export const piece = record(parts, { written: '{art} [{price}]' });
const inSet = record(parts, { written: '‘{art}’ [{price}]' });

/** A piece by itself, or `{ set: [piece, …] }`. */
export const entry = record(
  {
    art: optional(text({ filled: true })),
    price: optional(integer()),
    set: optional(list(inSet, { written: '{…}' })),
  },
  { written: '{art} [{price}]{set}' },
);

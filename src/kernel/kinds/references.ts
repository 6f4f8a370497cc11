import { capitalised } from '../sentence.ts';
import { toCamel } from '../names.ts';
import { IllegalValue, showValue } from '../values.ts';
import { simple, type References, type ValueKind, type TypeOf } from './kind.ts';

/** A reference may name something that is gone, which is up to the rules. Here it only has to be a name. */
export const ANY_NAMES: References = { player: nameIn, thing: (_, value) => nameIn(value), post: nameIn };

function nameIn(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function named(kind: string, id: string | null, value: unknown, where: string): string {
  if (id !== null) return id;
  throw new IllegalValue(`must name a ${kind}: there is no ${kind} called ${showValue(value)} ${where}`);
}

/** `favour-offers` → `FavourOffersThing` */
export function thingName(id: string): string {
  const camel = toCamel(id);
  return `${capitalised(camel)}Thing`;
}

export const player: ValueKind<TypeOf<'player'>> = {
  ...simple,
  encode: (_, value, refs) => named('player', refs.player(value), value, 'on the roster'),
  decode: (_, stored, entityFor) => entityFor('players', stored),
  declare: () => 'Person',
  field: ({ another }, choices) =>
    choices === null
      ? { input: 'name', hint: 'A name in the game' }
      : {
          input: 'one-of',
          options: choices.players().filter(({ value }) => another !== true || value !== choices.me),
        },
};

export const thing: ValueKind<TypeOf<'thing'>> = {
  ...simple,
  encode: ({ collection }, value, refs) =>
    named('thing', refs.thing(collection, value), value, `among ${collection}`),
  decode: ({ collection }, stored, entityFor) => entityFor(collection, stored),
  declare: ({ collection }) => thingName(collection),
  field: ({ collection }, choices) =>
    choices === null
      ? { input: 'name', hint: 'Its name or number' }
      : { input: 'one-of', options: choices.things(collection) },
  show: ({ collection }, text, names) => names.thing(collection, text),
};

export const post: ValueKind<TypeOf<'post'>> = {
  ...simple,
  encode: (_, value, refs) => named('post', refs.post(value), value, 'among posts'),
  decode: (_, stored, entityFor) => entityFor('posts', stored),
  declare: () => 'Post',
  field: (_, choices) =>
    choices === null
      ? { input: 'name', hint: 'The number of a post' }
      : { input: 'one-of', options: choices.posts() },
  show: (_, text, names) => names.post(text),
};

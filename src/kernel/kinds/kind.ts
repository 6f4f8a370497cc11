import type { ValueType } from '../value-types.ts';

type KindName = ValueType['kind'];

export type TypeOf<K extends KindName> = Extract<ValueType, { readonly kind: K }>;

/** The lookup of references while a value is read or written. */
export interface References {
  /** The id of a person who may be referred to, or null. */
  player(value: unknown): string | null;
  thing(collection: string, value: unknown): string | null;
  post(value: unknown): string | null;
}

/** A choice in a form. */
export interface FormOption {
  readonly value: string;
  readonly label: string;
}

export interface Choices {
  players(): readonly FormOption[];
  things(collection: string): readonly FormOption[];
  posts(): readonly FormOption[];
  /** Labels a word of a choice. */
  word(value: string): string;
}

/** The field in which a form asks for a value of some type. */
export interface FormInput {
  readonly input:
    | 'integer'
    | 'text'
    | 'name'
    | 'picture'
    | 'yes-no'
    | 'one-of'
    | 'some-of'
    | 'lines'
    | 'time'
    | 'anything'
    | 'group'
    | 'rows'
    | 'entries';
  /** The parts of a `group` by name; of `rows` and `entries` the type of each one, as `each`. */
  readonly parts?: Readonly<Record<string, ValueType>>;
  /** The way in which it is typed as a word of a command. */
  readonly hint?: string;
  readonly options?: readonly FormOption[];
  readonly min?: number | null;
  readonly max?: number | null;
  /** Of `lines`: whether each is a number. */
  readonly numbers?: boolean;
  /** Whether nothing written is a value too, such as an empty text or list. */
  readonly blank?: boolean;
}

/** The names of people and things, for a word that the game keeps. */
export interface Namer {
  thing(collection: string, id: string): string;
  post(id: string): string;
  /** A word of which only is known that it isn't a thing. */
  word(text: string): string;
  anything(text: string): string;
}

type Encode = (type: ValueType, value: unknown, refs: References) => unknown;
export type EntityFor = (place: string, id: unknown) => unknown;
export type Wrong = (expected: string) => Error;

/**
 * All that the engine knows of a kind of value. What holds others is handed the same function for them, so that no kind
 * knows another.
 */
export interface ValueKind<T extends ValueType> {
  /** Turns what a clause, a person or a file gives into what is stored: plain JSON. Throws an `IllegalValue`. */
  encode(type: T, value: unknown, refs: References, encode: Encode): unknown;
  /** Whether a stored value is legal beyond doubt, at a fraction of the cost of encoding it again. */
  check(type: T, value: unknown, check: (type: ValueType, value: unknown) => boolean): boolean;
  /** The value that a clause is handed for it. */
  decode(
    type: T,
    stored: unknown,
    entityFor: EntityFor,
    decode: (type: ValueType, stored: unknown) => unknown,
  ): unknown;
  /** The start of a variable for which none is given. */
  start(type: T, start: (type: ValueType) => unknown): unknown;
  /** Reads a cell of a table in a rule’s text. */
  cell(
    type: T,
    text: string,
    wrong: Wrong,
    cell: (type: ValueType, text: string, wrong: Wrong) => unknown,
  ): unknown;
  /** Its type in TypeScript, as a clause sees it. */
  declare(type: T, declare: (type: ValueType) => string): string;
  /** The field of a form; without choices, as where nobody knows the game’s state, people type. */
  field(type: T, choices: Choices | null, field: (type: ValueType) => FormInput): FormInput;
  /** The type of what lies inside under a key or in a place. */
  inside(
    type: T,
    key: string,
    inside: (type: ValueType, key: string) => ValueType | undefined,
  ): ValueType | undefined;
  /** A word of it as people read it. */
  show(type: T, text: string, names: Namer, show: (type: ValueType, text: string) => string): string;
}

/** The methods of most kinds, which hold nothing and refer to nothing. */
export const simple = {
  check: () => false,
  decode: (_: unknown, stored: unknown) => stored,
  start: () => null,
  cell: (_: unknown, text: string): unknown => text,
  inside: () => undefined,
  show: (_: unknown, text: string, names: Namer) => names.word(text),
} as const;

import type { ValueType } from '../value-types.ts';

type KindName = ValueType['kind'];

export type TypeOf<K extends KindName> = Extract<ValueType, { readonly kind: K }>;

/** Looks up references while a value is read or written. */
export interface References {
  /** The id of a person who may be referred to, or null. */
  player(value: unknown): string | null;
  thing(collection: string, value: unknown): string | null;
  post(value: unknown): string | null;
}

export interface FormOption {
  readonly value: string;
  readonly label: string;
}

export interface Choices {
  /** The person who fills in the form, if known. */
  readonly me?: string | null;
  players(): readonly FormOption[];
  things(collection: string): readonly FormOption[];
  posts(): readonly FormOption[];
  /** The choices that a type names by `from`; null if nobody knows them, and people type. */
  from(source: string): readonly FormOption[] | null;
  word(value: string): string;
}

/** The form field for a value of some type. */
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
  /** The parts of a `group` by name. For `rows` and `entries`, the type of each one is under `each`. Rows are in the order that people choose. */
  readonly parts?: Readonly<Record<string, ValueType>>;
  /** How to type the value in a command. */
  readonly hint?: string;
  readonly options?: readonly FormOption[];
  readonly min?: number | null;
  readonly max?: number | null;
  /** For `lines` and `one-of`: true if each is a number. */
  readonly numbers?: boolean;
  /** True if an empty field is a value too, such as an empty text or list. */
  readonly blank?: boolean;
}

/** Gives people's and things' names for stored words. */
export interface Namer {
  thing(collection: string, id: string): string;
  post(id: string): string;
  /** A word that isn't the id of a thing. */
  word(text: string): string;
  anything(text: string): string;
}

type Encode = (type: ValueType, value: unknown, refs: References) => unknown;
export type EntityFor = (place: string, id: unknown) => unknown;
export type Wrong = (expected: string) => Error;

/**
 * Everything that the engine knows about a kind of value. Kinds that contain others receive the same function for these, so no kind knows
 * another.
 */
export interface ValueKind<T extends ValueType> {
  /** Converts a value from a clause, a person or a file to plain JSON for storing. Throws an `IllegalValue`. */
  encode(type: T, value: unknown, refs: References, encode: Encode): unknown;
  /** True if a stored value is certainly legal. Much cheaper than encoding it again. */
  check(type: T, value: unknown, check: (type: ValueType, value: unknown) => boolean): boolean;
  /** The value that a clause receives for it. */
  decode(
    type: T,
    stored: unknown,
    entityFor: EntityFor,
    decode: (type: ValueType, stored: unknown) => unknown,
  ): unknown;
  start(type: T, start: (type: ValueType) => unknown): unknown;
  /** Reads a table cell in a rule’s text. */
  cell(
    type: T,
    text: string,
    wrong: Wrong,
    cell: (type: ValueType, text: string, wrong: Wrong) => unknown,
  ): unknown;
  /** Its type in TypeScript, as clauses see it. */
  declare(type: T, declare: (type: ValueType) => string): string;
  /** The form field. Without choices, when the game’s state isn't known, it is a text field. */
  field(type: T, choices: Choices | null, field: (type: ValueType) => FormInput): FormInput;
  /** The type of the value at a key or index. */
  inside(
    type: T,
    key: string,
    inside: (type: ValueType, key: string) => ValueType | undefined,
  ): ValueType | undefined;
  /** A word of it, as shown to people. */
  show(type: T, text: string, names: Namer, show: (type: ValueType, text: string) => string): string;
}

export function chosenFrom(
  { from, called = {} }: ValueType,
  choices: Choices | null,
): readonly FormOption[] | null {
  const options = from === undefined ? undefined : choices?.from(from);
  return (
    options?.map((one) =>
      Object.hasOwn(called, one.value) ? { ...one, label: called[one.value] ?? '' } : one,
    ) ?? null
  );
}

/** Default methods for kinds that contain no values and refer to nothing. */
export const simple = {
  check: () => false,
  decode: (_: unknown, stored: unknown) => stored,
  start: () => null,
  cell: (_: unknown, text: string): unknown => text,
  inside: () => undefined,
  show: (_: unknown, text: string, names: Namer) => names.word(text),
} as const;

/**
 * The types of variables. A type is plain data, so that it can be shown in forms, written to a declaration file, and compared when a
 * definition changes.
 */
export interface TypeOptions {
  /** Its name for people. By default, its id in words. */
  readonly title?: string;
  /** True if only the emperor's side may see it. Then everything that contains it is private too. */
  readonly private?: boolean;
  /**
   * Whether pages and messages show it with its owner, and its changes. By default they do, except for values of core rules in games with
   * dynasties.
   */
  readonly shown?: boolean;
  /** A sentence for forms and help. */
  readonly about?: string;
  /**
   * The source of a form’s choices, so that nobody has to type them: `rules`, `dynastic-rules`, `special-cases`, `players`, a collection,
   * a named table (its first column) or list of the rules, or a view of the game that lists texts or numbers of lines of the ledger. The
   * type accepts other values too; `check` decides whether they are right.
   */
  readonly from?: string;
  /** How people read it: a record by its fields, `{title} [{price}]`; any other value at `…`, `[…]`. */
  readonly written?: string;
  /** The text between two items of a list, by default a comma. */
  readonly between?: string;
  /** Names for values that are ids. */
  readonly called?: Readonly<Record<string, string>>;
}

export type ValueType = TypeOptions &
  (
    | {
        readonly kind: 'integer';
        readonly min?: number | null;
        readonly max?: number;
        readonly start?: number;
      }
    | {
        readonly kind: 'text';
        readonly start?: string;
        readonly filled?: boolean;
        readonly pattern?: string;
        /** True if it is the address of a picture, which the engine fetches once and stores. */
        readonly picture?: boolean;
      }
    | { readonly kind: 'boolean'; readonly start?: boolean }
    | { readonly kind: 'choice'; readonly of: readonly string[]; readonly start?: string }
    | { readonly kind: 'time' }
    | {
        readonly kind: 'list';
        readonly of: ValueType;
        readonly min?: number;
        readonly max?: number;
        readonly start?: readonly unknown[];
        /** True if the order of its items means nothing, so that forms ask for it by boxes to tick. Of rules it never means anything. */
        readonly unordered?: boolean;
      }
    | { readonly kind: 'record'; readonly fields: Readonly<Record<string, ValueType>> }
    | { readonly kind: 'map'; readonly of: ValueType; readonly start?: Readonly<Record<string, unknown>> }
    | {
        readonly kind: 'player';
        /** By default, somebody who counts as a player for the rule. */ readonly who?: 'player' | 'anybody';
        /** True if it can't be the actor. */ readonly another?: boolean;
      }
    | { readonly kind: 'thing'; readonly collection: string; readonly start?: string }
    | { readonly kind: 'post' }
    | {
        readonly kind: 'optional';
        readonly of: ValueType;
        readonly none: null | string;
        readonly start?: unknown;
      }
    | { readonly kind: 'data'; readonly start?: unknown }
  );

/**
 * The types that rules give to what they track. A type is plain data, so that it can be shown in forms, written
 * to a declaration file, and compared when a definition changes.
 */
export interface TypeOptions {
  /** Its name for people; by default its id in words. */
  readonly title?: string;
  /** Seen only by whoever runs the emperor's side; so is the whole of what holds it. */
  readonly private?: boolean;
  /** A sentence for forms and help. */
  readonly about?: string;
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
        /** The address of a picture: the engine fetches it once and keeps a copy. */
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
      }
    | { readonly kind: 'record'; readonly fields: Readonly<Record<string, ValueType>> }
    | { readonly kind: 'map'; readonly of: ValueType; readonly start?: Readonly<Record<string, unknown>> }
    | {
        readonly kind: 'player';
        /** `player` (default): who counts as one for the rule. */ readonly who?: 'player' | 'anybody';
        /** Not oneself. */ readonly another?: boolean;
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

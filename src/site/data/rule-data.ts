/** A number or word of a rule's text that the engine obeys. */
export interface LiveValueData {
  readonly name: string;
  readonly value: string;
  /** The matters that set it; none where it stands as the game began with it. */
  readonly set: readonly {
    readonly at: string;
    readonly post: string;
    readonly from: string | null;
    readonly to: string;
  }[];
}

/** What a matter would do, or did, to one text. */
export interface DiffData {
  readonly rule: string;
  readonly title: string;
  readonly kind: 'text' | 'clause';
  readonly words: readonly { readonly kind: 'same' | 'added' | 'removed'; readonly text: string }[];
}

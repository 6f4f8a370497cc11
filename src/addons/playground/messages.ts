// Messages between the page, its worker and the service worker.

/** A request for a page of the game, as the service worker hands it on. */
export interface Handed {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

export interface GameWanted {
  readonly name: string;
  readonly core: string;
  readonly dynasty: string;
  readonly players: readonly string[];
  /** The group's own rules, if `core` is `own`. */
  readonly text: string;
  /** True to begin although nobody could propose anything with so few players. */
  readonly isSure: boolean;
}

export type ToWorker =
  | { readonly do: 'open' }
  | { readonly do: 'begin'; readonly wanted: GameWanted }
  | { readonly do: 'forget' }
  | { readonly do: 'list-secrets' }
  | { readonly do: 'pack'; readonly secrets: boolean }
  /** A game from elsewhere: an exported file, or the files of a folder. */
  | { readonly do: 'take-in'; readonly files: ReadonlyMap<string, Uint8Array> }
  | { readonly do: 'answer'; readonly handed: Handed };

export type FromWorker =
  | { readonly is: 'ready'; readonly game: string | null }
  /** `note` says what pasted rules were read as. */
  | { readonly is: 'begun'; readonly game: string; readonly note?: string }
  | { readonly is: 'unsure'; readonly why: string }
  | { readonly is: 'forgotten' }
  | { readonly is: 'secrets'; readonly held: readonly string[] }
  | { readonly is: 'packed'; readonly game: string; readonly file: string }
  /** Why the latest changes are not stored; null if they are. */
  | { readonly is: 'stored'; readonly but: string | null }
  | { readonly is: 'failed'; readonly why: string };

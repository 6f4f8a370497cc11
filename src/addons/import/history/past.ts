/** A matter from before this engine played the game, as another system exported it. */
export interface PastMatter {
  /** The number that the export gives it; empty if there is none. */
  readonly id: string;
  /** The number or name of its dynasty; null if the export has none. */
  readonly dynasty: string | null;
  readonly kind: string;
  readonly title: string;
  readonly author: string;
  /** Null if there is no readable time. */
  readonly posted: string | null;
  readonly status: string | null;
  readonly resolved: string | null;
  readonly resolvedBy: string | null;
  readonly tally: Readonly<Record<string, number>>;
  /** Markdown. */
  readonly text: string;
  readonly comments: readonly PastComment[];
}

export interface PastComment {
  readonly by: string;
  readonly at: string | null;
  readonly text: string;
}

export interface PastDynasty {
  readonly number: number;
  readonly name: string;
  readonly emperor: string | null;
  readonly theme: string;
  readonly began: string | null;
  readonly ended: string | null;
}

/** A page of a wiki as somebody saved it. */
export interface PageRevision {
  readonly page: string;
  readonly at: string;
  readonly by: string;
  readonly text: string;
}

export type UnclearCode =
  | 'no-time'
  | 'no-author'
  | 'unknown-outcome'
  | 'no-dynasty'
  | 'id-twice'
  | 'no-post'
  | 'not-public'
  | 'link-back';

/** Something that a person should look at: which file, and which row, entry or page of it. */
export interface Unclear {
  readonly code: UnclearCode;
  readonly where: string;
  readonly text: string;
}

/** Everything that was read, file after file. */
export interface PastRecord {
  readonly matters: PastMatter[];
  readonly dynasties: PastDynasty[];
  readonly unclear: Unclear[];
}

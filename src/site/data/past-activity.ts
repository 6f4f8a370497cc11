/** Votes and posts of past dynasties by person and month, for pages about the whole game: the posts themselves have neither votes nor comments here. */
export interface PastActivity {
  /** By month, everybody who posted, voted or commented. */
  readonly took: Readonly<Record<string, readonly string[]>>;
  /** By person. */
  readonly cast: Readonly<Record<string, PastVotes>>;
}

/** The votes that somebody cast, the last of each matter. */
export interface PastVotes {
  readonly count: number;
  readonly byVote: readonly (readonly [vote: string, count: number])[];
  /** The dynasties in which they voted: `dynasties/1/`. */
  readonly places: readonly string[];
  /** Latest matter first, as many as a page shows. */
  readonly latest: readonly (readonly [matter: string, vote: string, at: string])[];
}

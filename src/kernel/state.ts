/** The whole of a game as plain JSON. Ids are as content shows them, kebab-case. */
export interface State {
  game: Fields;
  dynasty: Fields;
  emperor: Fields;
  players: Record<string, Fields>;
  things: Record<string, Record<string, Fields>>;
  posts: Record<string, PostData>;
  /** When each person last took each limited action: key of the action → person → time. */
  taken: Record<string, Record<string, string>>;
  submissions: Record<string, SubmissionData>;
}

/** A sealed submission as it is on record. Where the receiver's key is not at hand `contents` is null. */
export interface SubmissionData {
  readonly id: string;
  readonly n: number;
  readonly kind: string;
  readonly by: string;
  readonly at: string;
  readonly open: Readonly<Record<string, unknown>>;
  readonly contents: Readonly<Record<string, unknown>> | null;
  readonly used: boolean;
  /** Of one that several people open together: who they are, and how many it takes. */
  readonly holders?: Holders;
}

/** People each of whom has a share of a key, and how many of them open together what it closes. */
export interface Holders {
  readonly people: readonly string[];
  readonly needed: number;
}

export type Fields = Record<string, unknown>;

/** The votes and comments on a post. */
export type CastVotes = Pick<PostData, 'uses' | 'comments'>;

/** A use of a voting icon, as it happened; what it means is for the rules. */
export interface VoteUse {
  readonly by: string;
  readonly vote: string;
  readonly at: string;
  readonly via: 'comment' | 'review' | 'reaction';
  readonly comment: string | null;
  withdrawn?: boolean;
}

export interface CommentData {
  readonly id: string;
  readonly by: string;
  readonly at: string;
  text: string;
  /** Icons recognised in the text when it was written. */
  readonly votes: readonly string[];
  edited?: boolean;
  deleted?: boolean;
}

/** The facts about a post. */
export interface PostData {
  readonly id: string;
  kind: string;
  title: string;
  text: string;
  readonly author: string;
  /** Posted by the engine in the name of the rules. */
  readonly byEngine: boolean;
  readonly at: string;
  /** Order among all posts of the game. */
  readonly n: number;
  alteredAt: string | null;
  status: string | null;
  resolvedAt: string | null;
  resolvedBy: string | null;
  comments: CommentData[];
  uses: VoteUse[];
  changes: MatterChange[];
  /** The tally as it stood on resolution. */
  tally: Fields | null;
  /** Changes that were not made on enactment, and why. */
  omitted: { change: string; reason: string }[];
  fields: Fields;
}

/** One change that a matter asks for, as its author put it. */
export type MatterChange =
  | {
      readonly verb: 'add-rule';
      readonly section?: string;
      readonly title: string;
      readonly text: string;
      readonly clause?: string;
      readonly parent?: string;
    }
  | {
      readonly verb: 'edit-rule';
      readonly rule: string;
      readonly replace: string;
      readonly with: string;
      readonly section?: string;
    }
  | { readonly verb: 'repeal-rule'; readonly rule: string; readonly section?: string }
  /** A mutable rule becomes immutable, or the other way round. */
  | { readonly verb: 'transmute'; readonly rule: string; readonly section?: string }
  | { readonly verb: 'set'; readonly path: string; readonly value: unknown }
  | {
      readonly verb: 'file';
      readonly path: string;
      readonly content: string | null;
      readonly base?: string | null;
    };

export function emptyState(): State {
  return {
    game: {},
    dynasty: {},
    emperor: {},
    players: {},
    things: {},
    posts: {},
    taken: {},
    submissions: {},
  };
}

/** A whole game as plain JSON. Ids are in kebab-case, as in content. */
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

/** A recorded submission. `contents` is null if the receiver's key isn't available. */
export interface SubmissionData {
  readonly id: string;
  readonly n: number;
  readonly kind: string;
  readonly by: string;
  readonly at: string;
  readonly open: Readonly<Record<string, unknown>>;
  readonly contents: Readonly<Record<string, unknown>> | null;
  readonly used: boolean;
  /** The people who open it together, and how many of them are needed. */
  readonly holders?: Holders;
}

/** People who each have a share of a key, and how many of them are needed to open something. */
export interface Holders {
  readonly people: readonly string[];
  readonly needed: number;
}

export type Fields = Record<string, unknown>;

export type CastVotes = Pick<PostData, 'uses' | 'comments'>;
/** What a trial may put in place of it on a post. */
export type LaidOn = Partial<CastVotes & Pick<PostData, 'author'>>;

/** A recorded use of a voting icon. The rules decide what it means. */
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

export interface PostData {
  readonly id: string;
  kind: string;
  title: string;
  text: string;
  readonly author: string;
  /** True if the engine posted it for the rules. */
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
  /** The tally when it was resolved. */
  tally: Fields | null;
  /** Changes that were omitted when it was enacted, and why. */
  omitted: { change: string; reason: string }[];
  fields: Fields;
}

/** One change that a matter proposes, as its author wrote it. */
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
  /** Makes a mutable rule immutable, or the reverse. */
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

import type { ForgeEvent } from '../forge/events.ts';
import type { Pictures } from '../kernel/pictures.ts';
import type { Ended } from '../play/ended.ts';
import type { StoredGameOptions } from '../store/open-game.ts';
import type { ContentFiles } from '../store/paths.ts';
import type { HeadRead } from './branches.ts';
import type { SealedRead } from './secrets.ts';

/** An event with its line in the journal. */
export interface JournalEvent {
  readonly line: number;
  readonly seen: string;
  readonly event: ForgeEvent;
}

/** All that there is to decide on. */
export interface Situation extends StoredGameOptions {
  /** The game as main has it. */
  readonly files: ContentFiles;
  /** What happened since main last read the journal. */
  readonly events: readonly JournalEvent[];
  /** What the engine resolved by its own clock, where the game is played again: how far it had read, and the time. */
  readonly ticks?: readonly { readonly line: number; readonly at: string }[];
  readonly now: string;
  /** What happened is taken in, and what is due is left for a later tick. */
  readonly wait?: boolean;
  readonly heads: ReadonlyMap<string, HeadRead>;
  /** Texts of the rules at commits in which Admins resolved conflicts. */
  readonly texts?: ReadonlyMap<string, ContentFiles>;
  /** What was sealed in comments, by the comment. */
  readonly sealed?: ReadonlyMap<string, SealedRead>;
  /** What is known of pictures, where they are fetched. */
  readonly pictures?: Pictures;
  /** What posts are called in the game that are not called by their numbers on the forge. */
  readonly links?: Readonly<Record<string, string>>;
  /** The same for comments. */
  readonly commentIds?: Readonly<Record<string, string>>;
  /** The game is played again, to see whether all was as it is on record. */
  readonly rerun?: boolean;
  /** Who the engine is on the forge. */
  readonly engine: string;
  /** Notices up to this number have been told. */
  readonly told: number;
  /** What the rules did not come back from, when it was decided before. */
  readonly ended?: Ended;
}

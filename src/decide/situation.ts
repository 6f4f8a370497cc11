import type { ForgeEvent } from '../forge/events.ts';
import type { Pictures } from '../kernel/pictures.ts';
import type { Ended } from '../play/ended.ts';
import type { SandboxHost } from '../sandbox/host.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { StoredGameOptions } from '../store/open-game.ts';
import type { ContentFiles } from '../store/paths.ts';
import type { HeadRead } from './branches.ts';
import type { SealedRead, SharesRead } from './secrets.ts';

/** An event with its line in the journal. */
export interface JournalEvent {
  readonly line: number;
  readonly seen: string;
  readonly event: ForgeEvent;
}

/** A resolution that is on record: how far the journal had been read, the time, and the matters that could not be read then. */
export interface TickAgain {
  readonly line: number;
  readonly at: string;
  readonly unread?: readonly string[];
  /** The line of an event that had been set aside and was taken in then. */
  readonly again?: number;
}

/** All that there is to decide on. */
export interface Situation extends StoredGameOptions {
  readonly runner?: (host: SandboxHost) => Sandbox;
  /** The game as main has it, with what `brought` says. */
  readonly files: ContentFiles;
  /** Files that main doesn't have so yet: changes of matters whose heads could not be read before. */
  readonly brought?: ReadonlyMap<string, string | null>;
  /** The events since main last read the journal. */
  readonly events: readonly JournalEvent[];
  /** The engine's resolutions by its own clock, where the game is played again: how far it had read, and the time. */
  readonly ticks?: readonly TickAgain[];
  /** Events that an earlier build of the engine set aside. */
  readonly again?: readonly JournalEvent[];
  readonly now: string;
  /** Events are taken in, and due matters are left for a later tick. */
  readonly wait?: boolean;
  readonly heads: ReadonlyMap<string, HeadRead>;
  /** Texts of the rules at commits in which Admins resolved conflicts. */
  readonly texts?: ReadonlyMap<string, ContentFiles>;
  /** The sealed submissions in comments, by the comment. */
  readonly sealed?: ReadonlyMap<string, SealedRead | SharesRead>;
  /** The known results of fetching pictures, where they are fetched. */
  readonly pictures?: Pictures;
  /** The ids of posts in the game that are not their numbers on the forge. */
  readonly links?: Readonly<Record<string, string>>;
  /** The same for comments. */
  readonly commentIds?: Readonly<Record<string, string>>;
  /** The game is played again, to see whether all was as it is on record. */
  readonly rerun?: boolean;
  /** The engine's account on the forge. */
  readonly engine: string;
  /** Notices up to this number have been told. */
  readonly told: number;
  /** The questions from which the rules did not come back, when it was decided before. */
  readonly ended?: Ended;
}

import type { ForgeEvent } from '../../forge/events.ts';
import type { Pictures } from '../../kernel/pictures.ts';
import type { AbortedCalls } from '../play/aborted-calls.ts';
import type { SandboxHost } from '../../sandbox/host.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { StoredGameOptions } from '../play/open-game.ts';
import type { ContentFiles } from '../../store/paths.ts';
import type { HeadRead } from './branches.ts';
import type { SealedRead, SharesRead } from './secrets.ts';

export interface JournalEvent {
  readonly line: number;
  readonly seen: string;
  readonly event: ForgeEvent;
}

/** A recorded resolution: how far the journal had been read, the time, and the matters that could not be read. */
export interface TickAgain {
  readonly line: number;
  readonly at: string;
  readonly unread?: readonly string[];
  /** The private time that was carried out then, if it was one. */
  readonly time?: string;
  /** The journal line of an event that was set aside before and taken in then. */
  readonly again?: number;
}

/** What an open game hears. */
export interface SessionNews {
  /** The events since main last read the journal. */
  readonly events: readonly JournalEvent[];
  /** In a replay, the engine's recorded resolutions by the clock. */
  readonly ticks?: readonly TickAgain[];
  /** Events that an earlier build of the engine set aside. */
  readonly again?: readonly JournalEvent[];
  readonly now: string;
  /** Takes in events and leaves due matters for a later tick. */
  readonly wait?: boolean;
  readonly heads: ReadonlyMap<string, HeadRead>;
  /** Rule texts at commits in which Admins resolved conflicts. */
  readonly texts?: ReadonlyMap<string, ContentFiles>;
  readonly sealed?: ReadonlyMap<string, SealedRead | SharesRead>;
  /** Posts on the forge of which there may be more events than these. */
  readonly unread?: readonly string[];
  /** Game ids of posts that differ from their number on the forge. */
  readonly links?: Readonly<Record<string, string>>;
  /** The same for comments. */
  readonly commentIds?: Readonly<Record<string, string>>;
  /** Called with each journal line that is taken in, to show progress. */
  readonly noteLine?: (line: number) => void;
  /** Notices up to this number have been told. */
  readonly notified: number;
}

/** A game to be opened, and what it hears first. */
export interface Situation extends StoredGameOptions, SessionNews {
  readonly runner?: ((host: SandboxHost) => Sandbox) | undefined;
  /** The files of main with those of `brought`. */
  readonly files: ContentFiles;
  /** Files that main doesn't have yet: changes of matters whose heads could not be read before. */
  readonly brought?: ReadonlyMap<string, string | null>;
  readonly pictures?: Pictures | undefined;
  /** The engine decides on another machine, which waits for private times that only this one can carry out. */
  readonly elsewhere?: boolean;
  /** The game is replayed, to check the record. */
  readonly rerun?: boolean;
  /** The engine's account on the forge. */
  readonly engine: string;
  /** Questions on which the rules did not finish in earlier tries. */
  readonly aborted?: AbortedCalls;
}

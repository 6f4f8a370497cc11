import type { Person } from '../forge/events.ts';
import type { CommentId, Forge, ForgeReading, People, PostId } from '../forge/port.ts';
import type { Disk } from '../repository/disk.ts';
import type { Oid } from '../repository/oid.ts';
import type { ContentFiles } from '../store/paths.ts';
import type { Network } from '../store/pictures/fetch-picture.ts';
import type { PictureStore } from '../store/pictures/picture-store.ts';
import type { Vault } from '../store/vault.ts';
import type { Position } from '../decide/position.ts';
import type { Trials } from '../rehearse/trials.ts';
import type { Caches } from '../cache/caches.ts';
import type { Status } from '../apply/status.ts';
import type { TickOptions, TickReport } from '../apply/tick-options.ts';
import type { Wanted } from '../care/redact/redact-files.ts';

/** Beside `content/`, with everything else that belongs to a game on this machine. */
export const ENGINE_FOLDER = '.gitnomic';

/** The acts that anybody can do with a game from their own machine, wherever it is played. */
interface AnyGame {
  readonly folder: string;
  readonly forge: ForgeReading;
  readonly vault: Vault;
  /** Pictures that were sent, as this machine fetched them. */
  readonly pictures: PictureStore;
  /** The results of trials, so that nothing is tried twice. */
  readonly trials?: Trials;
  /** Caches of what was made before. */
  readonly caches: Caches;
  now(): string;
  main(): Promise<Oid>;
  content(): Promise<ContentFiles>;
  tick(options?: Pick<TickOptions, 'dryRun' | 'isolated'>): Promise<TickReport>;
  /** The game as it stands now, with what has not led to a commit yet. Its play is to be disposed of. */
  look(): Promise<Position>;
  /** The same where the game stays open: it is given back, and not disposed of. Null where it does not, or somebody else has it. */
  borrow?(): Promise<Position | null>;
  giveBack?(position: Position): void;
  /** The same at a glance. */
  status(): Promise<Status>;
  /** Comments on a post. Elsewhere that is done as whoever has this machine. */
  say(by: Person, post: PostId, text: string): Promise<CommentId>;
  /** The post on which people talk to the engine. */
  thread(): Promise<PostId>;
}

/** A game whose forge is on this machine: everything that people do can be done here, by whoever says who they are. */
export interface HomeGame extends AnyGame {
  readonly played: 'here';
  readonly forge: Forge;
  readonly people: People;
  /** Where Git can fetch the forge's repository from. */
  readonly gitFolder: string;
  /** From now on the game stays open between ticks and looks, until that is closed. */
  keepOpen(): { close(): void };
  /** Moves this game's clock on; what is due then is for the next tick. */
  forward(ms: number): void;
  /** Open posts that had a label when they were observed last. */
  labelled(label: string): ReadonlySet<PostId>;
  redact(wanted: Wanted, by: string): Promise<Redacted>;
  /** Where the game stood after each tick, the newest first. */
  points(): Promise<readonly Point[]>;
  /**
   * A copy of the game as it stood at such a commit, in a folder beside it. The game itself goes on as if nothing had been
   * asked. The copy has the same seed: whoever does the same there rolls the same.
   */
  fork(commit: Oid): Promise<HomeGame>;
}

/** A game that is played on a forge elsewhere, from the machine of one of its people. */
export interface GameElsewhere extends AnyGame {
  readonly played: 'elsewhere';
  /** Their own account there. */
  readonly me: Person;
}

export type Game = HomeGame | GameElsewhere;

/** In how many places somebody's words were taken out. */
export interface Redacted {
  /** The commit on main without the words; null where main had none. */
  readonly commit: string | null;
  /** Posts and comments in the game's files, lines of the journal, and lines of the forge's own log. */
  readonly inFiles: number;
  readonly inJournal: number;
  readonly inForge: number;
}

/** A state of the game to which a copy can go back. */
export interface Point {
  readonly commit: Oid;
  readonly at: string;
  readonly message: string;
}

export interface OpenOptions {
  readonly environment?: Environment;
  /** The time, where it is not the machine's: for tests and demonstrations. */
  readonly now?: string | (() => string) | undefined;
  /** The stand-in for the internet where pictures are fetched: for tests. */
  readonly network?: Network;
  /** The disk of the forge as this process has it: for tests, where it fails. */
  readonly disk?: (disk: Disk) => Disk;
  /** Caches of what was made before. */
  readonly caches?: Caches | undefined;
}

export interface TakeOverOptions extends OpenOptions {
  /** Called with the texts of the game as soon as they are known, before they are written. */
  readonly composed?: ((game: HomeGame, texts: ContentFiles) => void) | undefined;
  /** Leaves it to its caller to bring the folder of a copy up to date, but for what pages read there. */
  readonly checksOutLater?: boolean;
}

export type Environment = Readonly<Record<string, string | undefined>>;

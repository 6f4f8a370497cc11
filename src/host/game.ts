import type { Person } from '../forge/events.ts';
import type { CommentId, Forge, ForgeReading, People, PostId } from '../forge/port.ts';
import type { Disk } from '../repository/disk.ts';
import type { Oid } from '../repository/oid.ts';
import type { ContentFiles } from '../store/paths.ts';
import type { Network } from '../pictures/fetch-picture.ts';
import type { PictureStore } from '../pictures/picture-store.ts';
import type { Vault } from '../session/secrets/vault.ts';
import type { Position } from '../session/position/position.ts';
import type { Trials } from '../rehearse/trials.ts';
import type { Caches } from '../cache/caches.ts';
import type { Status } from '../tick/read-status.ts';
import type { TickOptions, TickReport } from '../tick/tick-options.ts';
import type { Redaction } from '../store/journal/redact-journal.ts';

export const ENGINE_FOLDER = '.gitnomic';

/** What anybody can do with a game from their own machine, wherever it is played. */
interface AnyGame {
  readonly folder: string;
  readonly forge: ForgeReading;
  readonly vault: Vault;
  /** Sent pictures that this machine has fetched. */
  readonly pictures: PictureStore;
  readonly trials?: Trials;
  readonly caches: Caches;
  now(): string;
  main(): Promise<Oid>;
  content(): Promise<ContentFiles>;
  tick(options?: Pick<TickOptions, 'dryRun'>): Promise<TickReport>;
  /** The current position, including events that have not led to a commit yet. The caller disposes of its play. */
  openPosition(): Promise<Position>;
  /** Like `openPosition`, in a game that stays open; return it with `giveBack`. Null if none is open or somebody else has it. */
  borrow?(): Promise<Position | null>;
  giveBack?(position: Position): void;
  status(): Promise<Status>;
  /** Comments on a post. On a forge elsewhere, the owner of this machine's token is the author. */
  say(by: Person, post: PostId, text: string): Promise<CommentId>;
  /** The post on which people talk to the engine. */
  thread(): Promise<PostId>;
}

/** A game whose forge is on this machine. People can do everything here, under whatever name they give. */
export interface HomeGame extends AnyGame {
  readonly played: 'here';
  readonly forge: Forge;
  readonly people: People;
  /** Git can fetch the forge's repository from here. */
  readonly gitFolder: string;
  /** Keeps the game open between ticks until `close` is called. */
  keepOpen(): { close(): void };
  /** Moves the game's clock forward; the next tick does what is due by then. */
  forward(ms: number): void;
  /** The time by the machine, with which another thread opens the game to have the same time as here. */
  machineTime(): string;
  /** Open posts that had this label when they were last observed. */
  labelled(label: string): ReadonlySet<PostId>;
  /** Removes a person's words from the forge's own log, and returns from how many records. */
  redactLog(redaction: Redaction): Promise<number>;
  /** The states of the game after each tick, the newest first. */
  points(): Promise<readonly Point[]>;
  /**
   * Copies the game as it stood at a commit into a folder beside it, and leaves the game alone. The copy has the same
   * seed, so the same moves roll the same dice.
   */
  fork(commit: Oid): Promise<HomeGame>;
}

/** A game on a forge elsewhere, seen from a player's machine. */
export interface GameElsewhere extends AnyGame {
  readonly played: 'elsewhere';
  /** This player's account there. */
  readonly me: Person;
}

export type Game = HomeGame | GameElsewhere;

/** A state that a copy of the game can go back to. */
export interface Point {
  readonly commit: Oid;
  readonly at: string;
  readonly message: string;
}

export interface OpenOptions {
  readonly environment?: Environment;
  /** Replaces the machine's clock in tests and demonstrations. */
  readonly now?: string | (() => string) | undefined;
  /** Replaces the internet in tests that fetch pictures. */
  readonly network?: Network;
  /** Wraps the forge's disk, so that tests can make it fail. */
  readonly disk?: (disk: Disk) => Disk;
  readonly caches?: Caches | undefined;
}

export interface TakeOverOptions extends OpenOptions {
  /** Receives the game's texts as soon as they are composed, before they are written. */
  readonly composed?: ((game: HomeGame, texts: ContentFiles) => void) | undefined;
  /** The caller updates a copy's folder later; only what pages read is written now. */
  readonly checksOutLater?: boolean;
}

export type Environment = Readonly<Record<string, string | undefined>>;

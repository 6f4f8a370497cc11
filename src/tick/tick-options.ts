import type { Caches } from '../cache/caches.ts';
import type { Forge } from '../forge/port.ts';
import type { Oid } from '../repository/oid.ts';
import type { DrawFrom, Seeds } from '../session/chance/draws.ts';
import type { Opened } from '../session/play/open-game.ts';
import type { Vault } from '../session/secrets/vault.ts';
import type { PictureStore } from '../pictures/picture-store.ts';
import type { CachedGame } from './cached-game.ts';
import type { Trials } from '../rehearse/trials.ts';
import type { Decision } from '../session/position/decision.ts';
import type { Situation } from '../session/position/situation.ts';
import { CodedError } from '../kernel/coded-error.ts';

export interface TickOptions {
  readonly forge: Forge;
  readonly now: string;
  /** A time that somebody has confirmed, however far ahead of the last event it is. */
  readonly confirmed?: string;
  /** Private values and seeds, if this machine stores them. */
  readonly vault?: Vault;
  /** The engine decides on another machine; see `Situation`. */
  readonly elsewhere?: boolean;
  /** Only seeds, for a shared machine that must not see private values. */
  readonly seeds?: Seeds;
  /** Writes only the journal, and reports what would be done. */
  readonly dryRun?: boolean;
  /** The time limit for one question, if it differs from the default. */
  readonly patienceMs?: number;
  /** Runs the rules in place of a sandbox. */
  readonly runner?: Situation['runner'];
  /** Draws in place of the seeds. */
  readonly draw?: DrawFrom;
  /** Takes in events and leaves due matters for later, for scenarios that say when the engine runs. */
  readonly wait?: boolean;
  /** Game ids of posts that differ from their number on the forge. */
  readonly links?: Readonly<Record<string, string>>;
  /** The same for comments. */
  readonly commentIds?: Readonly<Record<string, string>>;
  /** Rules that are already in force, for example because the caller began the game. */
  readonly opened?: Opened;
  /** Keeps the game open for the next tick. */
  readonly kept?: CachedGame;
  /** Fetches and stores pictures that the rules ask for; otherwise an address stays an address. */
  readonly pictures?: PictureStore;
  /** Tries proposals and reports the results in the summary comments. */
  readonly trials?: Trials;
  /** Identifies this build of the engine, in place of the hash of its sources. */
  readonly build?: () => string;
  /** Salts for the journal; generated games pass their own. */
  readonly newSalt?: () => string;
  /** Without it, nothing is cached. */
  readonly caches?: Caches | undefined;
}

export interface TickReport extends Pick<Decision, 'happened' | 'stuck'> {
  readonly commits: readonly { readonly commit: Oid | null; readonly message: string }[];
  /** Paths on main that somebody changed although only play may. */
  readonly undone: readonly string[];
  readonly restored: 'deleted' | 'rewritten' | null;
  /** How many messages were sent, or would be. */
  readonly told: number;
}

export class NoGameError extends CodedError<'no-game'> {
  constructor() {
    super('no-game', 'The forge has no branch main, so there is no game on it yet.', {
      next: 'Begin one with `gitnomic init`.',
    });
  }
}

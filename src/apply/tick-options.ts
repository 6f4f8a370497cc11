import type { Caches } from '../cache/caches.ts';
import type { Forge } from '../forge/port.ts';
import type { Oid } from '../repository/oid.ts';
import type { DrawFrom, Seeds } from '../play/draws.ts';
import type { Opened } from '../store/open-game.ts';
import type { Vault } from '../store/vault.ts';
import type { PictureStore } from '../store/pictures/picture-store.ts';
import type { KeptGame } from './kept-game.ts';
import type { Trials } from '../rehearse/trials.ts';
import type { Decision } from '../decide/decision.ts';
import type { Situation } from '../decide/situation.ts';
import { CodedError } from '../kernel/coded-error.ts';

export interface TickOptions {
  readonly forge: Forge;
  readonly now: string;
  /** Private values and seeds, where they are kept on this machine. */
  readonly vault?: Vault;
  /** Seeds alone, where nothing private may be seen: on a machine that everybody's game runs on. */
  readonly seeds?: Seeds;
  /** Nothing is written but the journal: what would be done is told. */
  readonly dryRun?: boolean;
  /** Runs the rules in a thread that can be ended from outside: for ticks that decide a game that people play. */
  readonly isolated?: boolean;
  /** The longest that one question to the rules may take by the wall clock, where that is not as usual. */
  readonly patienceMs?: number;
  /** Runs the rules; by default a sandbox does. */
  readonly runner?: Situation['runner'];
  /** The draws that are used instead of those that seeds give. */
  readonly draw?: DrawFrom;
  /** Events are taken in, and due matters are left for a later tick: for scenarios, which say when the engine runs. */
  readonly wait?: boolean;
  /** The ids of posts in the game that are not their numbers on the forge. */
  readonly links?: Readonly<Record<string, string>>;
  /** The same for comments. */
  readonly commentIds?: Readonly<Record<string, string>>;
  /** Rules that whoever began the game has in force already. */
  readonly opened?: Opened;
  /** Keeps the game open for the next tick. */
  readonly kept?: KeptGame;
  /** Fetches and keeps the pictures that the rules ask for; without it an address stays one. */
  readonly pictures?: PictureStore;
  /** Tries what is proposed and says in the standing comments what came of it. */
  readonly trials?: Trials;
  /** Tells this build of the engine from others, in place of the hash of its sources. */
  readonly build?: () => string;
  /** For the journal; a game that is generated gives its own. */
  readonly newSalt?: () => string;
  /** Without it nothing that was read or opened before is known, and nothing is kept for later. */
  readonly caches?: Caches | undefined;
}

export interface TickReport extends Pick<Decision, 'happened' | 'stuck'> {
  readonly commits: readonly { readonly commit: Oid | null; readonly message: string }[];
  /** Paths on main that somebody had changed and only play may. */
  readonly undone: readonly string[];
  readonly restored: 'deleted' | 'rewritten' | null;
  /** The number of messages that were told on the forge, or would be. */
  readonly told: number;
}

export class NoGameError extends CodedError<'no-game'> {
  constructor() {
    super('no-game', 'The forge has no branch main, so there is no game on it yet.', {
      next: 'Begin one with `gitnomic init`.',
    });
  }
}

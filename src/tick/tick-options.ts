import type { Forge } from '../forge/port.ts';
import type { Oid } from '../repository/oid.ts';
import { readBranch } from '../repository/refs.ts';
import type { Seeds } from '../session/chance/draws.ts';
import type { Vault } from '../session/secrets/vault.ts';
import type { PictureStore } from '../pictures/picture-store.ts';
import type { CachedGame } from './cached-game.ts';
import type { Trials } from '../rehearse/trials.ts';
import type { Decision } from '../session/position/decision.ts';
import type { Situation } from '../session/position/situation.ts';
import { CodedError } from '../kernel/coded-error.ts';

export interface TickOptions extends Pick<
  Situation,
  'elsewhere' | 'patienceMs' | 'runner' | 'draw' | 'wait' | 'links' | 'commentIds' | 'opened' | 'caches'
> {
  readonly forge: Forge;
  readonly now: string;
  /** A time that somebody has confirmed, however far ahead of the last event it is. */
  readonly confirmed?: string;
  /** Private values and seeds, if this machine stores them. */
  readonly vault?: Vault;
  /** Only seeds, for a shared machine that must not see private values. */
  readonly seeds?: Seeds;
  /** Writes only the journal, and reports what would be done. */
  readonly dryRun?: boolean;
  /** Keeps the game open for the next tick. */
  readonly cached?: CachedGame;
  /** Fetches and stores pictures that the rules ask for; otherwise an address stays an address. */
  readonly pictures?: PictureStore;
  /** Tries proposals and reports the results in the summary comments. */
  readonly trials?: Trials;
  /** Identifies this build of the engine, in place of the hash of its sources. */
  readonly build?: () => string;
  /** Salts for the journal; generated games pass their own. */
  readonly newSalt?: () => string;
}

export interface TickReport extends Pick<Decision, 'happened' | 'stuck'> {
  readonly commits: readonly { readonly commit: Oid | null; readonly message: string }[];
  /** Paths on main that somebody changed although only play may. */
  readonly undone: readonly string[];
  readonly restored: 'deleted' | 'rewritten' | null;
  /** How many messages were sent, or would be. */
  readonly notified: number;
}

export class NoGameError extends CodedError<'no-game'> {
  constructor() {
    super('no-game', 'The forge has no branch main, so there is no game on it yet.', {
      next: 'Begin one with `gitnomic init`.',
    });
  }
}

export async function mainOf({ repository }: Pick<Forge, 'repository'>): Promise<Oid> {
  const tip = await readBranch(repository, 'main');
  if (tip === null) throw new NoGameError();
  return tip;
}

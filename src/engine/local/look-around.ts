import type { Forge } from '../../forge/port.ts';
import type { Oid } from '../../repository/repository.ts';
import type { Vault } from '../game/vault.ts';
import type { PictureStore } from '../pictures/picture-store.ts';
import { preview } from '../tick/decide.ts';
import type { KeptGame } from '../tick/kept-game.ts';
import { eventsIn, observe } from '../tick/look.ts';
import { findRepair } from '../tick/repair-main.ts';
import { situationAt } from '../tick/situation.ts';
import type { Table } from '../tick/table.ts';

/** What was seen, and where main and the journal stood in it. */
export interface Looked {
  readonly table: Table;
  readonly main: Oid;
  readonly journal: Oid | null;
}

export interface LookOptions {
  readonly forge: Forge;
  readonly vault: Vault;
  readonly pictures: PictureStore;
  readonly now: string;
}

/** The game as it stands, with all that has happened taken in. */
export async function lookAround(options: LookOptions, main: Oid): Promise<Looked> {
  const observed = await observe(options.forge, main, options.now);
  // As the next tick will put it back, where somebody pushed to main what only play may change.
  const { commit } = await findRepair(options.forge, main, eventsIn(observed), options.now);
  const table = await preview(await situationAt(options, commit ?? main, observed));
  return { table, main, journal: observed.kept.commit };
}

/**
 * The same from a game that a tick left open: what happened since is taken in, such as what the tick itself told on the
 * forge. Null where that leads to more than a look may do.
 */
export async function lookOn(options: LookOptions, main: Oid, kept: KeptGame): Promise<Looked | null> {
  const deciding = kept.at(main);
  if (deciding === null) return null;
  const observed = await observe(options.forge, main, options.now);
  if (observed.kept.restored !== null) return null;
  const situation = await situationAt(options, main, observed, deciding);
  const { commits, opened } = deciding.go({ ...situation, wait: true });
  if (opened || commits.length > 0 || deciding.table.openAnew) return null;
  return { table: deciding.table, main, journal: observed.kept.commit };
}

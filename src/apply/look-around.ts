import { lookInto, openDeciding } from './open-deciding.ts';
import type { ForgeReading } from '../forge/port.ts';
import type { Caches } from '../cache/caches.ts';
import type { Oid } from '../repository/oid.ts';
import type { Vault } from '../store/vault.ts';
import type { PictureStore } from '../store/pictures/picture-store.ts';
import type { KeptGame } from './kept-game.ts';
import { eventsIn, observe } from './look.ts';
import { findRepair } from './repair-main.ts';
import { situationAt } from './situation.ts';
import type { Position } from '../decide/position.ts';

/** The result of a look, and where main and the journal stood in it. */
export interface LookResult {
  readonly position: Position;
  readonly main: Oid;
  readonly journal: Oid | null;
}

export interface LookOptions {
  readonly forge: ForgeReading;
  readonly vault: Vault;
  readonly pictures?: PictureStore;
  readonly now: string;
  readonly caches?: Caches | undefined;
}

/**
 * Whether an error may come of something that an earlier process left in a cache: what failed is to be tried once more, and by now
 * nothing of the kind is left. An error of the disk or the network is none.
 */
export function mayComeOfCaches(error: unknown, caches: Caches | undefined): boolean {
  const isOfSystem = error instanceof Error && 'code' in error && /^E[A-Z0-9]+$/u.test(String(error.code));
  return !isOfSystem && caches?.distrust() === true;
}

/** Looks, and looks again without caches before a rule is blamed for an error or a refusal. */
async function trusting<R extends LookResult | null>(
  caches: Caches | undefined,
  look: () => Promise<R>,
  letGo: (seen: LookResult) => void,
): Promise<R> {
  try {
    const seen = await look();
    const isBlaming = seen !== null && seen.position.rules.happened.some(({ outcome }) => !outcome.ok);
    if (!isBlaming || caches?.distrust() !== true) return seen;
    letGo(seen);
  } catch (error) {
    if (!mayComeOfCaches(error, caches)) throw error;
  }
  return look();
}

/** The game as it stands, with all that has happened taken in. */
export function lookAround(options: LookOptions, main: Oid): Promise<LookResult> {
  return trusting(
    options.caches,
    () => look(options, main),
    ({ position }) => position.open.play.dispose(),
  );
}

async function look(options: LookOptions, main: Oid): Promise<LookResult> {
  const observed = await observe(options.forge, main, options.now);
  // As the next tick will put it back, where somebody pushed to main what only play may change.
  const { commit } = await findRepair(options.forge, main, eventsIn(observed), options.now);
  const position = await lookInto(await situationAt(options, commit ?? main, observed));
  return { position, main, journal: observed.kept.commit };
}

/**
 * The same, in a game from which the next tick can go on: whoever is about to do something opens it once for both. Null where
 * something is due that a tick has not come to yet, or has to be put back first.
 */
export function lookForTick(options: LookOptions, main: Oid, kept: KeptGame): Promise<LookResult | null> {
  return trusting(
    options.caches,
    () => lookAhead(options, main, kept),
    () => kept.close(),
  );
}

async function lookAhead(options: LookOptions, main: Oid, kept: KeptGame): Promise<LookResult | null> {
  const observed = await observe(options.forge, main, options.now);
  if (observed.kept.restored !== null) return null;
  const repair = await findRepair(options.forge, main, eventsIn(observed), options.now);
  if (repair.commit !== null) return null;
  const situation = await situationAt(options, main, observed);
  const deciding = await openDeciding(situation);
  try {
    if (
      deciding.catchUp(situation) &&
      !deciding.isLost &&
      !deciding.position.branches.isAnyUnread &&
      deciding.position.rules.wantedPictures.size === 0
    ) {
      kept.keep(deciding, main);
      return { position: deciding.position, main, journal: observed.kept.commit };
    }
  } catch (error) {
    // Rules that don't come back: a look that resolves nothing goes on without that question.
    if (!deciding.position.rules.ended.note(error)) throw error;
  } finally {
    if (!kept.holds(deciding)) deciding.dispose();
  }
  return null;
}

/**
 * The same from a game that a tick left open: what the tick itself told on the forge is taken in. Null where others have
 * done something since, which is for a tick to answer, or where it leads to more than a look may do.
 */
export async function lookOn(options: LookOptions, main: Oid, kept: KeptGame): Promise<LookResult | null> {
  const deciding = kept.at(main);
  if (deciding === null) return null;
  const observed = await observe(options.forge, main, options.now);
  if (observed.kept.restored !== null) return null;
  const situation = await situationAt(options, main, observed, deciding);
  // The next decision hands on the words that it owes, and that is to be a tick's.
  if (deciding.owesWords) {
    const isSame = situation.events.length === 0;
    return isSame ? { position: deciding.position, main, journal: observed.kept.commit } : null;
  }
  const { engine } = options.forge;
  if (situation.events.some(({ event }) => event.type !== 'main-pushed' && event.by?.id !== engine.id))
    return null;
  let isAsLeft = false;
  try {
    const { commits, opened } = deciding.go({ ...situation, wait: true });
    isAsLeft = !opened && commits.length === 0 && !deciding.position.secrets.opensMore;
    return isAsLeft ? { position: deciding.position, main, journal: observed.kept.commit } : null;
  } finally {
    // No tick may go on from there: the outcome is written nowhere.
    if (!isAsLeft) kept.close();
  }
}

import type { CachedGame } from './cached-game.ts';
import { openPosition, startSession } from './start-session.ts';
import type { ForgeReading } from '../forge/port.ts';
import type { Caches } from '../cache/caches.ts';
import type { Oid } from '../repository/oid.ts';
import type { Vault } from '../session/secrets/vault.ts';
import { eventsIn, observeToShow } from './observe.ts';
import { findRepair } from './repair-main.ts';
import { situationAt } from './situation.ts';
import type { TickOptions } from './tick-options.ts';
import type { Position } from '../session/position/position.ts';

/** A position, and where main and the journal were. */
export interface SessionResult {
  readonly position: Position;
  readonly main: Oid;
  readonly journal: Oid | null;
}

export interface SessionOptions extends Pick<TickOptions, 'now' | 'pictures' | 'elsewhere' | 'caches'> {
  readonly forge: ForgeReading;
  readonly vault: Vault;
}

/** What somebody who only looks at a game has of its secrets. */
export const NO_SECRETS: Vault = {
  seeds: {},
  read: () => Promise.resolve({}),
  write: () => Promise.reject(new Error('A game that is only looked at is not written to.')),
};

/**
 * Whether a bad cache may have caused an error. If so, the caches are cleared by now and it should be tried again.
 * Disk and network errors don't count.
 */
export function mayComeOfCaches(error: unknown, caches: Caches | undefined): boolean {
  const isOfSystem = error instanceof Error && 'code' in error && /^E[A-Z0-9]+$/u.test(String(error.code));
  return !isOfSystem && caches?.distrust() === true;
}

/** Tries again without caches before a rule is blamed for an error or a refusal. */
async function trusting<R extends SessionResult | null>(
  caches: Caches | undefined,
  open: () => Promise<R>,
  letGo: (seen: SessionResult) => void,
): Promise<R> {
  try {
    const seen = await open();
    const isBlaming = seen !== null && seen.position.rules.happened.some(({ outcome }) => !outcome.ok);
    if (!isBlaming || caches?.distrust() !== true) return seen;
    letGo(seen);
  } catch (error) {
    if (!mayComeOfCaches(error, caches)) throw error;
  }
  return open();
}

/** The current position with all events taken in. */
export function openSession(options: SessionOptions, main: Oid): Promise<SessionResult> {
  return trusting(
    options.caches,
    () => openAfresh(options, main),
    ({ position }) => position.open.play.dispose(),
  );
}

async function openAfresh(options: SessionOptions, main: Oid): Promise<SessionResult> {
  const observed = await observeToShow(options.forge, main, options.now);
  // Shows main as the next tick will restore it, if somebody pushed changes that only play may make.
  const { commit } = await findRepair(options.forge, main, eventsIn(observed), options.now);
  const position = await openPosition(await situationAt(options, commit ?? main, observed));
  return { position, main, journal: observed.journal.commit };
}

/**
 * The same in a game that the next tick can continue, so that it is opened only once. Null if a tick has to resolve
 * or restore something first.
 */
export function openForTick(
  options: SessionOptions,
  main: Oid,
  cached: CachedGame,
): Promise<SessionResult | null> {
  return trusting(
    options.caches,
    () => openAhead(options, main, cached),
    () => cached.close(),
  );
}

async function openAhead(
  options: SessionOptions,
  main: Oid,
  cached: CachedGame,
): Promise<SessionResult | null> {
  const observed = await observeToShow(options.forge, main, options.now);
  if (observed.journal.restored !== null) return null;
  const repair = await findRepair(options.forge, main, eventsIn(observed), options.now);
  if (repair.commit !== null) return null;
  const situation = await situationAt(options, main, observed);
  const session = await startSession(situation);
  try {
    if (
      session.catchUp(situation) &&
      !session.isLost &&
      !session.position.branches.isAnyUnread &&
      session.position.rules.wantedPictures.size === 0
    ) {
      cached.keep(session, main);
      return { position: session.position, main, journal: observed.journal.commit };
    }
  } catch (error) {
    // Showing the game resolves nothing, so a question that the rules don't finish is skipped.
    if (!session.position.rules.aborted.note(error)) throw error;
  } finally {
    if (!cached.holds(session)) session.dispose();
  }
  return null;
}

/**
 * The same in a game that a tick left open, including the tick's own posts. Null if others have acted since, because a tick must answer
 * them, or if continuing would do more than display.
 */
export async function continueSession(
  options: SessionOptions,
  main: Oid,
  cached: CachedGame,
): Promise<SessionResult | null> {
  const session = cached.at(main);
  if (session === null) return null;
  const observed = await observeToShow(options.forge, main, options.now);
  if (observed.journal.restored !== null) return null;
  const situation = await situationAt(options, main, observed, session);
  const seen = { position: session.position, main, journal: observed.journal.commit };
  // The next decision would send these messages, which only a tick may do.
  if (session.hasPendingNotices) return situation.events.length === 0 ? seen : null;
  const { engine } = options.forge;
  if (situation.events.some(({ event }) => event.type !== 'main-pushed' && event.by?.id !== engine.id))
    return null;
  let isAsLeft = false;
  try {
    const { commits, opened } = session.decide({ ...situation, wait: true });
    isAsLeft = !opened && commits.length === 0 && !session.position.secrets.opensMore;
    return isAsLeft ? seen : null;
  } finally {
    // No tick may continue from there, because none of it was written.
    if (!isAsLeft) cached.close();
  }
}

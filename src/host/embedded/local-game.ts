import type { Forge, People } from '../../forge/port.ts';
import { readJournalHead } from '../../store/journal/journal-head.ts';
import { join } from 'node:path';
import { openLocalForge, type LocalForge } from '../../forge/embedded/local-forge.ts';
import { withFileLock } from '../../repository/node-disk.ts';
import { readBranch } from '../../repository/refs.ts';
import type { Oid } from '../../repository/oid.ts';
import { openVault } from '../../session/secrets/vault.ts';
import { openPictureStore } from '../../pictures/picture-store.ts';
import { Caches } from '../../cache/caches.ts';
import { readContent, recordAt } from '../../tick/observe.ts';
import { assertKnownFormat } from '../../tick/migrate-main.ts';
import { openForTick, openSession, continueSession } from '../../tick/open-session.ts';
import { clockOf, type Clock, sweepGame } from './game-folder.ts';
import { findRemains, ForgeLostError, forgeStateOf } from './game-remains.ts';
import { readStatus, stuckIn, type Status } from '../../tick/read-status.ts';
import { doubtOfClock, timeOfTick } from '../../tick/time-of-tick.ts';
import { tick } from '../../tick/tick.ts';
import { NoGameError } from '../../tick/tick-options.ts';
import { ACTIONS } from '../../wording/words.ts';
import { Trials } from '../../rehearse/trials.ts';
import { goBackWhereAsked } from '../go-back.ts';
import { keepFromGit } from '../keep-from-git.ts';
import { assertNoLinks } from '../links-in-game.ts';
import { ENGINE_FOLDER, type HomeGame, type OpenOptions } from '../game.ts';
import { CachedSession } from './cached-session.ts';

/** Commands share cached reads here. */
export function cacheOf(folder: string): string {
  return join(folder, ENGINE_FOLDER, 'cache');
}

/** The game with its embedded forge in a folder: `content/` to read and edit, `.gitnomic/` for everything else. */
export async function openLocalGame(
  folder: string,
  { caches = new Caches(), ...options }: OpenOptions = {},
): Promise<HomeGame> {
  prepareFolder(folder);
  caches.keepIn(cacheOf(folder));
  const own = join(folder, ENGINE_FOLDER);
  const clock = clockOf(folder, options.now);
  const { local, vault, pictures, trials } = await openStores(own, clock, { ...options, caches });
  const { forge, table, redact, labelled } = local;
  const people = guarded(table, async () => {
    // An action gets the current time, so a wrong clock must be noticed before it.
    await timeOfTick(forge, clock.now(), clock.confirmed());
    await assertKnownFormat(forge, clock.now());
  });
  const main = (): Promise<Oid> => mainOf(folder, forge);
  const here = { vault, pictures, caches };
  const sides = () => ({ forge, now: clock.now(), ...here });
  const session = new CachedSession(folder, vault, {
    fresh: async () => openSession(sides(), await main()),
    ahead: async (cached) => openForTick(sides(), await main(), cached),
    on: async (cached) => continueSession(sides(), await main(), cached),
  });
  const game: HomeGame = {
    played: 'here',
    folder,
    forge,
    people,
    gitFolder: join(own, 'forge', 'repository.git'),
    labelled,
    ...here,
    trials,
    ...clock,
    main,
    content: async () => readContent(forge, await main()),
    tick: async (asked = {}) => {
      if (asked.dryRun !== true) await goBackBeforeTick(local, await main(), { now: clock.now(), caches });
      return inTurn(own, () =>
        session.tick((cached) =>
          tick({ ...sides(), confirmed: clock.confirmed(), trials, ...asked, ...cached }),
        ),
      );
    },
    openPosition: async () => (await openSession(sides(), await main())).position,
    borrow: () => session.borrow(),
    giveBack: (position) => session.giveBack(position),
    keepOpen: () => session.keepOpen(),
    status: () => statusOf(game, local, clock),
    say: (by, post, text) => people.comment(by, post, text),
    thread: () => forge.post(ACTIONS),
    redactLog: redact,
    points: async () => (await import('./fork-game.ts')).readPoints(game),
    fork: async (commit) =>
      (await import('./fork-game.ts')).forkGame(game, commit, (copy) =>
        openLocalGame(copy, { ...options, caches }),
      ),
  };
  trials.tellHindsight = async (before, after) =>
    (await import('../../care/replay/hindsight.ts')).tellHindsight(game, before, after);
  return game;
}

/** Commands at the same moment wait for each other. A tick that others keep overtaking would give up in the end. */
function inTurn<T>(own: string, tickNow: () => Promise<T>): Promise<T> {
  return withFileLock(join(own, TICK_LOCK), tickNow, { timeoutMs: LONGEST_WAIT_MS });
}

const TICK_LOCK = 'tick.lock';
const LONGEST_WAIT_MS = 5 * 60_000;

async function mainOf(folder: string, { repository }: Pick<Forge, 'repository'>): Promise<Oid> {
  const tip = await readBranch(repository, 'main');
  if (tip !== null) return tip;
  const there = findRemains(folder);
  throw there === null ? new NoGameError() : new ForgeLostError(there);
}

async function statusOf(
  game: HomeGame,
  local: Pick<HomeGame, 'labelled' | 'forge'>,
  { now, confirmed }: Clock,
): Promise<Status> {
  const doubt = await doubtOfClock(local.forge, now(), confirmed());
  for (;;) {
    const position = (await game.borrow?.()) ?? (await game.openPosition());
    try {
      const status = readStatus(position, now(), { stuck: stuckIn(position, local) });
      // If a question exhausted the sandbox, the others are asked again without it.
      if (!position.open.play.sandbox.dead)
        return doubt === null ? status : { ...status, failing: [doubt, ...status.failing] };
    } finally {
      game.giveBack?.(position);
    }
  }
}

/** Reads on from where main had read, because readers may have put requests into the journal already. */
async function goBackBeforeTick(
  { forge, awaits }: LocalForge,
  main: Oid,
  at: { readonly now: string; readonly caches: Caches },
): Promise<void> {
  const record = await recordAt(forge, main);
  const read = record === null ? null : await readJournalHead(forge.repository, record.commit);
  const { events } = await forge.observe(read?.mark ?? null);
  await goBackWhereAsked({ forge, awaits, events, ...at });
}

/** Wraps every act of `people` in a check that it is allowed. */
function guarded(people: People, assertLet: () => Promise<void>): People {
  const acts = Object.entries(people).map(
    ([name, act]: [string, (...words: never[]) => Promise<unknown>]) => [
      name,
      async (...words: never[]) => {
        await assertLet();
        return act(...words);
      },
    ],
  );
  return Object.fromEntries(acts) as People;
}

async function openStores(
  own: string,
  clock: Clock,
  { network, disk, caches }: OpenOptions & { readonly caches: Caches },
) {
  const places = network === undefined ? {} : { network };
  return {
    local: await openLocalForge(join(own, 'forge'), {
      clock: clock.now,
      memo: caches.onDisk,
      ...(disk === undefined ? {} : { over: disk }),
    }),
    vault: await openVault(join(own, 'private'), caches.onDisk),
    pictures: openPictureStore(join(own, 'private', 'pictures'), places),
    trials: new Trials(join(own, 'cache', 'trials.json'), caches.engine),
  };
}

function prepareFolder(folder: string): void {
  assertNoLinks(folder);
  const state = forgeStateOf(folder);
  // Opening a forge creates what it lacks, which would lose posts, votes or history silently.
  const remains = state === 'whole' || state === 'none' ? null : findRemains(folder);
  if (remains !== null) throw new ForgeLostError(remains);
  sweepGame(folder);
  keepFromGit(folder);
}

import { join } from 'node:path';

import { openLocalForge } from '../../forge/embedded/local-forge.ts';
import type { ForgeReading, People } from '../../forge/port.ts';
import { readBranch } from '../../repository/refs.ts';
import type { Oid } from '../../repository/oid.ts';
import type { ContentFiles } from '../../store/paths.ts';
import { openVault } from '../../store/vault.ts';
import { openPictureStore } from '../../store/pictures/picture-store.ts';
import { Caches } from '../../cache/caches.ts';
import { readContent } from '../../apply/look.ts';
import { assertKnownFormat } from '../../apply/migrate-main.ts';
import { lookForTick, lookAround, lookOn } from '../../apply/look-around.ts';
import { resumeDeciding } from '../../apply/resume-deciding.ts';
import { LookKeeper } from './keep-look.ts';
import { clockOf, type Clock, sweepGame } from './game-folder.ts';
import { findRemains, ForgeLostError, forgeStateOf } from './game-remains.ts';
import { statusAtAGlance } from '../../apply/read-status.ts';
import type { Status } from '../../apply/status.ts';
import { tick } from '../../apply/tick.ts';
import { NoGameError } from '../../apply/tick-options.ts';
import { ACTIONS } from '../../decide/words.ts';
import { setUntilTheEnd } from '../../sandbox/v8-flags.ts';
import { Trials } from '../../rehearse/trials.ts';
import { keepFromGit } from '../keep-from-git.ts';
import { ENGINE_FOLDER, type HomeGame, type OpenOptions } from '../game.ts';

/** Where commands leave for others what they have read. */
export function cacheOf(folder: string): string {
  return join(folder, ENGINE_FOLDER, 'cache');
}

/** The game with its embedded forge in a folder: `content/` to read and edit, `.gitnomic/` for everything else. */
export async function openLocalGame(
  folder: string,
  { caches = new Caches(), ...options }: OpenOptions = {},
): Promise<HomeGame> {
  assertForgeIsWhole(folder);
  spareMemoryWork(caches);
  const own = join(folder, ENGINE_FOLDER);
  sweepGame(folder);
  keepFromGit(folder);
  caches.keepIn(cacheOf(folder));
  const clock = clockOf(folder, options.now);
  const { local, vault, pictures, trials } = await openStores(own, clock, { ...options, caches });
  const { forge, table, redact, footing, labelled } = local;
  const people = guarded(table, () => assertKnownFormat(forge, clock.now()));
  const main = async (): Promise<Oid> => {
    const tip = await readBranch(forge.repository, 'main');
    if (tip !== null) return tip;
    const there = findRemains(folder);
    throw there === null ? new NoGameError() : new ForgeLostError(there);
  };
  const here = { vault, pictures, caches };
  const sides = <F extends ForgeReading>(seen: F) => ({ forge: seen, now: clock.now(), ...here });
  const keeper = new LookKeeper({ folder, forge, footing, labelled }, vault, caches, {
    anew: async (seen) => lookAround(sides(seen), await toOpen(await main(), sides(seen))),
    ahead: async (seen, kept) => lookForTick(sides(seen), await toOpen(await main(), sides(seen)), kept),
    on: async (seen, kept) => lookOn(sides(seen), await main(), kept),
    again: async ({ left, sandbox }, kept) => {
      const deciding = await resumeDeciding(sides(forge), left, sandbox);
      if (deciding !== null) kept.keep(deciding, left.main);
    },
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
    tick: (asked = {}) => keeper.tick(asked, (more) => tick({ ...sides(forge), trials, ...asked, ...more })),
    look: async () => (await lookAround(sides(forge), await main())).position,
    ...keeper.lending,
    status: () => statusBy(keeper, clock),
    say: (by, post, text) => people.comment(by, post, text),
    thread: () => forge.post(ACTIONS),
    redact: async (wanted, by) => (await import('./redact-game.ts')).redactGame(game, redact, wanted, by),
    points: async () => (await import('./fork-game.ts')).readPoints(game),
    fork: async (commit) =>
      (await import('./fork-game.ts')).forkGame(game, commit, (copy) =>
        openLocalGame(copy, { ...options, caches }),
      ),
  };
  trials.lookBack = async (before, after) =>
    (await import('../../care/replay/hindsight.ts')).lookBack(game, before, after);
  return game;
}

/**
 * Not before a game is opened, since what is loaded was compiled under V8's usual flags. V8 would mark twice within a brief command what is in
 * use, beside it in a thread of its own, and find next to nothing to let go of.
 */
function spareMemoryWork({ isBrief, engine }: Caches): void {
  if (isBrief && engine !== null) setUntilTheEnd('--no-incremental-marking', '--incremental-marking');
}

/** From so many letters on a game takes so long to open that what V8 optimises meanwhile is of use. */
const MANY_LETTERS = 2_000_000;

/** The commit from which a game is about to be opened, in a way that is quick for a game of its size. */
async function toOpen(main: Oid, { forge, caches }: { forge: ForgeReading; caches: Caches }): Promise<Oid> {
  if (caches.isBrief && caches.engine !== null)
    caches.sandboxes.isForAMoment = await isSmall(readContent(forge, main));
  return main;
}

async function isSmall(reading: Promise<ContentFiles>): Promise<boolean> {
  try {
    return [...(await reading).values()].reduce((sum, { length }) => sum + length, 0) < MANY_LETTERS;
  } catch {
    // The same is found by the one who opens it, who tells what is wrong.
    return false;
  }
}

async function statusBy(keeper: LookKeeper, { now }: Clock): Promise<Status> {
  for (;;) {
    const { status, isWhole } = await keeper.look((seen) => ({
      status: statusAtAGlance(seen, now()),
      isWhole: !seen.position.open.play.sandbox.dead,
    }));
    // Where the rules did not come back from a question, the others are asked without it.
    if (isWhole) return status;
  }
}

/** People as they act where that is let. */
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

/** The stores in a game's folder beside its files. */
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

/** Opening a forge makes what it lacks, and posts, votes or history would be gone without a word. */
function assertForgeIsWhole(folder: string): void {
  const state = forgeStateOf(folder);
  if (state === 'whole' || state === 'none') return;
  const there = findRemains(folder);
  if (there !== null) throw new ForgeLostError(there);
}

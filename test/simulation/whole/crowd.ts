import { askAll, DONE, type Answered } from './ask-home.ts';
import { DiskFull, doomedDisk, fullDisk, Killed } from './faulty-disk.ts';
import { withHome, type SimulatedHome } from './home-server.ts';
import { must } from './invariants.ts';
import { makeMove } from './make-move.ts';
import type { Asked, Crowd, ServerFault, Way } from './requests.ts';
import type { Disk } from '../../../src/repository/disk.ts';
import { isFault, LOG, type World } from './world.ts';

/**
 * Many browsers ask the game's own server at once, over connections of their own, while others act on the same game. Which of
 * them is taken first is not the seed's to say: what has to hold, holds for each order.
 */
export async function askAtOnce(world: World, { asked, beside, fault }: Crowd): Promise<void> {
  const faulty = overDisk(fault);
  let answers: readonly Answered[] = [];
  const act = async (home: SimulatedHome): Promise<void> => {
    const all = [
      askAll(world, home, asked, faulty.said).then((found) => void (answers = found)),
      ...beside.map((turn) => makeMove(world, turn)),
    ];
    for (const one of await Promise.allSettled(all)) if (one.status === 'rejected') throw one.reason;
  };
  if (fault?.kind === 'killed') world.kills.begun += 1;
  try {
    await withHome(
      world,
      faulty.over,
      asked.map(({ by }) => by),
      act,
    );
  } catch (error) {
    if (!isFault(error)) throw error;
  }
  const isStruck = faulty.hasStruck();
  const isSaid = answers.some(({ status }) => status === DONE);
  if (fault?.kind === 'killed' && isStruck) {
    world.kills.struck += 1;
    if (isSaid) world.kills.afterSaid += 1;
  }
  world.log.push(`${world.now} at once: ${answers.map(({ mark, status }) => `${mark} ${status}`).join(' ')}`);
  const mayFail = isStruck || beside.length > 0;
  for (const one of answers) mustBeAnswered(one, mayFail);
  world.answered.push(...answers.filter(({ isDone }) => isDone).map(({ mark }) => mark));
  await world.findOut();
  await answersStand(world);
  const log = await logOf(world);
  for (const {
    asked: { way },
    mark,
    status,
  } of answers) {
    const times = timesIn(log, mark);
    const most = status === DONE || isUnheard(way, status) ? 1 : 0;
    must(
      times <= most,
      'answered',
      () => `${mark} ${way} was answered ${status}, and was done ${times} times`,
    );
  }
}

/** Everything that a server said to be done stands in the forge's log once. */
export async function answersStand(world: World): Promise<void> {
  if (world.answered.length === 0) return;
  const log = await logOf(world);
  for (const mark of world.answered) {
    const times = timesIn(log, mark);
    must(times === 1, 'answered', () => `${mark} was said to be done, and was done ${times} times`);
  }
}

async function logOf(world: World): Promise<readonly string[]> {
  const text = new TextDecoder().decode((await world.disk.read(LOG)) ?? new Uint8Array());
  return text.split('\n').filter((line) => /"type":"(commented|opened)"/u.test(line));
}

function timesIn(log: readonly string[], mark: string): number {
  return log.filter((line) => line.includes(mark)).length;
}

/** Whether it may have been done without anybody having been told. */
function isUnheard(way: Way, status: number | null): boolean {
  return ['well', 'slowly', 'and is gone'].includes(way) && (status === null || status >= 500);
}

/** The answers to each way of asking. A post or a vote may be refused by the rules. */
const EXPECTED: Readonly<Record<Way, (asked: Asked) => readonly (number | null)[]>> = {
  well: ({ what }) => (what === 'comment' ? [DONE] : [DONE, 400, 422]),
  slowly: ({ what }) => (what === 'comment' ? [DONE] : [DONE, 400, 422]),
  'and is gone': () => [null],
  'and is cut off': () => [null],
  'with a guessed token': () => [403],
  'from a foreign page': () => [403],
  'under a foreign name': () => [421],
  'without a seat': () => [403],
  'as JSON': () => [415],
  'too much': () => [413],
  'what is no HTTP': () => [400],
  'by another method': () => [400, 405],
  'to read': () => [200, 400, 404],
};

function mustBeAnswered({ asked, mark, status }: Answered, mayFail: boolean): void {
  const expected = EXPECTED[asked.way](asked);
  const isFailure = mayFail && (status === null || status >= 500);
  must(
    expected.includes(status) || isFailure,
    'answered',
    () => `${mark} asked ${asked.way} (${asked.what}, ${asked.address}), and was answered ${status}`,
  );
}

interface FaultyDisk {
  readonly over: (disk: Disk) => Disk;
  readonly said: () => void;
  readonly hasStruck: () => boolean;
}

function overDisk(fault: ServerFault): FaultyDisk {
  if (fault === null) return { over: (disk) => disk, said: () => undefined, hasStruck: () => false };
  let struck = false;
  let said = (): void => undefined;
  const watched = (disk: Disk): Disk =>
    Object.fromEntries(
      Object.entries(disk).map(([name, does]: [string, (...words: never[]) => Promise<unknown>]) => [
        name,
        async (...words: never[]) => {
          try {
            return await does(...words);
          } catch (error) {
            struck ||= error instanceof Killed || error instanceof DiskFull;
            throw error;
          }
        },
      ]),
    ) as unknown as Disk;
  return {
    over: (disk) => {
      if (fault.kind === 'full') return watched(fullDisk(withoutRoot(disk), fault.from));
      const doomed = doomedDisk(disk, fault.kill);
      said = doomed.said;
      return watched(doomed.disk);
    },
    said: () => said(),
    hasStruck: () => struck,
  };
}

/** Whoever knows the folder would write there without this disk. */
function withoutRoot({ root: _root, ...disk }: Disk): Disk {
  return disk;
}

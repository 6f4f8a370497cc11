import fc from 'fast-check';

import { fault, kills } from './faults.ts';
import type { Kill } from './faulty-disk.ts';
import { must } from './invariants.ts';
import { makeMove } from './make-move.ts';
import { turns, type Turn } from './moves.ts';
import { askAtOnce } from './crowd.ts';
import { crowd, type Crowd } from './requests.ts';
import { Witness } from './witness.ts';
import { World, type Fault } from './world.ts';

interface Real {
  readonly world: World;
  readonly witness: Witness;
}

type Model = object;

const HOUR_MS = 3_600_000;
const LAST = Date.parse('2024-11-20T00:00:00Z');

/** How time goes on before something happens: a while, or to the moment at which something becomes due. */
type Wait =
  { readonly minutes: number } | { readonly on: number; readonly hours: number; readonly seconds: number };

const wait: fc.Arbitrary<Wait> = fc.oneof(
  { arbitrary: fc.record({ minutes: fc.constantFrom(0, 1, 7, 16, 60, 150, 500) }), weight: 10 },
  {
    arbitrary: fc.record({
      on: fc.nat(4),
      hours: fc.constantFrom(8, 12, 12, 24, 48, 48, 48, 72, 168),
      seconds: fc.constantFrom(-1, 0, 0, 1),
    }),
    weight: 6,
  },
  { arbitrary: fc.record({ minutes: fc.constantFrom(3_000, 11_000) }), weight: 1 },
);

function pass({ world, witness }: Real, wish: Wait): void {
  if ('minutes' in wish) {
    world.setTime(Math.min(LAST, world.ms + wish.minutes * 60_000));
    return;
  }
  const pending = witness.oracle.matters.filter(({ status }) => status === 'pending');
  const matter = pending.at(-1 - wish.on);
  const at = (matter?.at ?? 0) + wish.hours * HOUR_MS + wish.seconds * 1000;
  if (at > world.ms) world.setTime(at);
}

/** Somebody does something, or several do at once, as those do who sit before the same server. */
class Act implements fc.AsyncCommand<Model, Real> {
  readonly #turns: readonly Turn[];
  readonly #wait: Wait;
  readonly #kill: Kill | null;
  constructor(turns: readonly Turn[], before: Wait, kill: Kill | null) {
    this.#turns = turns;
    this.#wait = before;
    this.#kill = kill;
  }
  check(): boolean {
    return true;
  }
  async run(_model: Model, real: Real): Promise<void> {
    pass(real, this.#wait);
    const { world, witness } = real;
    world.pending = witness.oracle.pending('proposal').map(({ id }) => id);
    const all = (): Promise<void> => atOnce(this.#turns.map((turn) => () => makeMove(world, turn)));
    if (this.#kill === null) return all();
    await world.killed(this.#kill, all);
    await witness.check(null);
  }
  toString(): string {
    return `${JSON.stringify(this.#wait)} ${JSON.stringify(this.#turns)} killed ${JSON.stringify(this.#kill)}`;
  }
}

/** Nobody waits for the others, and all have come to their end when it ends. */
async function atOnce(all: readonly (() => Promise<void>)[]): Promise<void> {
  for (const one of await Promise.allSettled(all.map((act) => act())))
    if (one.status === 'rejected') throw one.reason;
}

/** Somebody has `doctor` put right what it finds. */
class Doctor implements fc.AsyncCommand<Model, Real> {
  readonly #kill: Kill | null;
  constructor(kill: Kill | null) {
    this.#kill = kill;
  }
  check(): boolean {
    return true;
  }
  async run(_model: Model, { world, witness }: Real): Promise<void> {
    const left = await world.doctor(this.#kill);
    must(left.length === 0, 'doctor-mends', () => `doctor put right, and finds again: ${left.join('; ')}`);
    await witness.check(null);
  }
  toString(): string {
    return `doctor killed ${JSON.stringify(this.#kill)}`;
  }
}

/** Many browsers ask the game's server at once. */
class AskAtOnce implements fc.AsyncCommand<Model, Real> {
  readonly #crowd: Crowd;
  readonly #wait: Wait;
  constructor(all: Crowd, before: Wait) {
    this.#crowd = all;
    this.#wait = before;
  }
  check(): boolean {
    return true;
  }
  async run(_model: Model, real: Real): Promise<void> {
    pass(real, this.#wait);
    await askAtOnce(real.world, this.#crowd);
    await real.witness.check(null);
  }
  toString(): string {
    return `${JSON.stringify(this.#wait)} at once ${JSON.stringify(this.#crowd)}`;
  }
}

/** Somebody does something by a process that finds its cached files spoilt. */
class Spoilt implements fc.AsyncCommand<Model, Real> {
  readonly #turns: readonly Turn[];
  readonly #wait: Wait;
  readonly #seed: number;
  constructor(turns: readonly Turn[], before: Wait, seed: number) {
    this.#turns = turns;
    this.#wait = before;
    this.#seed = seed;
  }
  check(): boolean {
    return true;
  }
  async run(_model: Model, real: Real): Promise<void> {
    pass(real, this.#wait);
    const { world, witness } = real;
    world.pending = witness.oracle.pending('proposal').map(({ id }) => id);
    await witness.check(
      await world.spoilt(this.#seed, () => atOnce(this.#turns.map((turn) => () => makeMove(world, turn)))),
    );
  }
  toString(): string {
    return `${JSON.stringify(this.#wait)} ${JSON.stringify(this.#turns)} with caches spoilt by ${this.#seed}`;
  }
}

class Tick implements fc.AsyncCommand<Model, Real> {
  readonly #fault: Fault;
  readonly #wait: Wait;
  readonly #back: number;
  constructor(fault: Fault, before: Wait, back: number) {
    this.#fault = fault;
    this.#wait = before;
    this.#back = back;
  }
  check(): boolean {
    return true;
  }
  async run(_model: Model, real: Real): Promise<void> {
    pass(real, this.#wait);
    const { world, witness } = real;
    const [then, fault] = [world.ms, this.#fault];
    if (this.#back > 0) world.setTime(then - this.#back * HOUR_MS);
    const report = await world.tick(fault);
    world.log.push(`${world.now} tick ${JSON.stringify(fault)}`);
    await witness.check(report, report !== null && fault.kind === 'none');
    world.setTime(then);
  }
  toString(): string {
    return `${JSON.stringify(this.#wait)} tick ${JSON.stringify(this.#fault)} back ${this.#back}`;
  }
}

const act = fc
  .tuple(
    fc.oneof(
      { arbitrary: turns.map((turn) => [turn]), weight: 8 },
      { arbitrary: fc.array(turns, { minLength: 2, maxLength: 5 }), weight: 1 },
    ),
    wait,
    kills,
  )
  .map(([some, before, kill]) => new Act(some, before, kill));

const tick = fc
  .tuple(fault, wait, fc.constantFrom(0, 0, 0, 0, 0, 2))
  .map(([one, before, back]) => new Tick(one, before, back));

const doctor = kills.map((kill) => new Doctor(kill));

const together = fc.tuple(crowd, wait).map(([all, before]) => new AskAtOnce(all, before));

const withSpoilt = fc
  .tuple(fc.array(turns, { maxLength: 2 }), wait, fc.nat(1_000_000))
  .map(([some, before, seed]) => new Spoilt(some, before, seed));

/** How the process fares that begins the game. */
const beginning = kills;

const commands = (most: number) =>
  fc.commands<Model, Real, false>(
    [
      act,
      act,
      act,
      fc.oneof(
        { arbitrary: tick, weight: 12 },
        { arbitrary: doctor, weight: 1 },
        { arbitrary: together, weight: 1 },
        { arbitrary: withSpoilt, weight: 1 },
      ),
    ] as unknown as fc.Arbitrary<fc.AsyncCommand<Model, Real>>[],
    { maxCommands: most, size: 'max' },
  );

async function playGame(world: World, moves: Iterable<fc.AsyncCommand<Model, Real>>): Promise<void> {
  const witness = new Witness(world);
  await witness.begin();
  await fc.asyncModelRun(() => ({ model: {}, real: { world, witness } }), moves);
  for (let times = 0; times < 2; times += 1) {
    world.setTime(world.ms + 60_000);
    await witness.check(await world.tick({ kind: 'none' }));
  }
  await witness.close();
}

export interface GameOutcome {
  readonly seed: number;
  readonly kills: World['kills'];
  /** What broke, by the shortest game that still breaks it; null where all held. */
  readonly broken: string | null;
  readonly invariant: string | null;
}

export interface GameOptions {
  readonly most?: number;
  /** Whether a game that fails is made as short as it can be. */
  readonly shrink?: boolean;
  readonly heard?: (world: World) => void;
}

/** Plays the game of a seed. The same seed plays the same game; what fails is shrunk by the library. */
export async function simulate(
  seed: number,
  { most = 60, shrink = true, heard }: GameOptions = {},
): Promise<GameOutcome> {
  let kills: GameOutcome['kills'] = { begun: 0, struck: 0, afterSaid: 0 };
  const property = fc.asyncProperty(commands(most), beginning, async (moves, kill) => {
    const world = await World.begin(kill);
    kills = world.kills;
    await playGame(world, moves);
    heard?.(world);
  });
  const options = {
    seed,
    numRuns: 1,
    endOnFailure: !shrink,
    ...(shrink ? { interruptAfterTimeLimit: 120_000 } : {}),
  };
  const found = await fc.check(property, options);
  if (!found.failed || found.errorInstance === null) return { seed, kills, broken: null, invariant: null };
  const error = found.errorInstance as Error & { invariant?: string };
  const moves = [...(found.counterexample?.[0] ?? [])].map((move) => `  ${String(move)}`).join('\n');
  return {
    seed,
    kills,
    broken: `game ${seed}, after ${found.numShrinks} shrinks:\n${moves}\n${error.stack ?? error.message}`,
    invariant: error.invariant ?? 'crash',
  };
}

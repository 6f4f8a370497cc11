import fc from 'fast-check';

import { makeMove } from './make-move.ts';
import { turns, type Turn } from './moves.ts';
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

class Act implements fc.AsyncCommand<Model, Real> {
  readonly #turn: Turn;
  readonly #wait: Wait;
  constructor(turn: Turn, before: Wait) {
    this.#turn = turn;
    this.#wait = before;
  }
  check(): boolean {
    return true;
  }
  async run(_model: Model, real: Real): Promise<void> {
    pass(real, this.#wait);
    const { world, witness } = real;
    world.pending = witness.oracle.pending('proposal').map(({ id }) => id);
    await makeMove(world, this.#turn);
  }
  toString(): string {
    return `${JSON.stringify(this.#wait)} ${JSON.stringify(this.#turn)}`;
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

const fault: fc.Arbitrary<Fault> = fc.oneof(
  { arbitrary: fc.constant<Fault>({ kind: 'none' }), weight: 8 },
  {
    arbitrary: fc.record({
      kind: fc.constant('dies' as const),
      at: fc.integer({ min: 1, max: 60 }),
      moment: fc.constantFrom('before' as const, 'half' as const, 'after' as const),
    }),
    weight: 4,
  },
  {
    arbitrary: fc.record({ kind: fc.constant('full' as const), from: fc.integer({ min: 1, max: 60 }) }),
    weight: 2,
  },
  {
    arbitrary: fc.record({
      kind: fc.constant('forge' as const),
      forge: fc.record({
        observe: fc.constantFrom('well' as const, 'repeats' as const, 'delays' as const, 'skips' as const),
        losesAnswer: fc.nat(8),
        refuses: fc.nat(8),
      }),
    }),
    weight: 4,
  },
  {
    arbitrary: fc.record({
      kind: fc.constant('two' as const),
      bits: fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }),
    }),
    weight: 2,
  },
);

const commands = (most: number) =>
  fc.commands<Model, Real, false>(
    [
      fc.tuple(turns, wait).map(([turn, before]) => new Act(turn, before)),
      fc.tuple(turns, wait).map(([turn, before]) => new Act(turn, before)),
      fc.tuple(turns, wait).map(([turn, before]) => new Act(turn, before)),
      fc
        .tuple(fault, wait, fc.constantFrom(0, 0, 0, 0, 0, 2))
        .map(([one, before, back]) => new Tick(one, before, back)),
    ] as unknown as fc.Arbitrary<fc.AsyncCommand<Model, Real>>[],
    { maxCommands: most, size: 'max' },
  );

async function playGame(moves: Iterable<fc.AsyncCommand<Model, Real>>): Promise<World> {
  const world = await World.begin();
  const witness = new Witness(world);
  await witness.begin();
  await fc.asyncModelRun(() => ({ model: {}, real: { world, witness } }), moves);
  for (let times = 0; times < 2; times += 1) {
    world.setTime(world.ms + 60_000);
    await witness.check(await world.tick({ kind: 'none' }));
  }
  await witness.close();
  return world;
}

export interface GameOutcome {
  readonly seed: number;
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
  const property = fc.asyncProperty(commands(most), async (moves) => {
    const world = await playGame(moves);
    heard?.(world);
  });
  const options = {
    seed,
    numRuns: 1,
    endOnFailure: !shrink,
    ...(shrink ? { interruptAfterTimeLimit: 120_000 } : {}),
  };
  const found = await fc.check(property, options);
  if (!found.failed || found.errorInstance === null) return { seed, broken: null, invariant: null };
  const error = found.errorInstance as Error & { invariant?: string };
  const moves = [...(found.counterexample?.[0] ?? [])].map((move) => `  ${String(move)}`).join('\n');
  return {
    seed,
    broken: `game ${seed}, after ${found.numShrinks} shrinks:\n${moves}\n${error.stack ?? error.message}`,
    invariant: error.invariant ?? 'crash',
  };
}

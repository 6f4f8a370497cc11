import { Stuck } from '../../src/session/play/stuck.ts';
import { Caches } from '../../src/cache/caches.ts';
import { positionIn } from '../../src/session/position/position.ts';
import type { Count } from '../../src/kernel/chance.ts';
import { isFault } from '../../src/kernel/refusal.ts';
import type { State } from '../../src/kernel/state.ts';
import { GameDraws, type DrawFrom } from '../../src/session/chance/draws.ts';
import { Play } from '../../src/session/play/play.ts';
import type { PlayOptions } from '../../src/session/play/play-options.ts';
import { UnplayableError } from '../../src/session/play/unplayable-error.ts';
import { timeAt, readScenario, verbOf, type Scenario } from '../../src/rehearse/scenarios/format.ts';
import { FixedDraws } from '../../src/rehearse/scenarios/draws.ts';
import { ENGINE_ACCOUNT, NotPlayableError } from '../../src/rehearse/scenarios/stage.ts';
import { takeStep } from '../../src/rehearse/scenarios/steps.ts';
import { composed, layOut, start, termsFor } from '../../src/rehearse/scenarios/lay-out.ts';
import { asIfFetched, KernelStage } from '../../src/rehearse/scenarios/kernel-stage.ts';
import { seededDraw } from '../../src/rehearse/rehearsal-room.ts';
import type { Composed } from '../../src/ruleset/compose.ts';
import type { SandboxHost } from '../../src/sandbox/host.ts';
import { Sandbox } from '../../src/sandbox/sandbox.ts';
import { CompiledClauses, KernelMachine } from '../../src/scenario/on-kernel/fixtures/kernel-machine.ts';
import { NO_FACTS } from '../../src/store/engine-files.ts';
import { readGame } from '../../src/store/read-game.ts';

export type Files = ReadonlyMap<string, string>;

/** A ruleset as people might make it, by what they do to the rules of the library. */
export interface Change {
  readonly what: string;
  readonly make: (files: Files) => Files;
}

export interface Course {
  readonly file: string;
  readonly scenario: Scenario;
  readonly rules: Composed;
}

const compiled = new CompiledClauses();
export const runner = (host: SandboxHost): Sandbox => Sandbox.over(new KernelMachine(host, compiled));
export const caches = new Caches();
/** Whoever plays under the rules that were in force last need not link them again. */
const host: SandboxHost = { draw: () => 1, ledger: { length: 0, at: () => null } };
for (let n = 0; n < 3; n++) caches.pool.giveBack(runner(host), false, null);

/** The scenarios of a pack, with the rules that each is about: between them they take all of its actions. */
export function coursesIn(library: Files, pack: string): readonly Course[] {
  const known = new Map<string, Composed>();
  return Array.from(library)
    .filter(([path]) => path.startsWith(`${pack}/`) && /(^|\/)scenarios\/.*\.ya?ml$/u.test(path))
    .flatMap(([file, text]): Course[] => {
      const scenario = readScenario(file, text);
      const { core = '', dynasty } = scenario.rules ?? {};
      const era = typeof core === 'string' ? core : (core[0] ?? '');
      const choice = JSON.stringify([era, dynasty]);
      const rules = known.get(choice) ?? composed(file, library, era, dynasty ?? undefined);
      known.set(choice, rules);
      return [{ file, scenario, rules }];
    });
}

/**
 * Plays a course as it stands, but for one change of its rules, at the beginning or before a later step, in the middle of what is going on
 * then; the faults that are met.
 */
export async function playChanged(course: Course, { make }: Change, from = 0): Promise<readonly string[]> {
  const { scenario, rules } = course;
  const changed = make(rules.files);
  if (changed === rules.files) return [];
  const fixed = new FixedDraws();
  const seeded = seededDraw();
  const draw: DrawFrom = (question, standing): Count => {
    try {
      return fixed.draw(question, standing);
    } catch {
      return seeded(question);
    }
  };
  const faults = new Set<string>();
  const begun = await begin(course, from === 0 ? changed : rules.files, draw);
  if (!('stage' in begun)) return cantBe(begun);
  const { stage } = begun;
  try {
    for (const [at, step] of scenario.steps.entries()) {
      if (at === from && from > 0) {
        const problems = await begun.change(changed);
        if (problems.length > 0) return cantBe(problems);
      }
      if (step.at !== undefined) stage.now = timeAt(scenario.start, step.at);
      fixed.begin(step.dice ?? [], step.secret ?? []);
      const said = await unlessBroken(async () => {
        const outcome = await takeStep(stage, step);
        // Whoever does what would leave a value that can't be is told which: that is no clause's failure.
        if (outcome.ok || outcome.refusal.code === 'illegal-value') return null;
        return isFault(outcome.refusal) ? outcome.refusal.reason : null;
      });
      if (said === 'not playable') break;
      if (at < from) continue;
      if (said !== null) faults.add(`${verbOf(step) ?? 'step'}: ${said}`);
      if (!stage.isOpen) break;
      if (verbOf(step) !== 'tick') continue;
      const stuck = await unlessBroken(() => Promise.resolve(whatIsStuck(stage)));
      if (stuck !== null) faults.add(`due: ${stuck}`);
    }
  } finally {
    stage.close();
  }
  return [...faults];
}

const cantBe = (problems: readonly string[]): readonly string[] =>
  problems.map((problem) => `can't be put in force: ${problem}`);

async function unlessBroken(run: () => Promise<string | null>): Promise<string | null> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof NotPlayableError) return 'not playable';
    return `throws: ${(error as Error).message}`;
  }
}

/** What is due and fails, a time or a matter; what is merely refused waits for people. */
function whatIsStuck({ play, now }: KernelStage): string | null {
  const without = new Stuck();
  for (;;) {
    play.sandbox.hold();
    try {
      const step = play.resolveNext(now, without);
      if (step === null) return null;
      if (!step.outcome.ok && isFault(step.outcome.refusal)) return step.outcome.refusal.reason;
      if (step.outcome.ok) return null;
    } finally {
      play.sandbox.rewind();
    }
  }
}

interface Begun {
  readonly stage: KernelStage;
  /** Goes on under other rules; what is wrong with them. */
  readonly change: (files: Files) => Promise<readonly string[]>;
}

const laidOut = new WeakMap<Course, State>();

/** Begins as the scenario says under the rules as they are, and goes on under these rules, unless they can't be put in force. */
async function begin(course: Course, files: Files, drawFrom: DrawFrom): Promise<Begun | readonly string[]> {
  const { scenario, rules } = course;
  const at = timeAt(scenario.start, scenario.start);
  const draws = new GameDraws({}, drawFrom);
  const options = {
    terms: termsFor(scenario, rules.terms),
    draw: (question: Parameters<typeof draws.draw>[0]) => draws.draw(question),
    caches,
  };
  const goOn = (state: State, under: Files): Promise<Play | readonly string[]> =>
    Play.start({ files: under, state, ...options }).catch((error: unknown) => {
      if (error instanceof UnplayableError) return error.problems;
      throw error;
    });
  const state = laidOut.get(course) ?? (await begunUnder(course, options, at));
  laidOut.set(course, state);
  const play = await goOn(state, files);
  if (!(play instanceof Play)) return play;
  const settings = new Map([['content/game.yml', 'name: Repeals\n']]);
  const people = [...Object.keys(scenario.players), ...scenario.steps.flatMap(({ by }) => by ?? [])];
  const facts = { ...NO_FACTS, clock: at, people: Object.fromEntries(people.map((id) => [id, id])) };
  const pictures = scenario.pictures === undefined ? {} : { pictures: asIfFetched(scenario.pictures) };
  const situation = {
    files: settings,
    events: [],
    now: at,
    heads: new Map(),
    hidden: {},
    engine: ENGINE_ACCOUNT,
    notified: 0,
    ...pictures,
  };
  const open = { play, read: { ...readGame(settings), facts }, draws };
  return {
    stage: new KernelStage(positionIn(situation, open), at),
    async change(changed) {
      const before = open.play;
      const after = await goOn(before.state(), changed);
      if (!(after instanceof Play)) return after;
      open.play = after;
      open.play.heldBy = before.heldBy;
      open.play.whyUnread = before.whyUnread;
      before.dispose();
      return [];
    },
  };
}

async function begunUnder(
  { file, scenario, rules }: Course,
  options: Omit<PlayOptions, 'files' | 'state'>,
  at: string,
): Promise<State> {
  const play = await start(file, { files: rules.files, ...options });
  layOut(file, scenario, rules, play, at);
  const state = play.state();
  play.dispose();
  return state;
}

import { globSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';

import {
  LIMIT,
  START,
  type Answer,
  type Ask,
  type RunnerParts,
  type SharedTime,
  type Task,
} from './protocol.ts';
import { BEFORE, instruments, type LoadedTest, Run } from './run-tests.ts';

// A process that has tests loaded. It is told which mutant is to take effect and which tests to call, and answers with what they did.

/** While it is not in a test. */
const LOADING = 'loading:';
/** Of the processor's time, in milliseconds. */
const MOST_FOR_LOADING = 30_000;
const MOST_HITS_FOR_LOADING = 1_000_000;

class TestProcess {
  readonly #root = process.cwd();
  readonly #tests = new Map<string, LoadedTest>();
  readonly #files = new Map<string, readonly LoadedTest[]>();
  readonly #shared: SharedTime = {
    times: new Float64Array(new SharedArrayBuffer(16)),
    wake: new Int32Array(new SharedArrayBuffer(4)),
  };
  readonly #parts: RunnerParts;
  /** What was thrown where nobody waits for it. */
  #strays: unknown[] = [];
  /** Where a test waits for what nothing brings about any more. */
  #stuck: (() => void) | null = null;

  constructor(parts: RunnerParts) {
    this.#parts = parts;
    new Worker(new URL('watch-time.ts', import.meta.url), { workerData: this.#shared }).unref();
    process.on('unhandledRejection', (error) => this.#strays.push(error));
    process.on('uncaughtException', (error) => this.#strays.push(error));
    process.on('beforeExit', () => this.#stuck?.());
  }

  async answer(ask: Ask): Promise<Answer> {
    return ask.do === 'measure' ? this.#measure(ask.sources) : this.#try(ask);
  }

  async #load(file: string): Promise<readonly LoadedTest[]> {
    const known = this.#files.get(file);
    if (known !== undefined) return known;
    const path = join(this.#root, file);
    const [task] = await this.#parts.collectTests([path], {
      config: {
        root: this.#root,
        name: '',
        sequence: { setupFiles: 'list', hooks: 'stack' },
        setupFiles: [],
        // Only what never ends is stopped, and from outside.
        testTimeout: 0,
        hookTimeout: 0,
        maxConcurrency: 1,
        passWithNoTests: false,
        allowOnly: false,
        tags: [],
        retry: 0,
      },
      trace: (_: string, given: unknown, call?: () => unknown) => (call ?? (given as () => unknown))(),
      importFile: (at: string) => import(pathToFileURL(at).href),
    });
    if (task === undefined || task.result?.state === 'fail')
      throw new Unloadable(`${file}: ${task?.result?.errors?.map(({ message }) => message).join('\n')}`);
    const tests = testsIn(task, [task], file);
    this.#files.set(file, tests);
    for (const test of tests) {
      if (this.#tests.has(test.id)) throw new Error(`There are two tests ${test.id}.`);
      this.#tests.set(test.id, test);
    }
    return tests;
  }

  async #measure(sources: readonly string[]): Promise<Answer> {
    const files = testFiles(this.#root);
    instruments.activeMutant = undefined;
    instruments.currentTestId = `${LOADING}sources`;
    const fixtures = files.flatMap((file) => globSync(join(file, '../fixtures/*.ts'), { cwd: this.#root }));
    const early = [...sources, ...new Set(fixtures.map((file) => join(this.#root, file)))];
    for (const path of early) await import(pathToFileURL(path).href);
    for (const file of files) {
      instruments.currentTestId = LOADING + file;
      await this.#load(file);
    }
    const all = [...this.#tests.values()];
    const times = new Map<string, number[]>();
    // In three orders: no test may need another one before it, and what one leaves behind may not hide from another what it comes by.
    for (const order of [all, [...all].reverse(), shuffled(all)]) {
      const run = new Run(this.#parts);
      for (const test of order) {
        const since = process.cpuUsage();
        const failure = await this.#call(run, test);
        if (failure !== null) return { is: 'failed', why: `${test.id}\n${failure}` };
        const { user, system } = process.cpuUsage(since);
        times.set(test.id, [...(times.get(test.id) ?? []), (user + system) / 1000]);
      }
      const failure = await this.#leave(run);
      if (failure !== null) return { is: 'failed', why: failure };
    }
    const hits: Record<string, Record<string, number>> = {};
    const loading = { sources: {}, files: {} as Record<string, Record<string, number>> };
    for (const [id, counts] of Object.entries(instruments.mutantCoverage?.perTest ?? {}))
      if (id === `${LOADING}sources`) loading.sources = counts;
      else if (id.startsWith(LOADING)) loading.files[id.slice(LOADING.length)] = counts;
      else if (!id.startsWith(BEFORE)) hits[id] = counts;
    // Before all of a file's tests is before each of them.
    for (const { id, file } of all)
      for (const [mutant, count] of Object.entries(instruments.mutantCoverage?.perTest[BEFORE + file] ?? {}))
        (hits[id] ??= {})[mutant] = (hits[id][mutant] ?? 0) + count;
    const late = Object.keys(instruments.mutantCoverage?.static ?? {});
    if (late.length > 0)
      return { is: 'failed', why: `Between tests mutants are come by: ${late.join(', ')}` };
    const tests = all.map(({ id, file, task }) => {
      const taken = times.get(id) ?? [];
      return { id, file, name: task.name, time: Math.min(...taken), longest: Math.max(...taken) };
    });
    return { is: 'measured', measured: { tests, hits, loading } };
  }

  async #try(ask: Extract<Ask, { do: 'try' }>): Promise<Answer> {
    instruments.currentTestId = undefined;
    if (!ask.whileLoading) for (const { file } of ask.tests) await this.#load(file);
    const stuck = new Promise<Answer>((resolve) => {
      this.#stuck = () => resolve({ is: 'endless', why: 'It waits for what nothing brings about any more.' });
    });
    instruments.hitCount = 0;
    instruments.hitLimit = MOST_HITS_FOR_LOADING;
    instruments.activeMutant = ask.mutant;
    // Without it the channel to the parent would keep a process that has nothing left to do.
    process.channel?.unref();
    const answer = await Promise.race([stuck, this.#tryTests(ask)]);
    process.channel?.ref();
    this.#watch(0);
    this.#stuck = null;
    instruments.activeMutant = undefined;
    return answer;
  }

  async #tryTests({ tests, whileLoading, mutant }: Extract<Ask, { do: 'try' }>): Promise<Answer> {
    const run = new Run(this.#parts);
    let called = 0;
    let allHits = 0;
    const killed = (by: string, why: string): Answer =>
      hits() > (instruments.hitLimit ?? 0)
        ? { is: 'endless', why: `Its place was come by ${hits()} times.` }
        : { is: 'killed', by, why, called };
    const hits = (): number => instruments.hitCount ?? 0;
    for (const { file, ids, most, mostHits } of tests) {
      let loaded: readonly LoadedTest[];
      this.#watch(MOST_FOR_LOADING);
      try {
        loaded = await this.#load(file);
      } catch (error) {
        return killed(file, String(error));
      }
      const wanted = ids?.map((id) => this.#tests.get(id)) ?? loaded;
      for (const test of wanted) {
        // A test whose title says what the mutated code gives has another name.
        if (test === undefined)
          return killed(file, `${file} has other tests: ${[...this.#tests.keys()].join(', ')}`);
        called += 1;
        this.#watch(most);
        allHits += hits();
        instruments.hitCount = 0;
        instruments.hitLimit = mostHits;
        const failure = await this.#call(run, test);
        if (failure === null && hits() <= mostHits) continue;
        if (whileLoading) return killed(test.id, failure ?? '');
        const answer = killed(test.id, failure ?? '');
        if (answer.is !== 'killed') return answer;
        instruments.activeMutant = undefined;
        this.#watch(most);
        await this.#leave(run);
        const control = new Run(this.#parts);
        const spoilt = (await this.#call(control, test)) ?? (await this.#leave(control));
        return spoilt === null ? answer : { is: 'spoilt', by: test.id };
      }
    }
    this.#watch(MOST_FOR_LOADING);
    const failure = await this.#leave(run);
    if (failure !== null) return killed(tests.at(-1)?.file ?? mutant, failure);
    return { is: 'lives', called, hits: allHits + hits() };
  }

  /** Null where it passed. */
  async #call(run: Run, test: LoadedTest): Promise<string | null> {
    instruments.currentTestId = test.id;
    try {
      await run.call(test);
      // What nobody waits for fails before the next turn of the loop.
      await new Promise((resolve) => setImmediate(resolve));
      return this.#stray();
    } catch (error) {
      this.#strays = [];
      return said(error);
    } finally {
      instruments.currentTestId = undefined;
    }
  }

  /** Null where nothing failed. */
  async #leave(run: Run): Promise<string | null> {
    try {
      await run.leave();
      await new Promise((resolve) => setImmediate(resolve));
      return this.#stray();
    } catch (error) {
      return said(error);
    }
  }

  #stray(): string | null {
    const [stray] = this.#strays;
    this.#strays = [];
    return stray === undefined ? null : `Nobody waits for what was thrown: ${said(stray)}`;
  }

  #watch(limit: number): void {
    const { user, system } = process.cpuUsage();
    const { times } = this.#shared;
    times[LIMIT] = 0;
    times[START] = (user + system) / 1000;
    times[LIMIT] = limit;
  }
}

class Unloadable extends Error {
  override readonly name = 'Unloadable';
}

function testsIn(suite: Task, around: readonly Task[], file: string): LoadedTest[] {
  const counts = new Map<string, number>();
  return (suite.tasks ?? []).flatMap((task) => {
    if (task.mode !== 'run' && task.mode !== 'queued') return [];
    if (task.type === 'suite') return testsIn(task, [...around, task], file);
    if (task.fails === true) throw new Error(`${file}: tests that are to fail are not called here.`);
    const path = [...around.slice(1).map(({ name }) => name), task.name].join(' > ');
    const count = (counts.get(path) ?? 0) + 1;
    counts.set(path, count);
    return [{ id: `${file}#${path}${count === 1 ? '' : ` (${count})`}`, file, task, around }];
  });
}

export function testFiles(root: string): string[] {
  const globs = (process.env['GITNOMIC_MUTANTS_TESTS'] ?? '').split('\n');
  return globs
    .flatMap((glob) => globSync(glob, { cwd: root }))
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
}

/** The same at each run. */
function shuffled<T>(list: readonly T[]): T[] {
  let seed = 1;
  const keyed = list.map((one) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return { one, key: seed };
  });
  return keyed.sort((a, b) => a.key - b.key).map(({ one }) => one);
}

function said(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

if (process.send !== undefined && process.argv[2] === 'tests') {
  const shim = pathToFileURL(join(import.meta.dirname, 'vitest-in-process.ts')).href;
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier !== 'vitest' || context.parentURL === shim) return next(specifier, context);
      return { url: shim, shortCircuit: true };
    },
  });
  const place = join(import.meta.dirname, 'node_modules/@vitest/runner/dist/index.js');
  const tests = new TestProcess((await import(pathToFileURL(place).href)) as RunnerParts);
  process.on('message', (ask: Ask) => {
    void tests
      .answer(ask)
      .catch((error: unknown): Answer => ({ is: 'failed', why: String((error as Error).stack ?? error) }))
      .then((answer) => process.send?.(answer));
  });
  process.on('disconnect', () => process.exit());
  process.send({ is: 'ready' });
}

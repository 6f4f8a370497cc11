import { type ChildProcess, fork } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import {
  type Answer,
  type Ask,
  BY_THE_CLOCK,
  type Measured,
  type MeasuredTest,
  type ToCall,
} from './protocol.ts';

// A test runner for Stryker, as its API describes one. It keeps a process in which the tests are loaded, and has that call those that come by
// a mutant; only what takes effect while modules are loaded needs a process of its own.

interface MutantRun {
  readonly activeMutant: { readonly id: string };
  readonly sandboxFileName: string;
  readonly testFilter?: readonly string[];
}

type Result =
  | { status: 'killed'; killedBy: string[]; failureMessage: string; nrOfTests: number }
  | { status: 'survived'; nrOfTests: number }
  | { status: 'timeout'; reason: string }
  | { status: 'error'; errorMessage: string };

/** No test takes so long, however busy the machine is. */
const CLOCK = 600_000;
/**
 * So much of the processor's time go tests for one mutant, those beside it and the quick ones first. What only others would notice counts
 * as alive: that is soon known, and the rate at which mutants die is never said to be higher than it is.
 */
const BUDGET = 2_000;
const READY = 'ready';

class LoadedTests {
  readonly #root = process.cwd();
  #child: ChildProcess | null = null;
  #known: Measured | null = null;
  /** By source, how many of its mutants each test noticed. */
  readonly #noticed = new Map<string, Map<string, number>>();

  capabilities(): { reloadEnvironment: boolean } {
    return { reloadEnvironment: true };
  }

  async dryRun({ files }: { files?: readonly string[] }): Promise<object> {
    const answer = await this.#ask({ do: 'measure', sources: files ?? [] }, 6 * CLOCK);
    if (answer.is !== 'measured')
      return { status: 'error', errorMessage: 'why' in answer ? answer.why : answer.is };
    writeFileSync(this.#place, JSON.stringify(answer.measured));
    const { tests, hits, loading } = answer.measured;
    const whileLoading: Record<string, number> = {};
    for (const counts of [loading.sources, ...Object.values(loading.files)])
      for (const [id, count] of Object.entries(counts)) whileLoading[id] = (whileLoading[id] ?? 0) + count;
    return {
      status: 'complete',
      tests: tests.map(({ id, name, time, file }) => ({
        id,
        name,
        status: 0,
        timeSpentMs: time,
        fileName: join(this.#root, file),
      })),
      mutantCoverage: { static: whileLoading, perTest: hits },
    };
  }

  async mutantRun({ activeMutant, sandboxFileName, testFilter }: MutantRun): Promise<Result> {
    const { id } = activeMutant;
    const source = relative(this.#root, sandboxFileName).replaceAll('\\', '/');
    const whileLoading = testFilter === undefined;
    const tests = whileLoading ? this.#ofFiles(id, source) : this.#ofTests(id, testFilter, source);
    const ask = {
      do: 'try',
      mutant: id,
      tests,
      whileLoading,
    } as const;
    if (whileLoading) this.#end();
    let answer = await this.#ask(ask, CLOCK);
    // Once more in a process of its own: what an earlier mutant left behind made a test fail, or kept all from coming by this one.
    const hidden = answer.is === 'lives' && answer.hits === 0;
    if (answer.is === 'spoilt' || hidden || (answer.is === 'endless' && answer.why === BY_THE_CLOCK)) {
      this.#end();
      answer = await this.#ask({ ...ask, whileLoading: true, tests: byFile(tests) }, CLOCK);
      this.#end();
    }
    if (whileLoading || answer.is === 'endless') this.#end();
    if (answer.is === 'killed') this.#note(source, answer.by);
    appendFileSync(`${this.#place}.tried`, `${JSON.stringify({ source, ...activeMutant, answer })}\n`);
    return this.#result(answer);
  }

  dispose(): void {
    this.#end();
  }

  #result(answer: Answer): Result {
    if (answer.is === 'killed') {
      const by = this.#measured.tests.find(({ id, file }) => id === answer.by || file === answer.by);
      return {
        status: 'killed',
        killedBy: [by?.id ?? ''],
        failureMessage: answer.why,
        nrOfTests: answer.called,
      };
    }
    if (answer.is === 'lives') return { status: 'survived', nrOfTests: answer.called };
    if (answer.is === 'endless') return { status: 'timeout', reason: answer.why };
    throw new Error(`A mutant could not be tried: ${JSON.stringify(answer)}`);
  }

  get #place(): string {
    return process.env['GITNOMIC_MUTANTS_MEASURED'] ?? join(this.#root, 'measured.json');
  }

  get #measured(): Measured {
    return (this.#known ??= JSON.parse(readFileSync(this.#place, 'utf8')) as Measured);
  }

  /** Those that noticed others of this source come first, then those beside it, then the quick ones. */
  #ofTests(mutant: string, ids: readonly string[], source: string): ToCall[] {
    const wanted = new Set(ids);
    const noticed = this.#noticed.get(source) ?? new Map<string, number>();
    const beside = testsBeside(source);
    const rank = ({ id, file, time }: MeasuredTest): number =>
      time / ((1 + 4 * (noticed.get(id) ?? 0)) * (file === beside ? 8 : 1));
    let left = BUDGET;
    return this.#measured.tests
      .filter(({ id }) => wanted.has(id))
      .map((test) => ({ test, rank: rank(test) }))
      .sort((a, b) => a.rank - b.rank)
      .filter(({ test: { time, file } }, at) => {
        left -= time;
        return left > 0 || at === 0 || file === beside;
      })
      .map(({ test }) => ({ file: test.file, ids: [test.id], ...this.#bounds(mutant, [test]) }));
  }

  /** Files that come by it while they are loaded as wholes, of the others the tests that do; all if the sources themselves do. */
  #ofFiles(mutant: string, source: string): ToCall[] {
    const { tests, hits, loading } = this.#measured;
    const byAll = mutant in loading.sources;
    const coming = new Set(tests.filter(({ id }) => mutant in (hits[id] ?? {})).map(({ id }) => id));
    const weight = (file: string): number =>
      file === testsBeside(source)
        ? -1
        : tests.reduce(
            (sum, one) => (one.file === file ? sum + (coming.has(one.id) ? 0 : one.time) : sum),
            0,
          );
    const files = [...new Set(tests.map(({ file }) => file))];
    return files
      .flatMap((file): ToCall[] => {
        if (byAll || mutant in (loading.files[file] ?? {}))
          return [
            {
              file,
              ids: null,
              ...this.#bounds(
                mutant,
                tests.filter((one) => one.file === file),
              ),
            },
          ];
        const some = tests.filter((one) => one.file === file && coming.has(one.id));
        return some.length === 0
          ? []
          : [{ file, ids: some.map(({ id }) => id), ...this.#bounds(mutant, some) }];
      })
      .map((one) => ({ one, at: weight(one.file) }))
      .sort((a, b) => a.at - b.at)
      .map(({ one }) => one);
  }

  /** Many times as much as without the mutant: only what goes round for ever is to come beyond. */
  #bounds(mutant: string, tests: readonly MeasuredTest[]): Pick<ToCall, 'most' | 'mostHits'> {
    const { hits } = this.#measured;
    const most = 1_500 + 10 * Math.max(...tests.map(({ longest }) => longest));
    return { most, mostHits: 10_000 + 100 * Math.max(...tests.map(({ id }) => hits[id]?.[mutant] ?? 0)) };
  }

  #note(source: string, test: string): void {
    const noticed = this.#noticed.get(source) ?? new Map<string, number>();
    this.#noticed.set(source, noticed);
    noticed.set(test, (noticed.get(test) ?? 0) + 1);
  }

  async #ask(ask: Ask, clock: number): Promise<Answer> {
    const child = (this.#child ??= await begin());
    return new Promise((resolve) => {
      const done = (answer: Answer): void => {
        clearTimeout(timer);
        child.off('message', done).off('exit', gone);
        resolve(answer);
      };
      const gone = (code: number | null, signal: string | null): void => {
        this.#child = null;
        const why =
          signal === 'SIGTERM'
            ? 'It takes many times as long as without it.'
            : `It ended the process: ${code ?? signal}.`;
        done({ is: 'endless', why });
      };
      const timer = setTimeout(() => {
        child.off('exit', gone);
        this.#end();
        done({ is: 'endless', why: BY_THE_CLOCK });
      }, clock);
      child.on('message', done).on('exit', gone);
      child.send(ask);
    });
  }

  #end(): void {
    this.#child?.kill('SIGKILL');
    this.#child = null;
  }
}

async function begin(): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL('test-process.ts', import.meta.url)), ['tests'], {
    execArgv: ['--max-old-space-size=3000', '--disable-warning=ExperimentalWarning'],
    serialization: 'advanced',
    env: { ...process.env, TZ: 'UTC', NO_COLOR: '1', VITEST: 'true', NODE_ENV: 'test' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error('The process of the tests ended before it was ready.')));
    child.once('message', ({ is }: { is: string }) => {
      child.removeAllListeners('exit');
      if (is === READY) resolve();
    });
  });
  return child;
}

function byFile(tests: readonly ToCall[]): ToCall[] {
  const files = new Map<string, ToCall>();
  for (const one of tests) {
    const { ids, most, mostHits } = files.get(one.file) ?? { ids: [], most: 0, mostHits: 0 };
    const all = ids === null || one.ids === null ? null : [...ids, ...one.ids];
    files.set(one.file, {
      file: one.file,
      ids: all,
      most: Math.max(most, one.most),
      mostHits: Math.max(mostHits, one.mostHits),
    });
  }
  return [...files.values()];
}

function testsBeside(source: string): string {
  return `${dirname(source)}/${basename(source, '.ts')}.test.ts`;
}

// `declareFactoryPlugin(PluginKind.TestRunner, …)` makes the same.
export const strykerPlugins = [{ kind: 'TestRunner', name: 'loaded', factory: () => new LoadedTests() }];

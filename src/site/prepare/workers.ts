import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Terms } from '../../kernel/manifest.ts';
import { ownFile } from '../../sandbox/own-file.ts';
import { UnplayableError } from '../../session/play/unplayable-error.ts';
import type { DrawnMaps } from './map-steps.ts';
import type { ScenarioOutcome } from './run-scenarios.ts';
import type { ContentFiles } from '../../store/paths.ts';
import type { Job } from './worker.ts';

interface Done {
  readonly past: readonly string[];
  readonly scenarios: readonly ScenarioOutcome[];
  readonly maps: DrawnMaps;
}

interface Outcome<K extends Job['kind']> {
  readonly done?: Done[K];
  /** Problems in the rules of a dynasty: errors lose their class between threads. */
  readonly unplayable?: readonly string[];
}

const MOST = 4;
/** Each thread uses a tenth of it at a time; a higher limit only leaves more garbage. */
const MOST_MEGABYTES = 300;
/** More would only be filled with what one page needed. */
const YOUNG_MEGABYTES = 8;

interface WorkersOptions {
  /** Makes these threads give way to people who wait for a page. */
  readonly behindOthers?: boolean;
}

/** Threads that make pages. Each is started on demand and does one job at a time. */
export class Workers {
  readonly #idle: Worker[] = [];
  readonly #all: Worker[] = [];
  readonly #how: WorkersOptions;

  constructor(how: WorkersOptions = {}) {
    this.#how = how;
  }

  /** Runs all jobs, and returns the results in order. A function's job is requested when a thread is free for it. */
  async run<K extends Job['kind']>(
    jobs: readonly (Extract<Job, { kind: K }> | (() => Promise<Extract<Job, { kind: K }>>))[],
  ): Promise<readonly NonNullable<Outcome<K>['done']>[]> {
    const outcomes: NonNullable<Outcome<K>['done']>[] = [];
    const waiting = jobs.entries();
    const work = async (): Promise<void> => {
      const worker = this.#take();
      for (const [at, given] of waiting) {
        const job = typeof given === 'function' ? await given() : given;
        const { done, unplayable } = await ask<K>(worker, job);
        if (unplayable !== undefined) throw new UnplayableError(unplayable);
        if (done !== undefined) outcomes[at] = done;
      }
      this.#idle.push(worker);
    };
    const hands = Math.min(jobs.length, MOST, availableParallelism());
    await Promise.all(Array.from({ length: hands }, work));
    return outcomes;
  }

  /** Draws the maps of the running game in a thread. */
  async drawMaps(files: ContentFiles, now: string): Promise<DrawnMaps> {
    const [drawn] = await this.run<'maps'>([{ kind: 'maps', files, now }]);
    return drawn ?? { maps: {}, made: [] };
  }

  /** Runs scenarios on all threads, with the same results as on one. */
  async runScenarios(
    files: readonly (readonly [file: string, text: string])[],
    library: ReadonlyMap<string, string>,
    terms?: Terms,
  ): Promise<readonly ScenarioOutcome[]> {
    const size = Math.max(1, Math.ceil(files.length / Math.min(MOST, availableParallelism())));
    const jobs = Array.from({ length: Math.ceil(files.length / size) }, (_, at) => ({
      kind: 'scenarios' as const,
      files: files.slice(at * size, (at + 1) * size),
      library,
      terms,
    }));
    return (await this.run<'scenarios'>(jobs)).flat();
  }

  /** Later requests start new threads. */
  async end(): Promise<void> {
    this.#idle.length = 0;
    await Promise.all(this.#all.splice(0).map((worker) => worker.terminate()));
  }

  #take(): Worker {
    const idle = this.#idle.pop();
    if (idle !== undefined) return idle;
    const worker = new Worker(ownFile(new URL('./worker.ts', import.meta.url)), {
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES, maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
      workerData: this.#how,
    });
    this.#all.push(worker);
    return worker;
  }
}

function ask<K extends Job['kind']>(worker: Worker, job: Job): Promise<Outcome<K>> {
  return new Promise((resolve, reject) => {
    const settle = (outcome: Outcome<K>): void => {
      worker.off('error', reject);
      resolve(outcome);
    };
    worker.once('message', settle).once('error', reject);
    worker.postMessage(job);
  });
}

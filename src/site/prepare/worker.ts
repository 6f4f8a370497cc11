// A thread that makes the pages of past dynasties, runs scenarios and draws maps.
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { Caches } from '../../cache/caches.ts';
import type { ContentFiles } from '../../store/paths.ts';
import type { Terms } from '../../kernel/manifest.ts';
import { UnplayableError } from '../../session/play/unplayable-error.ts';
import { stayBehindOthers } from '#platform/stay-behind.ts';
import { buildPast, type PastBuild } from './build-past.ts';
import { drawMaps } from './map-steps.ts';
import { runScenarios } from './run-scenarios.ts';

export type Job =
  | {
      readonly kind: 'scenarios';
      readonly files: readonly (readonly [file: string, text: string])[];
      readonly library: ReadonlyMap<string, string>;
      readonly terms: Terms | undefined;
    }
  | { readonly kind: 'maps'; readonly files: ContentFiles; readonly now: string }
  | {
      readonly kind: 'past';
      readonly number: number;
      readonly files: ContentFiles;
      readonly build: PastBuild;
    };

// Dynasties share most of their rules and people, so data read for one is reused for the next. It is dropped
// after this many, since all of a long game would not fit in memory.
const MOST_TOGETHER = 24;

function work(port: MessagePort): (job: Job) => void {
  const doer = new Doer();
  return (job) =>
    void doer.run(job).then(
      (done) => port.postMessage({ done }),
      (error: unknown) => {
        // Any other error ends the thread, so that a system error keeps its code.
        if (!(error instanceof UnplayableError)) throw error;
        port.postMessage({ unplayable: error.problems });
      },
    );
}

class Doer {
  #together = 0;
  #caches = new Caches(null);

  async run(job: Job): Promise<unknown> {
    if (job.kind === 'scenarios') {
      const { files, library, terms } = job;
      return runScenarios(files, library, this.#caches, terms);
    }
    if (job.kind === 'maps') return drawMaps(job.files, job.now, this.#caches);
    if (this.#together++ % MOST_TOGETHER === 0) this.#caches = new Caches(null);
    return buildPast(job.number, job.files, job.build, this.#caches);
  }
}

if ((workerData as { readonly behindOthers?: boolean } | null)?.behindOthers === true) stayBehindOthers();
parentPort?.on('message', work(parentPort));

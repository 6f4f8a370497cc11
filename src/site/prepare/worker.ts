// A thread that makes pages: all of a past dynasty, or some of the game's own.
import { readFileSync } from 'node:fs';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { Caches } from '../../cache/caches.ts';
import type { ContentFiles } from '../../store/paths.ts';
import type { Terms } from '../../kernel/manifest.ts';
import { UnplayableError } from '../../play/unplayable-error.ts';
import type { PageToBe } from '../data/all-pages.ts';
import type { SiteData } from '../data/site-data.ts';
import { stayBehindOthers } from '../../sandbox/stay-behind.ts';
import { loadShell, renderPages, type Rendering } from '../render/render-pages.ts';
import { buildPast, type PastBuild, type Shared } from './build-past.ts';
import { drawMaps } from './draw-maps.ts';
import type { PastSite } from './past-sites.ts';
import { runScenarios } from './run-scenarios.ts';

export type Job =
  | {
      readonly kind: 'scenarios';
      readonly files: readonly (readonly [file: string, text: string])[];
      readonly library: ReadonlyMap<string, string>;
      readonly terms: Terms | undefined;
    }
  | { readonly kind: 'maps'; readonly files: ContentFiles; readonly now: string }
  | { readonly kind: 'load'; readonly shell: string }
  | { readonly kind: 'past'; readonly past: PastSite; readonly build: PastBuild }
  | {
      readonly kind: 'pages';
      /** The file with the pages' data. */
      readonly data: string;
      readonly pages: readonly PageToBe[];
      readonly rendering: Rendering;
    };

// Dynasties have most of their rules and people in common, so that data read for one serves the next. It is dropped
// after this many, since all of a long game would not fit in memory.
const MOST_TOGETHER = 24;

function isBehindOthers(given: unknown): boolean {
  return (given as { readonly behindOthers?: boolean } | null)?.behindOthers === true;
}

function work(port: MessagePort): (job: Job) => void {
  const doer = new Doer();
  return (job) =>
    void doer.run(job).then(
      (done) => port.postMessage({ done }),
      (error: unknown) =>
        port.postMessage(
          error instanceof UnplayableError ? { unplayable: error.problems } : { failed: error },
        ),
    );
}

class Doer {
  #together = 0;
  #shared: Shared = { caches: new Caches(null), html: new Map() };
  #read: { readonly path: string; readonly site: SiteData } | null = null;

  async run(job: Job): Promise<unknown> {
    if (job.kind === 'scenarios') {
      const { files, library, terms } = job;
      return runScenarios(files, library, this.#shared.caches, terms);
    }
    if (job.kind === 'maps') return drawMaps(job.files, job.now, this.#shared.caches);
    if (job.kind === 'load') return (await loadShell(job.shell)) !== undefined;
    if (job.kind === 'past') {
      if (this.#together++ % MOST_TOGETHER === 0)
        this.#shared = { caches: new Caches(null), html: new Map() };
      return buildPast(job.past, job.build, this.#shared);
    }
    if (this.#read?.path !== job.data)
      this.#read = { path: job.data, site: JSON.parse(readFileSync(job.data, 'utf8')) as SiteData };
    return renderPages(this.#read.site, job.pages, job.rendering);
  }
}

if (isBehindOthers(workerData)) stayBehindOthers();
parentPort?.on('message', work(parentPort));

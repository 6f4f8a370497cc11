// A thread that makes pages: all of a dynasty that is over, or some of the game's own.
import { readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { keepReadsIn } from '../../cache/keep-reads.ts';
import { UnplayableError } from '../../play/unplayable-error.ts';
import type { PageToBe } from '../data/all-pages.ts';
import type { SiteData } from '../data/site-data.ts';
import { renderPages, type Rendering } from '../render/render-pages.ts';
import { buildPast, type PastBuild } from './build-past.ts';
import type { PastSite } from './past-sites.ts';
import { runScenarios } from './run-scenarios.ts';

export type Job =
  | {
      readonly kind: 'scenarios';
      readonly files: readonly (readonly [file: string, text: string])[];
      readonly library: ReadonlyMap<string, string>;
    }
  | { readonly kind: 'past'; readonly past: PastSite; readonly build: PastBuild }
  | {
      readonly kind: 'pages';
      /** The file that holds what the pages show. */
      readonly data: string;
      readonly pages: readonly PageToBe[];
      readonly rendering: Rendering;
    };

// Dynasties have most of their rules and people in common: what was read of one is read of the next. Nothing is saved, and
// after some of them all is forgotten, since a long game has more of it than there is room for.
const MOST_TOGETHER = 24;
let together = 0;
/** What texts became, by a hash of them. */
const shared = new Map<string, string>();

function forgetSome(): void {
  if (together++ % MOST_TOGETHER > 0) return;
  keepReadsIn('', 'pages');
  shared.clear();
}
let read: { readonly path: string; readonly site: SiteData } | null = null;

parentPort?.on('message', (job: Job) => {
  void run(job).then(
    (done) => parentPort?.postMessage({ done }),
    (error: unknown) =>
      parentPort?.postMessage(
        error instanceof UnplayableError ? { unplayable: error.problems } : { failed: error },
      ),
  );
});

async function run(job: Job): Promise<unknown> {
  if (job.kind === 'scenarios') {
    const { files, library } = job;
    return runScenarios(files, library);
  }
  if (job.kind === 'past') {
    forgetSome();
    return buildPast(job.past, job.build, shared);
  }
  if (read?.path !== job.data)
    read = { path: job.data, site: JSON.parse(readFileSync(job.data, 'utf8')) as SiteData };
  return renderPages(read.site, job.pages, job.rendering);
}

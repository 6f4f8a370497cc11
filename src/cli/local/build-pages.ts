import { Worker } from 'node:worker_threads';
import { ownFile } from '../../sandbox/own-file.ts';
import type { DynastyOver } from '../../store/dynasties/list-past.ts';
import type { ContentFiles } from '../../store/paths.ts';

const BUILDER = ownFile(new URL('../../site/prepare/main.ts', import.meta.url));

/** A game's files. In a long game most belong to past dynasties, whose pages usually exist already. */
export interface PagesOf {
  readonly files: ContentFiles;
  /** Past dynasties that are left out and read only if their pages must be made. */
  readonly past?: readonly DynastyOver[];
  /** A dynasty's files, with the beginning of the next one, which its pages show. */
  readonly read?: (number: number) => Promise<ContentFiles>;
}

export interface BuildReport {
  readonly problems?: readonly string[];
  readonly unplayable?: readonly string[];
}

/** Builds pages in a separate thread, which gets everything from this one. */
export async function buildPages(
  { files, past, read }: PagesOf,
  request: Readonly<Record<string, unknown>>,
): Promise<BuildReport> {
  const worker = new Worker(BUILDER, { workerData: { request, files, past } });
  try {
    return await new Promise((done, fail) => {
      worker.on('error', fail);
      worker.on('exit', () => fail(new Error('the pages could not be built')));
      worker.on('message', ({ wanted, ...report }: BuildReport & { readonly wanted?: number }) => {
        if (wanted === undefined) done(report);
        else Promise.resolve(read?.(wanted)).then((own) => worker.postMessage(own), fail);
      });
    });
  } finally {
    await worker.terminate();
  }
}

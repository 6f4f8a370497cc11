// A thread that builds the pages of a game, so that the command line needs no code for pages.
import { once } from 'node:events';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { UnplayableError } from '../../session/play/unplayable-error.ts';
import type { DynastyOver } from '../../store/dynasties/list-past.ts';
import type { ContentFiles } from '../../store/paths.ts';
import { buildSite, cacheFor, type BuildOptions } from './build-site.ts';
import { gameFiles, type GameFiles } from './past-sites.ts';

interface BuildAsked {
  readonly request: Omit<BuildOptions, 'cacheFolder'> & {
    readonly cacheFolder?: string;
    readonly cache?: string;
  };
  readonly files: ContentFiles;
  /** Past dynasties that are not among the files. Each is requested when its pages must be made. */
  readonly past?: readonly DynastyOver[];
}

/** Requests one dynasty at a time, since the answers don't name theirs. */
function askingIn(port: MessagePort): GameFiles['read'] {
  let turn: Promise<unknown> = Promise.resolve();
  return (number) => {
    const answered = turn.then(async () => {
      port.postMessage({ wanted: number });
      const [own] = (await once(port, 'message')) as [ContentFiles];
      return own;
    });
    turn = answered;
    return answered;
  };
}

async function build(port: MessagePort, { request, files, past }: BuildAsked): Promise<void> {
  const game = past === undefined ? gameFiles(files) : { current: files, past, read: askingIn(port) };
  try {
    const problems = await buildSite(game, { cacheFolder: cacheFor(request.out, request.cache), ...request });
    port.postMessage({ problems });
  } catch (error) {
    if (!(error instanceof UnplayableError)) throw error;
    port.postMessage({ unplayable: error.problems });
  }
}

if (parentPort !== null) await build(parentPort, workerData as BuildAsked);

import { Worker } from 'node:worker_threads';

import type { HomeGame } from '../../host/game.ts';
import { ownFile } from '../../sandbox/own-file.ts';
import type {
  FilesSince,
  PageAnswer,
  PageQuestion,
  PageThreadData,
  SeatView,
} from '../../seat/forms/view.ts';
import type { ContentFiles } from '../../store/paths.ts';

interface FromThread {
  readonly id?: number;
  readonly done?: unknown;
  readonly failed?: string;
  readonly complete?: number;
  readonly warning?: string;
}

type Shown = Omit<Extract<PageQuestion, { ask: 'show' }>, 'ask' | 'files'> & { readonly files: ContentFiles };

export function toShow(game: HomeGame, files: ContentFiles): Shown {
  return { files, now: game.now(), receiver: game.vault.key?.recipient ?? null, folder: game.folder };
}

export interface PageThreadOptions {
  /** Slow work begins when nobody has done anything for this long. */
  readonly quietMs?: number;
  readonly maker?: URL;
}

/** `isHere` if pages are made from the game in play, which nobody else uses meanwhile. */
export type PageMaking = Pick<PageThread, 'follow' | 'show' | 'page' | 'close'> & { isHere?: true };

const MOST_MEGABYTES = 1024;
const QUIET_MS = 3_000;
const MAKER = ownFile(new URL('../../site/home/main.ts', import.meta.url));

/** Makes pages in a separate thread, which gets everything it needs from the main thread. */
export class PageThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, (message: FromThread) => void>();
  #asked = 0;
  #sent: ContentFiles = new Map();
  #broken: Error | null = null;

  constructor({ quietMs = QUIET_MS, maker = MAKER }: PageThreadOptions = {}) {
    this.#worker = new Worker(maker, {
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
      workerData: { quietMs } satisfies PageThreadData,
    });
    this.#worker.on('message', (message: FromThread) => {
      if (message.id === undefined) return;
      this.#waiting.get(message.id)?.(message);
      this.#waiting.delete(message.id);
    });
    this.#worker.on('error', (error: Error) => this.#end(error));
    this.#worker.on('exit', () => this.#end(new Error('pages-ended')));
    // If it is started before there is anything to serve, it must end with the command; listening to it would keep
    // the process alive.
    this.#worker.unref();
  }

  /** `completed` is called when pages have more to show than when they were last requested. */
  follow(completed: () => void, warn: (text: string) => void): void {
    this.#worker.on('message', (message: FromThread) => {
      if (message.complete !== undefined) completed();
      if (message.warning !== undefined) warn(message.warning);
    });
    this.#worker.unref();
  }

  /** Sends only files that changed: a few, even in a long game. */
  async show({ files, ...wanted }: Shown): Promise<void> {
    const before = this.#sent;
    this.#sent = files;
    await this.#ask({ ask: 'show', files: filesSince(before, files), ...wanted });
  }

  async page(path: string, view: SeatView): Promise<PageAnswer> {
    return (await this.#ask({ ask: 'page', path, view })) as PageAnswer;
  }

  /** Readers who wait for a page get an answer that none will come. */
  async close(): Promise<void> {
    this.#end(new Error('pages-closed'));
    await this.#worker.terminate();
  }

  #end(why: Error): void {
    this.#broken ??= why;
    for (const [id, tell] of this.#waiting) tell({ id, failed: why.message });
    this.#waiting.clear();
  }

  #ask(question: PageQuestion): Promise<unknown> {
    const id = (this.#asked += 1);
    return new Promise((done, failed) => {
      if (this.#broken !== null) return failed(this.#broken);
      this.#waiting.set(id, (message) =>
        message.failed === undefined ? done(message.done) : failed(new Error(message.failed)),
      );
      this.#worker.postMessage({ id, question });
    });
  }
}

function filesSince(before: ContentFiles, now: ContentFiles): FilesSince {
  return {
    changed: new Map([...now].filter(([path, text]) => before.get(path) !== text)),
    gone: [...before.keys()].filter((path) => !now.has(path)),
  };
}

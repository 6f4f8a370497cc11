import type { PageMaking } from '../cli/home/page-thread.ts';
import type { PageAnswer, SeatView } from '../seat/forms/view.ts';
import { PageMaker } from '../site/home/page-maker.ts';
import type { RenderingCode } from '../site/render/render-pages.ts';
import type { Headers, Reply } from '../cli/home/reply.ts';
import type { Answer } from './messages.ts';
import { isThere, readText } from '../platform/web/files.ts';
import { join } from '#platform/paths.ts';
import { ENGINE_FOLDER } from '../host/game.ts';
import { GAME_FILE } from '../store/paths.ts';

/** Renders pages in the worker that plays, because a browser's page has no other. */
export class PagesHere implements PageMaking {
  readonly #maker: PageMaker;

  constructor(code: RenderingCode) {
    this.#maker = new PageMaker(code);
  }

  follow(): void {}

  async show(wanted: Parameters<PageMaking['show']>[0]): Promise<void> {
    await this.#maker.show(wanted);
  }

  page(path: string, view: SeatView): Promise<PageAnswer> {
    return this.#maker.page(path, view);
  }

  async close(): Promise<void> {}
}

/** Tells an open page to poll, since a service worker doesn't live long enough to push news. */
const ASK_YOURSELF = '\nevent:ask-yourself\ndata:\n\n';

/** Sends an answer once everything that it reports has been stored. */
export class PortReply implements Reply {
  readonly #answer: (answer: Answer | null) => void;
  readonly isGone = false;

  constructor(answer: (answer: Answer | null) => void) {
    this.#answer = answer;
  }

  onLeft(): void {}

  send(status: number, headers: Headers, body: string | Uint8Array = ''): void {
    this.#answer({ status, headers, body });
  }

  begin(status: number, headers: Headers): void {
    this.#answer({ status, headers, body: ASK_YOURSELF });
  }

  write(): void {}

  end(): void {}

  drop(): void {
    this.#answer(null);
  }
}

/** The name of the game in a folder, or null if there is no game yet. */
export function gameNameIn(folder: string): string | null {
  const file = join(folder, GAME_FILE);
  if (!isThere(file) || !isThere(join(folder, ENGINE_FOLDER, 'forge'))) return null;
  return /^name: *["']?(.*?)["']? *$/mu.exec(readText(file))?.[1] ?? '';
}

import type { PageMaking } from '../cli/home/page-thread.ts';
import type { PageAnswer, SeatView } from '../seat/forms/view.ts';
import { PageMaker } from '../site/home/page-maker.ts';
import type { RenderingCode } from '../site/render/render-pages.ts';

/** Makes pages in the worker that plays: a browser's page has only this one. */
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

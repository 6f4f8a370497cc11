// The entry point that Astro builds from the site's source: it renders pages on request, given their data.
import { setImmediate } from 'node:timers/promises';

import { createApp } from 'astro/app/entrypoint';

import type { SeatView } from '../../seat/forms/view.ts';
import { readerOf } from '../data/shared-parts.ts';

export { addresses } from '../data/added.ts';

const app = createApp({ streaming: false });

/** Without a seat, the page is to be published. */
export function render(request: Request, seat?: SeatView): Promise<Response> {
  return app.render(request, { locals: readerOf(seat) });
}

/** Loads the code of every page in advance. A request that comes in meanwhile is answered in between. */
export async function preload(): Promise<void> {
  for (const load of app.manifest.pageMap?.values() ?? []) {
    await load();
    await setImmediate();
  }
}

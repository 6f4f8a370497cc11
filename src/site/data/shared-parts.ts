import { AsyncLocalStorage } from 'node:async_hooks';
import type { SeatView } from '../../seat/forms/view.ts';
import { perSite } from './read-site.ts';
import type { SiteData } from './site-data.ts';

/** Gives the HTML of a part that is the same for all readers of a game at home; it is made once for each state of the game. */
export type SharePart = (site: SiteData, name: string, make: () => Promise<string>) => Promise<string>;

const partsOf = perSite(() => new Map<string, Promise<string>>());

/**
 * The knowledge that components have of the reader of a page; without a seat, the page is to be published. A part that is shared can't know who
 * reads it, so that nothing of one seat reaches another.
 */
export function readerOf(seat: SeatView | undefined): App.Locals {
  if (seat === undefined) return { isAtHome: false };
  /** The name of the part that is being made for all readers, while it is. */
  const making = new AsyncLocalStorage<string>();
  return {
    isAtHome: true,
    get seat() {
      const shared = making.getStore();
      if (shared !== undefined)
        throw new Error(`The part “${shared}” is for all readers, so it can’t ask for one.`);
      return seat;
    },
    share: (site, name, make) => {
      const known = partsOf(site);
      const part = known.get(name) ?? making.run(name, make);
      known.set(name, part);
      return part;
    },
  };
}

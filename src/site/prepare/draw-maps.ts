import type { Caches } from '../../cache/caches.ts';
import type { ContentFiles } from '../../store/paths.ts';
import { readLibrary } from '../../store/library.ts';
import type { MapData } from '../data/map-data.ts';
import { collectStyle } from './collect-style.ts';
import { findDisplay, ownStyleIn } from './find-display.ts';
import { showUntilWhole } from './game-shown.ts';
import { mapsOf } from './map-steps.ts';
import { RenderedCache } from './rendered-cache.ts';

export interface DrawnMaps {
  /** By the ids of their pages. */
  readonly maps: Readonly<Record<string, MapData>>;
  /** The results for the caller's cache, by the hashes of their inputs. */
  readonly made: readonly (readonly [hash: string, html: string])[];
}

/** Draws the maps of the running game, which takes seconds to minutes: the rules are asked about hundreds of its states. */
export async function drawMaps(current: ContentFiles, now: string, caches: Caches): Promise<DrawnMaps> {
  const library = caches.once(caches, 'library', readLibrary);
  const made = new Map<string, string>();
  const rendered = new RenderedCache({
    get: (_kind, _name, hash) => made.get(hash),
    set: (_kind, _name, hash, html) => void made.set(hash, html as string),
  });
  const look = { look: ownStyleIn(current), over: null };
  const { display } = collectStyle(findDisplay(current, library) ?? undefined, look, rendered);
  const maps = await showUntilWhole(current, now, caches, async (game) => {
    const drawn = await mapsOf(game, display, now, { rendered, isQuick: false });
    game.close();
    return drawn;
  });
  return { maps, made: [...made] };
}

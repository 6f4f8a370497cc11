import { isSaid, valueOf } from './field-of.ts';
import type { DisplayPage } from './display-data.ts';
import { say } from './say.ts';
import type { CollectionData, SiteData, ThingData } from './site-data.ts';

export interface Hanging {
  readonly id: string;
  readonly title: string;
  readonly pieces: readonly ThingData[];
}

/** Pieces in groups, latest first: by one of their fields, or by the collection of shows that lists them. */
export function hangingsOf(
  site: SiteData,
  page: DisplayPage,
  { things }: CollectionData,
): readonly Hanging[] {
  const shows = site.collections.find(({ id }) => id === page.group);
  if (shows !== undefined) return hungIn(shows, things);
  if (page.group === null) return [{ id: 'all', title: '', pieces: [...things].reverse() }];
  const groups = Map.groupBy(things, (thing) => {
    const value = valueOf(thing, page.group ?? '');
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  });
  return [...groups].map(([title, pieces]) => ({ id: title, title, pieces })).reverse();
}

function hungIn({ things: shows }: CollectionData, pieces: readonly ThingData[]): readonly Hanging[] {
  const byId = new Map(pieces.map((piece) => [piece.id, piece]));
  const inOrder = [...shows].sort((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }));
  const hung = inOrder.map((show) => {
    const lists = Object.values(show.values).filter((value): value is unknown[] => Array.isArray(value));
    const own = lists.flat().flatMap((id) => (typeof id === 'string' ? (byId.get(id) ?? []) : []));
    for (const piece of own) byId.delete(piece.id);
    return { id: show.id, title: show.label, pieces: own };
  });
  const rest = [...byId.values()];
  return [...hung, ...(rest.length > 0 ? [{ id: 'others', title: say`Others`, pieces: rest }] : [])]
    .filter(({ pieces: own }) => own.length > 0)
    .reverse();
}

/** The maker’s name, once it is public. */
export function makerOf({ maker }: DisplayPage, piece: ThingData): string | null {
  const value = maker === null ? null : valueOf(piece, maker);
  return typeof value === 'string' && isSaid(value) ? value : null;
}

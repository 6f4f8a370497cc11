import { isSaid, valueOf } from './field-of.ts';
import type { DisplayPage } from './display-schema.ts';
import { say } from './say.ts';
import type { CollectionData, SiteData, ThingData } from './site-data.ts';
import { isPicture } from '../../kernel/pictures.ts';

export interface Hanging {
  readonly id: string;
  readonly title: string;
  readonly pieces: readonly ThingData[];
}

/** Pieces in groups, latest first: by one of their fields, or by the collection of shows that lists them. */
export function galleryGroupsOf(
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
  const byId = new Map<unknown, ThingData>(pieces.map((piece) => [piece.id, piece]));
  const inOrder = [...shows].sort((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }));
  const hung = inOrder.map((show) => {
    const lists = Object.values(show.values).filter((value): value is unknown[] => Array.isArray(value));
    const own = lists.flat().flatMap((id) => byId.get(id) ?? []);
    for (const piece of own) byId.delete(piece.id);
    return { id: show.id, title: show.label, pieces: own };
  });
  const rest = [...byId.values()];
  return [...hung, ...(rest.length > 0 ? [{ id: 'others', title: say`Others`, pieces: rest }] : [])]
    .filter(({ pieces: own }) => own.length > 0)
    .reverse();
}

export function makerOf({ maker }: DisplayPage, piece: ThingData): string | null {
  const value = maker === null ? null : valueOf(piece, maker);
  return typeof value === 'string' && isSaid(value) ? value : null;
}

export interface NamedPiece {
  readonly collection: CollectionData;
  readonly piece: ThingData;
  readonly image: unknown;
}

/** The pieces that a thing's lists name, with their pictures. */
export function piecesIn({ display, collections }: SiteData, { values }: ThingData): readonly NamedPiece[] {
  const named = Object.values(values)
    .filter((value) => Array.isArray(value))
    .flat()
    .flatMap((one): unknown[] => (typeof one === 'object' && one !== null ? Object.values(one) : [one]));
  const hung = display.pages.flatMap(({ kit, of, image }) => {
    const collection = kit === 'gallery' ? collections.find(({ id }) => id === of) : undefined;
    return collection === undefined || image === null ? [] : [{ collection, image }];
  });
  return hung.flatMap(({ collection, image }) => {
    const byId = new Map<unknown, ThingData>(collection.things.map((piece) => [piece.id, piece]));
    return [...new Set(named)].flatMap((id) => {
      const piece = byId.get(id);
      return piece === undefined ? [] : [{ collection, piece, image: piece.values[image] }];
    });
  });
}

/** The smallest version of somebody's own picture: the first public picture that a rule tracks of players. */
export function pictureOfPerson(
  { people, playerColumns, pictures }: Pick<SiteData, 'people' | 'playerColumns' | 'pictures'>,
  person: string,
): { readonly path: string; readonly width: number; readonly height: number } | null {
  const values = people.find(({ id }) => id === person)?.values ?? {};
  for (const { id, type, private: hidden } of playerColumns) {
    const value = values[id];
    if (hidden || !isPicture(type) || typeof value !== 'string') continue;
    const picture = pictures[value];
    const [smallest] = picture?.sizes ?? [];
    if (picture === undefined || smallest === undefined) continue;
    const height = Math.round((picture.height * smallest.width) / picture.width);
    return { path: smallest.path, width: smallest.width, height };
  }
  return null;
}

import { isPicture } from '../../kernel/pictures.ts';
import type { SiteData } from './site-data.ts';

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

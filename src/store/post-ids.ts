import type { Moved } from './engine-files.ts';

/** The game's id of the post that has this number on the forge. */
export function idOfNumber(moved: Moved | null, number: string): string {
  return moved !== null && /^\d+$/u.test(number) ? `${moved.posts}${number}` : number;
}

/** The number on the forge of the post that has this id; null where it was on the forge before, or is on none. */
export function numberOfId(moved: Moved | null, id: string): string | null {
  const number = moved === null ? id : id.startsWith(moved.posts) ? id.slice(moved.posts.length) : '';
  return /^[1-9]\d*$/u.test(number) ? number : null;
}

import type { Moved } from './engine-files.ts';

/** The game's id for a post with this number on the forge. */
export function idOfNumber(moved: Moved | null, number: string): string {
  return moved !== null && /^\d+$/u.test(number) ? `${moved.posts}${number}` : number;
}

/** The forge's number for a post with this id, or null if it was on an earlier forge or is on none. */
export function numberOfId(moved: Moved | null, id: string): string | null {
  const number = moved === null ? id : id.startsWith(moved.posts) ? id.slice(moved.posts.length) : '';
  return /^[1-9]\d*$/u.test(number) ? number : null;
}

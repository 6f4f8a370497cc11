import type { SiteData } from './site-data.ts';

/** Icon sizes in pixels, for phones that show the game among their apps. */
export const ICON_SIDES: readonly number[] = [180, 192, 512];

/**
 * The icon of a game. With `fills`, for systems that cut their own shape out of it, it fills the square and keeps its
 * ornament in the middle.
 */
export function iconOf({ display }: SiteData, { fills }: { readonly fills: boolean }): string {
  const { accent, ornament } = display.theme;
  const safe = ornament.replace(/[&<>"']/g, '');
  const [corner, size, base] = fills ? [0, 16, 21.5] : [7, 20, 23];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="${corner}" fill="${accent}"/><text x="16" y="${base}" font-size="${size}" text-anchor="middle" fill="#fff">${safe}</text></svg>`;
}

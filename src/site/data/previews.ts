import { pageName } from '../../seat/page-name.ts';
import { hasDynasties, pendingOf } from './read-site.ts';
import type { SiteData } from './site-data.ts';
import { say } from './say.ts';

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

export interface Badge {
  readonly id: string;
  readonly title: string;
  readonly value: string;
}

/**
 * Small images to embed elsewhere: the number of pending matters, each headline number of the rules, and the dynasty.
 */
export function badgesOf(site: SiteData): readonly Badge[] {
  const pending = pendingOf(site).length;
  const { number, name } = site.dynasty;
  return [
    { id: 'pending', title: say`pending`, value: String(pending) },
    ...site.figures.flatMap(({ title, value }) =>
      value === undefined
        ? []
        : [{ id: pageName(title.toLowerCase().replaceAll(' ', '-')), title, value: String(value) }],
    ),
    ...(hasDynasties(site)
      ? [{ id: 'dynasty', title: say`dynasty ${number ?? ''}`, value: name || '–' }]
      : []),
  ].filter(({ id }, at, all) => all.findIndex((one) => one.id === id) === at);
}

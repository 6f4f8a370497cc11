import { pageName } from '../../seat/page-name.ts';
import { perSite, hasDynasties, pendingOf } from './read-site.ts';
import { wordingIn } from '../../language/wording.ts';
import type { PostSummary, SiteData } from './site-data.ts';
import { say } from './say.ts';

/** The number of matters, newest first, with a preview picture of their own; older ones share one. */
const MOST_MATTERS = 40;

export interface PagePicture {
  readonly id: string;
  readonly title: string;
  readonly matter?: PostSummary;
}

/** Previews need absolute addresses, so only a site that knows its own has them. */
function mattersPictured({ posts, origin }: Pick<SiteData, 'posts' | 'origin'>): readonly PostSummary[] {
  if (origin === '') return [];
  return posts.filter(({ votable, place }) => votable && place === undefined).slice(0, MOST_MATTERS);
}

const pictured = perSite(
  (site) => new Set(site.home === null ? mattersPictured(site).map(({ id }) => id) : []),
);

export function previewOfMatter(site: SiteData, { id }: Pick<PostSummary, 'id'>): string {
  return pictured(site).has(id) ? `matter-${pageName(id)}` : 'matters';
}

/** Preview pictures: one for each kind of page, named after its menu entry. */
export function previewsOf({
  game,
  display,
  dynasty,
  home,
  posts,
  origin,
}: SiteData): readonly PagePicture[] {
  const front = { id: 'front', title: dynasty.name === '' ? game.name : dynasty.name };
  if (home !== null) return [front];
  const { say } = wordingIn(display.language);
  return [
    front,
    { id: 'ruleset', title: say`The Ruleset` },
    { id: 'matters', title: say`Matters` },
    { id: 'gamestate', title: say`Gamestate` },
    { id: 'players', title: game.terms.players },
    ...(hasDynasties({ dynasty }) ? [{ id: 'dynasties', title: say`Dynasties` }] : []),
    { id: 'ledger', title: say`Ledger and dice` },
    { id: 'play', title: say`What you can do` },
    { id: 'search', title: say`Search` },
    ...display.pages.map(({ id, title }) => ({ id, title })),
    ...mattersPictured({ posts, origin }).map((matter) => ({
      id: `matter-${pageName(matter.id)}`,
      title: matter.title,
      matter,
    })),
  ].filter(({ id }, at, all) => all.findIndex((one) => one.id === id) === at);
}

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

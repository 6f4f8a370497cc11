import { wordingIn } from '../../language/wording.ts';
import { pageName } from '../../seat/page-name.ts';
import { hasDynasties } from '../../site/data/read-site.ts';
import type { PostSummary, SiteData } from '../../site/data/site-data.ts';

/** The number of matters, newest first, with a preview picture of their own; older ones share one. */
const MOST_MATTERS = 40;

export interface PagePicture {
  readonly id: string;
  readonly title: string;
  readonly matter?: PostSummary;
}

/** The addresses of the pictures; a build that can't draw has none. */
export function addresses(site: SiteData): readonly string[] {
  return site.drawn ? previewsOf(site).map(({ id }) => `og/${id}.png`) : [];
}

/** Previews need absolute addresses, so only a site that knows its own has them. */
function mattersPictured({ posts, origin }: Pick<SiteData, 'posts' | 'origin'>): readonly PostSummary[] {
  if (origin === '') return [];
  return posts.filter(({ votable, place }) => votable && place === undefined).slice(0, MOST_MATTERS);
}

/** The picture of a page: a matter, a map or gallery, or a menu entry. */
export function previewOfPage(site: SiteData, path: string, under = 'front'): string {
  const [folder = '', id = ''] = path.replace(/^\//u, '').split('/');
  const own = { matters: `matter-${id}`, show: id, posts: 'matters', statistics: 'gamestate' }[folder];
  const there = new Set(previewsOf(site).map((one) => one.id));
  return [own, under].find((one) => one !== undefined && there.has(one)) ?? 'front';
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
    ...display.pages.map(({ id, title }) => ({ id, title })),
    ...mattersPictured({ posts, origin }).map((matter) => ({
      id: `matter-${pageName(matter.id)}`,
      title: matter.title,
      matter,
    })),
  ].filter(({ id }, at, all) => all.findIndex((one) => one.id === id) === at);
}

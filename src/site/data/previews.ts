import { pageName } from '../../seat/page-name.ts';
import { perSite } from './per-site.ts';
import { wordingIn } from '../../language/wording.ts';
import { hasDynasties } from './read-site.ts';
import type { PostSummary, SiteData } from './site-data.ts';

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

/** The preview picture for links to a matter. */
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

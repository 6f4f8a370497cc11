import { pageName } from '../../seat/page-name.ts';
import { perSite } from './per-site.ts';
import type { CollectionData, PostSummary, SiteData, ThingData } from './site-data.ts';

/** Where whoever renders pages puts what they show: the pages are compiled apart, and share no module with it. */
const SHOWN = Symbol.for('gitnomic.site');

/** From now on pages show this. */
export function showSite(site: SiteData): void {
  (globalThis as { [SHOWN]?: SiteData })[SHOWN] = site;
}

/** The data that `prepare/` took down before the pages are rendered. */
export function readSite(): SiteData {
  const site = (globalThis as { [SHOWN]?: SiteData })[SHOWN];
  if (site === undefined)
    throw new Error('The site is built by `gitnomic site`, which prepares what the pages show.');
  return site;
}

/** Whether the rules know of dynasties: where they don't, no page says anything of them. */
export function hasDynasties({ dynasty }: Pick<SiteData, 'dynasty'>): boolean {
  return dynasty.number !== null;
}

/** Whether a rule is of the game that is played for a while: where nothing begins anew, every rule is. */
export function isOfPlay(site: Pick<SiteData, 'dynasty'>, rule: string): boolean {
  return rule.startsWith('dynastic/') || !hasDynasties(site);
}

export function mattersOf(site: SiteData): readonly PostSummary[] {
  return site.posts.filter(({ votable }) => votable);
}

/** A path of the site, below the folder that it is served from. */
export function href(path: string): string {
  return below(readSite().base, path);
}

/** A path of the game’s own pages, from those of a dynasty that is over too. */
export function homeHref(path: string): string {
  const { home, base } = readSite();
  return below(home ?? base, path);
}

function below(base: string, path: string): string {
  return `${base.replace(/\/$/, '')}/${path.replace(/^\//, '')}`;
}

const postsById = perSite(({ posts }) => new Map(posts.map((post) => [post.id, post])));

export function postOf(site: SiteData, id: string): PostSummary | undefined {
  return postsById(site).get(id);
}

/** A matter’s own page; one of a dynasty that is over stands among the pages of that dynasty. */
export function matterHref({ id, place }: Pick<PostSummary, 'id' | 'place'>): string {
  return href(`${place ?? ''}matters/${pageName(id)}/`);
}

export function matterHrefOf(site: SiteData, id: string): string {
  return matterHref(postOf(site, id) ?? { id });
}

/** The subject of a page of the kit: a collection; or the people who play, or the game itself, as if they were one. */
export function shownOf(site: SiteData, of: string): CollectionData | undefined {
  const own = site.collections.find(({ id }) => id === of);
  if (own !== undefined || (of !== 'players' && of !== 'game')) return own;
  const playing = site.people.filter(({ state }) => state === 'active');
  const bare = { id: of, rule: '', views: [] };
  if (of === 'players') {
    const people = playing.map(({ id, name, values }) => ({
      id,
      label: name,
      values,
      views: {},
      lines: [],
      earlier: [],
    }));
    return { ...bare, title: site.game.terms.players, columns: site.playerColumns, things: people };
  }
  const columns = site.gameValues.map((column) => ({ ...column, number: false, rule: '' }));
  const values = Object.fromEntries(site.gameValues.map(({ id, value }) => [id, value]));
  const game = { id: of, label: site.game.name, values, views: {}, lines: [], earlier: [] };
  return { ...bare, title: site.game.name, columns, things: [game] };
}

/** The page of something that the kit shows. */
export function thingHref(collection: Pick<CollectionData, 'id'>, { id }: Pick<ThingData, 'id'>): string {
  if (collection.id === 'players') return homeHref(`players/${pageName(id)}/`);
  if (collection.id === 'game') return href('gamestate/');
  return href(`things/${pageName(collection.id)}/${pageName(id)}/`);
}

const thingsById = perSite(
  ({ collections }) =>
    new Map(
      collections.flatMap(({ id: of, things }) =>
        things.map((thing) => [`${of}/${thing.id}`, thing] as const),
      ),
    ),
);

export function thingOf(site: SiteData, collection: string, id: string): ThingData | undefined {
  return thingsById(site).get(`${collection}/${id}`);
}

const namesOf = perSite(({ people }) => new Map(people.map(({ id, name }) => [id, name])));

export function nameOf(site: SiteData, id: string): string {
  return namesOf(site).get(id) ?? id;
}

export function isKnown(site: SiteData, id: string): boolean {
  return namesOf(site).has(id);
}

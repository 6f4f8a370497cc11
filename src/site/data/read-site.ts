import { readFileSync } from 'node:fs';
import { pageName } from './page-name.ts';
import type { CollectionData, PostSummary, SiteData, ThingData } from './site-data.ts';

let known: SiteData | null = null;

/** What `prepare/` wrote before the pages are built. */
export function readSite(): SiteData {
  const path = process.env['GITNOMIC_SITE_DATA'];
  if (path === undefined)
    throw new Error('The site is built by `gitnomic site`, which prepares what the pages show.');
  known ??= JSON.parse(readFileSync(path, 'utf8')) as SiteData;
  return known;
}

export function mattersOf(site: SiteData): readonly PostSummary[] {
  return site.posts.filter(({ votable }) => votable);
}

/** A path of the site, below the folder that it is served from. */
export function href(path: string): string {
  const base = (process.env['GITNOMIC_SITE_BASE'] ?? '/').replace(/\/$/, '');
  return `${base}/${path.replace(/^\//, '')}`;
}

let posts: ReadonlyMap<string, PostSummary> | null = null;

export function postOf(site: SiteData, id: string): PostSummary | undefined {
  posts ??= new Map(site.posts.map((post) => [post.id, post]));
  return posts.get(id);
}

/** A matter’s own page; one of a dynasty that is over stands among the pages of that dynasty. */
export function matterHref({ id, place }: Pick<PostSummary, 'id' | 'place'>): string {
  return href(`${place ?? ''}matters/${pageName(id)}/`);
}

export function matterHrefOf(site: SiteData, id: string): string {
  return matterHref(postOf(site, id) ?? { id });
}

/** What a page of the kit shows: a collection; or the people who play, or the game itself, as if they were one. */
export function shownOf(site: SiteData, of: string): CollectionData | undefined {
  const own = site.collections.find(({ id }) => id === of);
  if (own !== undefined || (of !== 'players' && of !== 'game')) return own;
  const playing = site.people.filter(({ state }) => state === 'active');
  const bare = { id: of, rule: '', views: [] };
  if (of === 'players') {
    const people = playing.map(({ id, name, values }) => ({ id, label: name, values, views: {}, lines: [] }));
    return { ...bare, title: site.game.terms.players, columns: site.playerColumns, things: people };
  }
  const columns = site.gameValues.map((column) => ({ ...column, number: false, rule: '' }));
  const values = Object.fromEntries(site.gameValues.map(({ id, value }) => [id, value]));
  const game = { id: of, label: site.game.name, values, views: {}, lines: [] };
  return { ...bare, title: site.game.name, columns, things: [game] };
}

/** The page of something that the kit shows. */
export function thingHref(collection: Pick<CollectionData, 'id'>, { id }: Pick<ThingData, 'id'>): string {
  if (collection.id === 'players') return href(`players/${pageName(id)}/`);
  if (collection.id === 'game') return href('gamestate/');
  return href(`things/${pageName(collection.id)}/${pageName(id)}/`);
}

let things: ReadonlyMap<string, ThingData> | null = null;

export function thingOf(site: SiteData, collection: string, id: string): ThingData | undefined {
  things ??= new Map(
    site.collections.flatMap(({ id: of, things: own }) =>
      own.map((thing) => [`${of}/${thing.id}`, thing] as const),
    ),
  );
  return things.get(`${collection}/${id}`);
}

let names: ReadonlyMap<string, string> | null = null;

export function nameOf(site: SiteData, id: string): string {
  return namesOf(site).get(id) ?? id;
}

export function isKnown(site: SiteData, id: string): boolean {
  return namesOf(site).has(id);
}

function namesOf(site: SiteData): ReadonlyMap<string, string> {
  names ??= new Map(site.people.map(({ id, name }) => [id, name]));
  return names;
}

import type { SignIn } from '../../host/host.ts';
import { pageName } from '../../seat/page-name.ts';
import type { CollectionData, PostSummary, SiteData, ThingData, PersonData } from './site-data.ts';

/** A global slot for the site's data: pages are compiled separately and share no module with the code that renders them. */
const SHOWN = Symbol.for('gitnomic.site');

/** Sets the data that pages show from now on. */
export function showSite(site: SiteData): void {
  (globalThis as { [SHOWN]?: SiteData })[SHOWN] = site;
}

/** The data that `prepare/` collected before rendering. */
export function readSite(): SiteData {
  const site = (globalThis as { [SHOWN]?: SiteData })[SHOWN];
  if (site === undefined)
    throw new Error('The site is built by `gitnomic site`, which prepares what the pages show.');
  return site;
}

/** How readers sign in on these pages, or null if they can't. Nobody acts on pages of a past dynasty. */
export function signInOf({ forge, home }: Pick<SiteData, 'forge' | 'home'>): SignIn | null {
  return home === null ? (forge?.signIn ?? null) : null;
}

/** True if the rules have dynasties; otherwise no page mentions them. */
export function hasDynasties({ dynasty }: Pick<SiteData, 'dynasty'>): boolean {
  return dynasty.number !== null || dynasty.name !== '' || dynasty.emperor !== null;
}

/** True if the rules know somebody who heads the game; otherwise no page mentions one. */
export function hasHead({ game }: Pick<SiteData, 'game'>): boolean {
  return game.terms.emperor !== undefined;
}

/** True if a rule belongs to the current dynasty's game; in a game without dynasties, every rule does. */
export function isOfPlay(site: Pick<SiteData, 'dynasty'>, rule: string): boolean {
  return rule.startsWith('dynastic/') || !hasDynasties(site);
}

export const mattersOf = perSite(({ posts }): readonly PostSummary[] =>
  posts.filter(({ votable }) => votable),
);

export const pendingOf = perSite((site) => mattersOf(site).filter(({ status }) => status === 'pending'));

/** A path of the site, relative to the folder from which it is served. */
export function href(path: string): string {
  return below(readSite().base, path);
}

/** A path of the game’s own pages, which also works on pages of a past dynasty. */
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

/** A matter’s own page; for a past dynasty, among the pages of that dynasty. */
export function matterHref({ id, place }: Pick<PostSummary, 'id' | 'place'>): string {
  return href(`${place ?? ''}matters/${pageName(id)}/`);
}

export function matterHrefOf(site: SiteData, id: string): string {
  return matterHref(postOf(site, id) ?? { id });
}

/** The collection that a kit page shows. Players and the game itself can be shown like collections. */
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
  const values = Object.fromEntries(site.gameValues.map(({ id, value }) => [id, value]));
  const game = { id: of, label: site.game.name, values, views: {}, lines: [], earlier: [] };
  return { ...bare, title: site.game.name, columns: site.gameValues, things: [game] };
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

export const peoplesNames = perSite(({ people }) => new Map(people.map(({ id, name }) => [id, name])));

/** The players that are programs. */
export const machinesOf = perSite(
  ({ people }) => new Set(people.flatMap(({ id, machine }) => (machine ? [id] : []))),
);

export function isKnown(site: SiteData, id: string): boolean {
  return peoplesNames(site).has(id);
}

/** The changes of each rule in force, oldest first. */
export const historyByRule = perSite(({ record }) => Map.groupBy(record.history, ({ rule }) => rule));

const MEMOISED = Symbol('worked out');

/** Memoises a computation for each site, since one process shows several sites in turn. */
export function perSite<T>(make: (site: SiteData) => T): (site: SiteData) => T {
  return (site) => {
    const known = workedOut(site);
    if (!known.has(make)) known.set(make, make(site));
    return known.get(make) as T;
  };
}

function workedOut(site: SiteData & { [MEMOISED]?: Map<unknown, unknown> }): Map<unknown, unknown> {
  const before = site[MEMOISED];
  if (before !== undefined) return before;
  const known = new Map<unknown, unknown>();
  // Not enumerable, so that modified copies of the site don't inherit it.
  Object.defineProperty(site, MEMOISED, { value: known, configurable: true });
  return known;
}

/** Finds the subject of a page by the name in its address. */
export function postAt(site: SiteData, name: string | undefined): PostSummary {
  return found(postsByName(site).get(name ?? ''), name);
}

export function personAt(site: SiteData, name: string | undefined): PersonData {
  return found(peopleByName(site).get(name ?? ''), name);
}

export function thingAt(
  site: SiteData,
  of: string | undefined,
  name: string | undefined,
): { readonly collection: CollectionData; readonly thing: ThingData; readonly at: number } {
  const collection = found(
    site.collections.find(({ id }) => pageName(id) === of),
    of,
  );
  const at = collection.things.findIndex(({ id }) => pageName(id) === name);
  return { collection, thing: found(collection.things[at], name), at };
}

/** Pages for missing subjects are never rendered. */
export function found<T>(value: T | undefined, name: string | undefined): T {
  if (value === undefined) throw new Error(`There is no page of ${name ?? 'nothing'}.`);
  return value;
}

const postsByName = perSite((site) => new Map(site.posts.map((post) => [pageName(post.id), post])));
const peopleByName = perSite((site) => new Map(site.people.map((one) => [pageName(one.id), one])));

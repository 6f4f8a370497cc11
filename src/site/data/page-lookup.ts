import { pageName } from '../../seat/page-name.ts';
import { perSite } from './per-site.ts';
import type { CollectionData, PersonData, PostSummary, SiteData, ThingData } from './site-data.ts';

/** Finds the subject of a page by the name in its address. */
export function postAt(site: SiteData, name: string | undefined): PostSummary {
  return found(posts(site).get(name ?? ''), name);
}

export function personAt(site: SiteData, name: string | undefined): PersonData {
  return found(people(site).get(name ?? ''), name);
}

export interface ThingAt {
  readonly collection: CollectionData;
  readonly thing: ThingData;
  /** Its index in the collection. */
  readonly at: number;
}

export function thingAt(site: SiteData, collection: string | undefined, name: string | undefined): ThingAt {
  return found(things(site).get(`${collection ?? ''}/${name ?? ''}`), name);
}

/** Pages for missing subjects are never rendered. */
export function found<T>(value: T | undefined, name: string | undefined): T {
  if (value === undefined) throw new Error(`There is no page of ${name ?? 'nothing'}.`);
  return value;
}

const posts = perSite((site) => new Map(site.posts.map((post) => [pageName(post.id), post])));
const people = perSite((site) => new Map(site.people.map((one) => [pageName(one.id), one])));
const things = perSite(
  (site) =>
    new Map(
      site.collections.flatMap((collection) =>
        collection.things.map(
          (thing, at) =>
            [`${pageName(collection.id)}/${pageName(thing.id)}`, { collection, thing, at }] as const,
        ),
      ),
    ),
);

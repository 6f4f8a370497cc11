import { partsOf } from '../../kernel/kinds/index.ts';
import type { ValueType } from '../../kernel/value-types.ts';
import { perSite, href, thingHref } from './read-site.ts';
import type { ColumnData, SiteData, CollectionData, PostSummary, ThingData } from './site-data.ts';

/** A place where something else refers to a thing, with the details given there: its holder, its price. */
export interface Mention {
  readonly whose: string;
  readonly address: string;
  readonly title: string;
  readonly value: unknown;
  readonly type: ValueType | undefined;
}

const allMentions = perSite(findMentions);

export function mentionsOf(site: SiteData, collection: string, id: string): readonly Mention[] {
  return allMentions(site).get(`${collection}/${id}`) ?? [];
}

/** Collections of pieces that a gallery shows. */
export const galleryCollections: (site: SiteData) => ReadonlySet<string> = perSite(
  ({ display }) => new Set(display.pages.filter(({ kit }) => kit === 'gallery').map(({ of }) => of)),
);

function findMentions(site: SiteData): ReadonlyMap<string, readonly Mention[]> {
  const found = new Map<string, Mention[]>();
  const hung = galleryCollections(site);
  const find = (
    columns: readonly ColumnData[],
    values: Readonly<Record<string, unknown>>,
    whose: string,
    address: string,
  ): void => {
    for (const { id, title, type, private: hidden } of columns) {
      if (hidden) continue;
      for (const { key, value, type: of } of named(type, values[id], { hung }))
        found.set(key, [...(found.get(key) ?? []), { whose, address, title, value, type: of }]);
    }
  };
  for (const person of site.people)
    find(site.playerColumns, person.values, person.name, thingHref({ id: 'players' }, person));
  for (const { id, columns, things } of site.collections)
    for (const thing of things) find(columns, thing.values, thing.label, thingHref({ id }, thing));
  for (const one of site.gameValues) find([one], { [one.id]: one.value }, site.game.name, href('gamestate/'));
  return found;
}

interface Named {
  readonly key: string;
  readonly value: unknown;
  readonly type: ValueType | undefined;
}

interface Inside {
  /** Collections of pieces that are shown somewhere. */
  readonly hung: ReadonlySet<string>;
  readonly whole?: unknown;
  readonly of?: ValueType;
}

/** Prefers the innermost record that mentions the thing, since it has the most details; a plain list only mentions it. */
function named(declared: ValueType, value: unknown, inside: Inside): readonly Named[] {
  const type = declared.kind === 'optional' ? declared.of : declared;
  const { hung, whole, of: wholeType } = inside;
  if (value === null || value === undefined) return [];
  if (type.kind === 'thing')
    return typeof value === 'string'
      ? [{ key: `${type.collection}/${value}`, value: whole, type: wholeType }]
      : [];
  // Pieces in a gallery are often mentioned just by id.
  if (type.kind === 'text')
    return typeof value === 'string'
      ? [...hung].map((collection) => ({ key: `${collection}/${value}`, value: whole, type: wholeType }))
      : [];
  const around = type.kind === 'record' ? { hung, whole: value, of: type } : inside;
  return partsOf(type, value).flatMap((part) => named(part.type, part.value, around));
}

/** Something that refers to a person, and in which role: `Sigils`, `Last lit by`. */
export interface Held {
  readonly collection: Pick<CollectionData, 'id' | 'title'>;
  readonly thing: Pick<ThingData, 'id' | 'label'>;
  readonly as: string;
}

/** For each person, the parts of the gamestate that belong or refer to them. */
const allHeld = perSite(({ collections }) => {
  const found = new Map<string, Held[]>();
  for (const { id, title, columns, things } of collections)
    for (const column of columns) {
      if (column.private || !namesPeople(column.type)) continue;
      for (const thing of things)
        for (const person of idsIn(thing.values[column.id])) {
          const held = { collection: { id, title }, thing, as: column.title };
          found.set(person, [...(found.get(person) ?? []), held]);
        }
    }
  return found;
});

export function heldBy(site: SiteData, person: string): readonly Held[] {
  return allHeld(site).get(person) ?? [];
}

function namesPeople(type: ValueType): boolean {
  if (type.kind === 'optional' || type.kind === 'list') return namesPeople(type.of);
  return type.kind === 'player';
}

function idsIn(value: unknown): readonly string[] {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  return all.filter((one) => typeof one === 'string');
}

/** Posts by people rather than actions, grouped by author, latest first. */
const ownWords = perSite(({ posts, ledger }) => {
  const made = new Set(ledger.flatMap((line) => line.posts));
  const own = posts.filter(
    ({ id, place, votable, html }) =>
      place === undefined && !votable && !made.has(id) && html.replaceAll(/<[^>]*>/gu, '').trim() !== '',
  );
  return Map.groupBy(own, ({ author }) => author);
});

/** Selects somebody’s own words, each post once: how they joined, the most discussed, and the latest. */
export function ownWordsOf(
  site: SiteData,
  person: string,
): readonly { readonly as: 'introduction' | 'talked-about' | 'latest'; readonly post: PostSummary }[] {
  const own = ownWords(site).get(person) ?? [];
  const saidBy = ({ comments }: PostSummary): number =>
    comments.filter(({ by, deleted }) => by !== person && by !== 'engine' && !deleted).length;
  const talkedAbout = own.toSorted((a, b) => saidBy(b) - saidBy(a)).filter((post) => saidBy(post) > 0);
  const chosen = [
    ['introduction', own.at(-1)],
    ['talked-about', talkedAbout[0]],
    ['latest', own[0]],
  ] as const;
  const shown = new Map(
    chosen.toReversed().flatMap(([as, post]) => (post === undefined ? [] : [[post, as]])),
  );
  return [...shown].map(([post, as]) => ({ as, post })).toReversed();
}

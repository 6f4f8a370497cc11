import { partsOf } from '../../kernel/kinds/index.ts';
import type { ValueType } from '../../kernel/value-types.ts';
import { perSite } from './per-site.ts';
import { href, thingHref } from './read-site.ts';
import type { ColumnData, SiteData } from './site-data.ts';

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
export const hungCollections: (site: SiteData) => ReadonlySet<string> = perSite(
  ({ display }) => new Set(display.pages.filter(({ kit }) => kit === 'gallery').map(({ of }) => of)),
);

function findMentions(site: SiteData): ReadonlyMap<string, readonly Mention[]> {
  const found = new Map<string, Mention[]>();
  const hung = hungCollections(site);
  const look = (
    columns: readonly ColumnData[],
    values: Readonly<Record<string, unknown>>,
    whose: string,
    address: string,
  ): void => {
    for (const { id, title, type, private: hidden } of columns) {
      if (hidden) continue;
      for (const { key, value, type: of } of named(type, values[id], {
        hung,
        whole: undefined,
        of: undefined,
      }))
        found.set(key, [...(found.get(key) ?? []), { whose, address, title, value, type: of }]);
    }
  };
  for (const person of site.people)
    look(site.playerColumns, person.values, person.name, thingHref({ id: 'players' }, person));
  for (const { id, columns, things } of site.collections)
    for (const thing of things) look(columns, thing.values, thing.label, thingHref({ id }, thing));
  for (const { id, title, value, type, private: hidden } of site.gameValues)
    look(
      [{ id, title, type, private: hidden, number: false, rule: '' }],
      { [id]: value },
      site.game.name,
      href('gamestate/'),
    );
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
  readonly whole: unknown;
  readonly of: ValueType | undefined;
}

/**
 * Prefers the innermost record that mentions the thing, since it has the most details; a plain list only mentions it.
 */
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

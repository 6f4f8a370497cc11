import type { ValueType } from '../../kernel/value-types.ts';
import { pageName } from './page-name.ts';
import type { ColumnData, SiteData } from './site-data.ts';

/** Where something else names a thing, with all that is said there: who holds it, what was paid for it. */
export interface Mention {
  readonly whose: string;
  readonly path: string;
  readonly title: string;
  readonly value: unknown;
  readonly type: ValueType | undefined;
}

/** Collections of pieces that hang in a gallery. */
let hung: ReadonlySet<string> = new Set();
let known: ReadonlyMap<string, readonly Mention[]> | null = null;

export function mentionsOf(site: SiteData, collection: string, id: string): readonly Mention[] {
  hung = hungCollections(site);
  known ??= findMentions(site);
  return known.get(`${collection}/${id}`) ?? [];
}

export function hungCollections({ display }: Pick<SiteData, 'display'>): ReadonlySet<string> {
  return new Set(display.pages.filter(({ kit }) => kit === 'gallery').map(({ of }) => of));
}

function findMentions(site: SiteData): ReadonlyMap<string, readonly Mention[]> {
  const found = new Map<string, Mention[]>();
  const look = (
    columns: readonly ColumnData[],
    values: Readonly<Record<string, unknown>>,
    whose: string,
    path: string,
  ): void => {
    for (const { id, title, type, private: hidden } of columns) {
      if (hidden) continue;
      for (const { key, value, type: of } of named(type, values[id], undefined, undefined))
        found.set(key, [...(found.get(key) ?? []), { whose, path, title, value, type: of }]);
    }
  };
  for (const person of site.people)
    look(site.playerColumns, person.values, person.name, `players/${pageName(person.id)}/`);
  for (const { id, columns, things } of site.collections)
    for (const thing of things)
      look(columns, thing.values, thing.label, `things/${pageName(id)}/${pageName(thing.id)}/`);
  for (const { id, title, value, type, private: hidden } of site.gameValues)
    look(
      [{ id, title, type, private: hidden, number: false, rule: '' }],
      { [id]: value },
      site.game.name,
      'gamestate/',
    );
  return found;
}

interface Named {
  readonly key: string;
  readonly value: unknown;
  readonly type: ValueType | undefined;
}

/** The innermost record that names the thing says most about it; a plain list of things says only that it is there. */
function named(
  type: ValueType,
  value: unknown,
  whole: unknown,
  wholeType: ValueType | undefined,
): readonly Named[] {
  if (value === null || value === undefined) return [];
  if (type.kind === 'optional') return named(type.of, value, whole, wholeType);
  if (type.kind === 'thing')
    return typeof value === 'string'
      ? [{ key: `${type.collection}/${value}`, value: whole, type: wholeType }]
      : [];
  // Pieces that hang somewhere are often named by their ids alone.
  if (type.kind === 'text')
    return typeof value === 'string'
      ? [...hung].map((collection) => ({ key: `${collection}/${value}`, value: whole, type: wholeType }))
      : [];
  if (type.kind === 'list')
    return Array.isArray(value) ? value.flatMap((one) => named(type.of, one, whole, wholeType)) : [];
  if (typeof value !== 'object') return [];
  if (type.kind === 'map')
    return Object.values(value).flatMap((one) => named(type.of, one, whole, wholeType));
  if (type.kind !== 'record') return [];
  return Object.entries(type.fields).flatMap(([field, of]) => {
    const key = field.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
    return named(of, (value as Record<string, unknown>)[key], value, type);
  });
}

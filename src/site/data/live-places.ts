import { say, nameOf } from './say.ts';
import type { ValueType } from '../../kernel/value-types.ts';
import { valueOf } from './field-of.ts';
import { hasDynasties, shownOf } from './read-site.ts';
import type { CollectionData, SiteData } from './site-data.ts';

/** A part of the game shown in the group's own text. */
type ShownPlace =
  | { readonly kind: 'value'; readonly value: unknown; readonly type: ValueType | undefined }
  | {
      readonly kind: 'view';
      readonly kit: Kit;
      readonly collection: CollectionData;
      readonly fields: readonly string[];
    };

type Kit = 'table' | 'cards' | 'timeline';

/** `{{players.ana.oil}}` in a line; `{{table rooms name explored}}` in a paragraph of its own. */
const PLACE = /(?:<p[^>]*>)?\{\{\s*([^{}<>\n]{1,200}?)\s*\}\}(?:<\/p>)?/gu;
const VIEW = /^(table|cards|timeline) (\S+)((?: \S+)*)$/u;

export interface LivePlace {
  /** The text since the previous place. */
  readonly before: string;
  readonly place: string;
  /** Null if nothing has that name. */
  readonly shown: ShownPlace | null;
}

/** Splits a text into its live places, each with the text before it, and the rest. */
export function livePlaces(
  site: SiteData,
  text: string,
): { readonly places: readonly LivePlace[]; readonly rest: string } {
  const places: LivePlace[] = [];
  let last = 0;
  for (const { 0: whole, 1: place = '', index } of text.matchAll(PLACE)) {
    const shown = shownAt(site, place);
    // The paragraph's own tags are dropped only together with the text that is replaced.
    const alone = shown?.kind === 'view' && whole.startsWith('<p') === whole.endsWith('</p>');
    const [from, to] = alone ? [0, whole.length] : [whole.indexOf('{{'), whole.indexOf('}}') + 2];
    places.push({ before: text.slice(last, index + from), place, shown });
    last = index + to;
  }
  return { places, rest: text.slice(last) };
}

function shownAt(site: SiteData, place: string): ShownPlace | null {
  const [, kit, of = '', fields = ''] = VIEW.exec(place) ?? [];
  if (kit !== undefined) {
    const collection = shownOf(site, of);
    const named = fields.split(' ').filter((field) => field !== '');
    if (collection === undefined || !named.every((field) => isField(collection, field))) return null;
    return { kind: 'view', kit: kit as Kit, collection, fields: named };
  }
  const [head = '', ...rest] = place.split('.');
  if (head === 'dynasty' && hasDynasties(site)) return ofDynasty(site, rest.join('.'));
  const rule = site.rules.find(({ title, number }) =>
    [title, number].includes(place.slice(0, place.lastIndexOf('.'))),
  );
  const live = rule?.values.find(({ name }) => name === place.slice(place.lastIndexOf('.') + 1));
  if (live !== undefined) return { kind: 'value', value: live.value, type: undefined };
  const [one, field] =
    head === 'game' ? ['game', rest.join('.')] : [rest.slice(0, -1).join('.'), rest.at(-1) ?? ''];
  const collection = shownOf(site, head);
  const thing = collection?.things.find(({ id }) => id === one);
  const column = collection?.columns.find(({ id }) => id === field);
  if (collection === undefined || thing === undefined || column?.private === true) return null;
  if (!isField(collection, field)) return null;
  return { kind: 'value', value: valueOf(thing, field), type: column?.type };
}

/** A name is not among the columns, but every thing has one. */
function isField({ columns, views, things }: CollectionData, field: string): boolean {
  return (
    columns.some(({ id }) => id === field) ||
    views.some(({ id }) => id === field) ||
    things.some(({ values }) => Object.hasOwn(values, field))
  );
}

function ofDynasty(site: SiteData, field: string): ShownPlace | null {
  const { number, name, emperor, theme } = site.dynasty;
  const values: Readonly<Record<string, unknown>> = {
    number,
    name,
    theme,
    emperor: emperor === null ? say`nobody` : nameOf(site, emperor),
  };
  return field in values ? { kind: 'value', value: values[field], type: undefined } : null;
}

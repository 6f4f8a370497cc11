import type { ValueType } from '../../kernel/value-types.ts';
import { perSite } from './per-site.ts';
import type { CollectionData, PostSummary, SiteData, ThingData } from './site-data.ts';

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
          const held = {
            collection: { id, title },
            thing: { id: thing.id, label: thing.label },
            as: column.title,
          };
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

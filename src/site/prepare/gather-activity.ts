import type { PastActivity } from '../data/past-activity.ts';
import { MOST_SHOWN } from '../data/player-record.ts';
import type { PostSummary } from '../data/site-data.ts';

interface Gathering<T> {
  add(post: PostSummary): void;
  made(): T;
}

/** Everybody who posted, voted or commented, by month. */
export function tookInPast(): Gathering<PastActivity['took']> {
  const took = new Map<string, Set<string>>();
  return {
    add({ at, author, uses, comments }) {
      for (const one of [{ at, by: author }, ...uses, ...comments]) {
        const month = one.at.slice(0, 7);
        took.set(month, (took.get(month) ?? new Set<string>()).add(one.by));
      }
    },
    made: () => Object.fromEntries([...took].map(([month, people]) => [month, [...people]])),
  };
}

/** The votes of each person; posts come latest first. */
export function castInPast(): Gathering<PastActivity['cast']> {
  const votes = new Map<
    string,
    Map<string, { readonly place: string; readonly vote: string; readonly at: string }>
  >();
  return {
    add({ id, place = '', votable, uses }) {
      if (!votable) return;
      for (const { by, vote, at, withdrawn } of uses) {
        if (withdrawn) continue;
        const own = votes.get(by) ?? new Map<string, { place: string; vote: string; at: string }>();
        votes.set(by, own.set(id, { place, vote, at }));
      }
    },
    made: () => Object.fromEntries([...votes].map(([by, own]) => [by, castOf(own)])),
  };
}

function castOf(
  own: ReadonlyMap<string, { readonly place: string; readonly vote: string; readonly at: string }>,
): PastActivity['cast'][string] {
  const all = [...own.values()];
  return {
    count: own.size,
    byVote: [...Map.groupBy(all, ({ vote }) => vote)].map(([vote, cast]) => [vote, cast.length]),
    places: [...new Set(all.map(({ place }) => place))],
    latest: [...own].slice(0, MOST_SHOWN).map(([matter, { vote, at }]) => [matter, vote, at]),
  };
}

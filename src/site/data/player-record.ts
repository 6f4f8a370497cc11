import type { PastVotes, PersonData, PostSummary, SiteData } from './site-data.ts';
import { found, perSite, mattersOf, postOf } from './read-site.ts';
import type { DynastyData } from './record-data.ts';

export interface PlayerRecord {
  readonly proposed: readonly PostSummary[];
  readonly enacted: number;
  readonly failed: number;
  /** The number of matters on which they voted. */
  readonly voted: number;
  /** The person's last vote on each matter, latest matter first; of past dynasties, as many as a page shows. */
  readonly votes: readonly { readonly matter: PostSummary; readonly vote: string; readonly at: string }[];
  readonly byVote: readonly (readonly [vote: string, count: number])[];
  readonly led: readonly DynastyData[];
  /** Dynasties in which they proposed or voted, latest first. */
  readonly played: readonly DynastyData[];
}

/** The number of proposals and votes on a person's page. */
export const MOST_SHOWN = 100;

const records = perSite(recordsOf);

/** The first moment that is on record; until there is one, now. */
export const firstMoment = perSite(({ posts, ledger, builtAt }) =>
  [...posts, ...ledger].reduce((first, { at }) => (at < first ? at : first), builtAt),
);

/**
 * True if somebody has played since the game began. The founder counts as having joined before. For a past
 * dynasty, the time before it is unknown.
 */
export function isThereFromTheFirst(site: SiteData, { joined }: Pick<PersonData, 'joined'>): boolean {
  if (joined === null || (site.home !== null && (site.dynasty.number ?? 1) > 1)) return false;
  return joined < firstMoment(site);
}

export function recordOf(site: SiteData, id: string): PlayerRecord {
  return found(records(site).get(id), id);
}

/** Computed for all people at once, since a long game has too many votes to go through them for each. */
function recordsOf(site: SiteData): ReadonlyMap<string, PlayerRecord> {
  const proposed = Map.groupBy(mattersOf(site), ({ author }) => author);
  const votes = new Map<string, Map<string, PlayerRecord['votes'][number]>>();
  for (const matter of mattersOf(site))
    for (const { by, vote, at, withdrawn } of matter.uses) {
      if (withdrawn) continue;
      const own = votes.get(by) ?? new Map<string, PlayerRecord['votes'][number]>();
      votes.set(by, own.set(matter.id, { matter, vote, at }));
    }
  return new Map(
    site.people.map(({ id }) => {
      const mine = proposed.get(id) ?? [];
      const cast = [...(votes.get(id)?.values() ?? [])];
      const before = site.past.cast[id];
      return [
        id,
        {
          proposed: mine,
          enacted: mine.filter(({ status }) => status === 'enacted').length,
          failed: mine.filter(({ status }) => status === 'failed').length,
          voted: cast.length + (before?.count ?? 0),
          votes: [...cast, ...votesBefore(site, before)],
          byVote: countedByVote(cast, before),
          played: playedIn(site, [
            ...[...mine, ...cast.map(({ matter }) => matter)].map(({ place }) => place),
            ...(before?.places ?? []),
          ]),
          led: site.record.dynasties.filter(({ emperor }) => emperor === id),
        },
      ];
    }),
  );
}

function votesBefore(site: SiteData, before: PastVotes | undefined): PlayerRecord['votes'] {
  return (before?.latest ?? []).flatMap(([id, vote, at]) => {
    const matter = postOf(site, id);
    return matter === undefined ? [] : [{ matter, vote, at }];
  });
}

function countedByVote(cast: PlayerRecord['votes'], before: PastVotes | undefined): PlayerRecord['byVote'] {
  const counts = new Map<string, number>();
  const count = (vote: string, more: number): unknown => counts.set(vote, (counts.get(vote) ?? 0) + more);
  for (const { vote } of cast) count(vote, 1);
  for (const [vote, more] of before?.byVote ?? []) count(vote, more);
  return [...counts];
}

function playedIn({ record }: SiteData, all: readonly (string | undefined)[]): readonly DynastyData[] {
  const places = new Set(all);
  return record.dynasties.filter(({ archived }) => places.has(archived?.place));
}

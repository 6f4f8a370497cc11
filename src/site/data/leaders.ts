import { perSite } from './read-site.ts';
import type { DynastyData } from './record-data.ts';
import type { ColumnData, PersonData, RuleData, SiteData } from './site-data.ts';

/** The leading players, by the number that wins the game. */
export interface Leaders {
  readonly rule: RuleData;
  readonly column: ColumnData;
  readonly people: readonly { readonly person: PersonData; readonly count: number }[];
}

const THE_FEWEST = /\b(fewest|lowest|least|smallest)\b/iu;

/** Null if no rule of the dynasty names a tracked number as the way to win, or if nobody leads. */
export const leadersOf: (site: SiteData) => Leaders | null = perSite((site) => {
  const all = rankedIn(site);
  // If everybody has the same, nobody leads.
  return all === null || all.people[0]?.count === all.people.at(-1)?.count ? null : all;
});

/** The final standings once somebody has won. The winner may already head the next dynasty. */
export const finalTableOf: (site: SiteData) => Leaders | null = perSite(rankedIn);

/** The dynasty that was won: the rules may count the next one from the victory on, before anybody has begun it. */
export function wonDynasty({ victory, ledger, record: { dynasties } }: SiteData): DynastyData | undefined {
  const [latest, before] = dynasties;
  const won = ledger.find(({ n }) => n === victory?.line);
  return before !== undefined && won !== undefined && won.at <= (latest?.from ?? '') ? before : latest;
}

/** An emperor who is no player has no such number. */
function rankedIn(site: SiteData): Leaders | null {
  const found = leaderColumn(site);
  if (found === null) return null;
  const { rule, column, fewest } = found;
  const people = site.people
    .flatMap((person) => {
      const count = person.values[column.id];
      return person.state === 'active' && typeof count === 'number' ? [{ person, count }] : [];
    })
    .sort((a, b) => (fewest ? a.count - b.count : b.count - a.count));
  return { rule, column, people };
}

/** The number that a rule of the dynasty names as the way to win; `fewest` if less is better. */
export function leaderColumn(
  site: SiteData,
): { readonly rule: RuleData; readonly column: ColumnData; readonly fewest: boolean } | null {
  const columns = site.playerColumns.filter((column) => column.number && !column.private);
  for (const { rule: path, said } of site.goal?.ways ?? []) {
    const column = columns.find(({ title }) => said.toLowerCase().includes(title.toLowerCase()));
    const rule = site.rules.find((one) => one.path === path);
    if (column !== undefined && rule !== undefined) return { rule, column, fewest: THE_FEWEST.test(said) };
  }
  return null;
}

import { perSite } from './per-site.ts';
import { isOfPlay } from './read-site.ts';
import type { ActionData, SiteData } from './site-data.ts';

/** Actions of players in play, the most usual first: a newcomer learns more from them than from the order of the rules. */
export const ownActions: (site: SiteData) => readonly ActionData[] = perSite((site) => {
  const taken = new Map<string, number>();
  for (const { what } of site.ledger) taken.set(what, (taken.get(what) ?? 0) + 1);
  const timesOf = ({ id }: ActionData): number => taken.get(id) ?? 0;
  return site.actions
    .filter(({ by, rule }) => by.includes('player') && isOfPlay(site, rule))
    .sort((one, other) => timesOf(other) - timesOf(one));
});

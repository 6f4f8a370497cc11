import type { ChartData } from './record-data.ts';
import { say } from './say.ts';
import type { SiteData } from './site-data.ts';

export interface ChartsOf {
  readonly owner: string;
  readonly title: string;
  readonly charts: readonly ChartData[];
}

/** Charts grouped by their subject: the players, the game, each collection. */
export function chartsByOwner({ record, game, collections }: SiteData): readonly ChartsOf[] {
  const titles = new Map([
    ['players', game.terms.players],
    ['game', say`The game`],
    ...collections.map(({ id, title }) => [id, title] as const),
  ]);
  return [...Map.groupBy(record.charts, ({ owner }) => owner)].map(([owner, charts]) => ({
    owner,
    title: titles.get(owner) ?? owner,
    charts,
  }));
}

import type { PostSummary, SiteData } from './site-data.ts';
import type { ChartData } from './record-data.ts';
import { say } from './say.ts';

/** The size of a chart, and the margin between its lines and each edge. */
interface Box {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface VoteLine {
  readonly vote: string;
  readonly now: number;
  /** `for`, `against`, or `other`, by the position of the vote in the tally. */
  readonly side: string;
  readonly path: string;
}

const SIDES = ['for', 'against'];

/** The votes of each kind over time, up to the resolution, as steps within a box. */
export function voteLines(
  matter: Pick<PostSummary, 'at' | 'uses' | 'implied' | 'counts'>,
  until: string,
  { width, height, left, right, top, bottom }: Box,
): {
  readonly lines: readonly VoteLine[];
  readonly high: number;
  readonly to: number;
  readonly y: (count: number) => number;
} {
  const last = new Map<string, string>(matter.implied.map(({ by, vote }, at) => [by ?? `${at}`, vote]));
  const counts = new Map<string, { at: string; count: number }[]>();
  const note = (vote: string, at: string): void => {
    const count = [...last.values()].filter((one) => one === vote).length;
    counts.set(vote, [...(counts.get(vote) ?? [{ at: matter.at, count: 0 }]), { at, count }]);
  };
  for (const { vote } of matter.implied) note(vote, matter.at);
  for (const use of [...matter.uses].sort((a, b) => (a.at < b.at ? -1 : 1))) {
    if (use.withdrawn) continue;
    const before = last.get(use.by);
    last.set(use.by, use.vote);
    if (before !== undefined && before !== use.vote) note(before, use.at);
    note(use.vote, use.at);
  }
  const [from, to] = [
    Date.parse(matter.at),
    Math.max(Date.parse(until), ...matter.uses.map(({ at }) => Date.parse(at))),
  ];
  const high = Math.max(1, ...[...counts.values()].flat().map(({ count }) => count));
  const tenths = (size: number): number => Math.round(size * 10) / 10;
  const x = (at: string): number =>
    tenths(left + ((Date.parse(at) - from) / Math.max(1, to - from)) * (width - left - right));
  const y = (count: number): number => tenths(height - bottom - (count / high) * (height - top - bottom));
  const lines = [...counts].map(([vote, points]) => ({
    vote,
    now: points.at(-1)?.count ?? 0,
    side: SIDES[matter.counts.findIndex((one) => one.vote === vote)] ?? 'other',
    path: `${points.map(({ at, count }, index) => (index === 0 ? `M${x(at)} ${y(count)}` : `H${x(at)}V${y(count)}`)).join('')}H${width - right}`,
  }));
  return { lines, high, to, y };
}

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

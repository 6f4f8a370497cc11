import type { ChartData } from '../data/record-data.ts';
import type { Past } from './collect-record.ts';
import { textOr } from './plain-values.ts';

type Line = ChartData['lines'][number];

/** How each number that players have went up and down, by the ledger. Numbers that never changed make no chart. */
export function chartsOf({ ledger, state, fields, now }: Past): readonly ChartData[] {
  return fields.flatMap(({ id, title }) => {
    const lines = Object.entries(state.players)
      .filter(([, { state: standing }]) => standing === 'active')
      .flatMap(([player, values]): Line[] => {
        const points = pointsOf(ledger, player, id);
        const last = values[id];
        if (points.length === 0 || typeof last !== 'number') return [];
        return [{ name: textOr(values['name'], player), points: [...points, { at: now, value: last }] }];
      });
    return lines.length === 0 ? [] : [{ id, title, lines }];
  });
}

function pointsOf(ledger: Past['ledger'], player: string, field: string): Line['points'] {
  const points: { at: string; value: number }[] = [];
  for (const { at, changes } of ledger) {
    for (const { path, before, after } of changes) {
      if (path.length !== 3 || path[0] !== 'players' || path[1] !== player || path[2] !== field) continue;
      if (points.length === 0 && typeof before === 'number')
        points.push({ at: ledger[0]?.at ?? at, value: before });
      if (typeof after === 'number') points.push({ at, value: after });
    }
  }
  return points;
}

import type { Counted } from './count-ranked.ts';

/** Whoever has most wins; of several with as much whoever is listed first. With nothing for anybody nobody wins. */
export function countMost(
  votes: ReadonlyMap<string, number>,
  options: readonly string[],
  unit: string,
): Counted {
  const of = (name: string): number => votes.get(name) ?? 0;
  const ranked = [...options].sort((a, b) => of(b) - of(a) || options.indexOf(a) - options.indexOf(b));
  const [first = ''] = ranked;
  const equal = ranked.filter((name) => of(name) === of(first));
  const list = `${ranked.map((name) => `${name} ${of(name)}`).join(', ')} (${unit}).`;
  if (of(first) === 0) return { outcome: [], told: [list, 'Nobody has any, and nothing is decided.'] };
  if (equal.length === 1) return { outcome: [first], told: [list, `${first} has most and wins.`] };
  return {
    outcome: [first],
    told: [list, `${equal.join(' and ')} have as many, and ${first}, which is listed first, wins.`],
  };
}

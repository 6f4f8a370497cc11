import { align, type Alignment, type Likeness } from './align.ts';

export interface SequenceRules<Item> extends Likeness<Item> {
  /** Merges two versions of an item. Null if nothing is left of it. */
  merge(base: Item, ours: Item, theirs: Item): Item | null;
  /** Called if one side removed an item that the other changed. Reports this and returns the version that stays, if any. */
  clash(base: Item, ours: Item | null, theirs: Item | null): Item | null;
  /** Called if both sides moved an item to different places. */
  movedTwice(base: Item, ours: Item, theirs: Item): void;
}

interface Side<Item> {
  readonly items: readonly Item[];
  readonly alignment: Alignment;
}

/**
 * Merges two versions of a list of paragraphs or sentences. A change, move, removal or addition by only one side is taken over. Additions
 * by both at the same place are both kept, ours first.
 */
export function mergeSequence<Item>(
  base: readonly Item[],
  ours: readonly Item[],
  theirs: readonly Item[],
  rules: SequenceRules<Item>,
): Item[] {
  const sides: [Side<Item>, Side<Item>] = [
    { items: ours, alignment: align(base, ours, rules) },
    { items: theirs, alignment: align(base, theirs, rules) },
  ];
  const merged = base.map((item, at) => mergeAt(item, at, sides, rules));
  const isFixed = (at: number): boolean =>
    merged[at] !== null && !sides.some((side) => side.alignment.moved.has(at));
  const gaps = sides.map((side) => fillGaps(side, isFixed, merged));
  const result: Item[] = [];
  const placed = new Set<number>();
  const fill = (gap: number): void => {
    const [first, second] = gaps.map((side) => side.get(gap) ?? []) as [Filler<Item>[], Filler<Item>[]];
    const fresh = new Map<string, number>();
    const put = ({ item, from }: Filler<Item>, isSecond: boolean): void => {
      if (from !== null) {
        if (!placed.has(from)) result.push(item);
        placed.add(from);
        return;
      }
      const key = rules.key(item);
      const twins = fresh.get(key) ?? 0;
      fresh.set(key, isSecond ? twins - 1 : twins + 1);
      // An identical addition by both at the same place is added once.
      if (!isSecond || twins <= 0) result.push(item);
    };
    for (const filler of first) put(filler, false);
    for (const filler of second) put(filler, true);
  };
  reportMoves(base, sides, gaps, rules);
  fill(-1);
  merged.forEach((item, at) => {
    if (item === null || !isFixed(at)) return;
    result.push(item);
    fill(at);
  });
  return result;
}

function mergeAt<Item>(
  item: Item,
  at: number,
  [first, second]: [Side<Item>, Side<Item>],
  rules: SequenceRules<Item>,
): Item | null {
  const mine = itemAt(first, at);
  const yours = itemAt(second, at);
  if (mine !== null && yours !== null) return rules.merge(item, mine, yours);
  const retained = mine ?? yours;
  if (retained === null) return null;
  // If one side only moved an item, the other may remove it.
  return rules.key(retained) === rules.key(item) ? null : rules.clash(item, mine, yours);
}

function itemAt<Item>(side: Side<Item>, at: number): Item | null {
  return side.items[side.alignment.to[at] as number] ?? null;
}

interface Filler<Item> {
  readonly item: Item;
  /** The former place of a moved item, or null for a new one. */
  readonly from: number | null;
}

/** The items that a side puts between unmoved ones: new ones, and those that it moved. */
function fillGaps<Item>(
  { items, alignment }: Side<Item>,
  isFixed: (at: number) => boolean,
  merged: readonly (Item | null)[],
): Map<number, Filler<Item>[]> {
  const origin = new Map(alignment.to.map((place, at) => [place, at]));
  const gaps = new Map<number, Filler<Item>[]>();
  let gap = -1;
  items.forEach((item, place) => {
    const from = origin.get(place);
    if (from !== undefined && isFixed(from)) {
      gap = from;
      return;
    }
    if (from !== undefined && !alignment.moved.has(from)) return;
    const retained = from === undefined ? item : (merged[from] ?? null);
    if (retained === null) return;
    const fillers = gaps.get(gap) ?? [];
    fillers.push({ item: retained, from: from ?? null });
    gaps.set(gap, fillers);
  });
  return gaps;
}

function reportMoves<Item>(
  base: readonly Item[],
  sides: [Side<Item>, Side<Item>],
  gaps: readonly Map<number, Filler<Item>[]>[],
  rules: SequenceRules<Item>,
): void {
  const gapOf = (side: number, from: number): number | undefined => {
    return [...(gaps[side] ?? [])].find(([, fillers]) => fillers.some((filler) => filler.from === from))?.[0];
  };
  for (const from of sides[0].alignment.moved) {
    if (!sides[1].alignment.moved.has(from) || gapOf(0, from) === gapOf(1, from)) continue;
    const [mine, yours] = sides.map((side) => itemAt(side, from)) as [Item, Item];
    rules.movedTwice(base[from] as Item, mine, yours);
  }
}

/** The changed version if only one side made changes or both made the same, otherwise null. */
export function oneSided(base: string, ours: string, theirs: string): string | null {
  if (ours === theirs || theirs === base) return ours;
  return ours === base ? theirs : null;
}

import { diffArrays } from 'diff';

/** The alignment of one list's items with those of another. */
export interface Alignment {
  /** For each item of the first list its index in the second, or -1 if it is gone. */
  readonly to: readonly number[];
  /** Items of the first list that have moved among the others. */
  readonly moved: ReadonlySet<number>;
}

export interface Likeness<Item> {
  key(item: Item): string;
  /** From 0, nothing in common, to 1. */
  similarity(a: Item, b: Item): number;
  /** True if an item is distinctive enough to be recognised elsewhere. */
  movable(item: Item): boolean;
}

const MOVED_SIMILARITY = 0.7;

/** Limits on the work. Texts that are longer or more different aren't compared for similarity. */
const MOST_EDITS = 4_000;
const MOST_PAIRS = 100_000;

/** Aligns two lists: items that are the same, changed in place, moved, removed or added. */
export function align<Item>(
  before: readonly Item[],
  after: readonly Item[],
  like: Likeness<Item>,
): Alignment {
  const to = new Array<number>(before.length).fill(-1);
  const moved = new Set<number>();
  const hunks = matchSame(before, after, like, to);
  // -1 isn't an index.
  const taken = new Set(to);
  pairMoved(before, after, like, to, taken, moved, 1);
  for (const hunk of hunks) {
    const old = hunk.old.filter((at) => to[at] === -1);
    const new_ = hunk.new.filter((at) => !taken.has(at));
    for (const [from, place] of pairInOrder(before, after, old, new_, like)) {
      to[from] = place;
      taken.add(place);
    }
  }
  pairMoved(before, after, like, to, taken, moved, MOVED_SIMILARITY);
  return { to, moved };
}

interface Hunk {
  readonly old: number[];
  readonly new: number[];
}

function matchSame<Item>(
  before: readonly Item[],
  after: readonly Item[],
  like: Likeness<Item>,
  to: number[],
): Hunk[] {
  const hunks: Hunk[] = [];
  let [from, place] = [0, 0];
  let open: Hunk | null = null;
  const [old, fresh] = [before.map(like.key), after.map(like.key)];
  const parts = diffArrays(old, fresh, { maxEditLength: MOST_EDITS }) ?? [
    { value: old, removed: true, added: false },
    { value: fresh, removed: false, added: true },
  ];
  for (const part of parts) {
    if (!part.added && !part.removed) {
      for (let step = 0; step < part.value.length; step++) to[from++] = place++;
      open = null;
      continue;
    }
    if (!open) hunks.push((open = { old: [], new: [] }));
    for (let step = 0; step < part.value.length; step++) {
      if (part.added) open.new.push(place++);
      else open.old.push(from++);
    }
  }
  return hunks;
}

function pairMoved<Item>(
  before: readonly Item[],
  after: readonly Item[],
  like: Likeness<Item>,
  to: number[],
  taken: Set<number>,
  moved: Set<number>,
  least: number,
): void {
  const lost = to.filter((place) => place === -1).length;
  if (lost * (after.length - taken.size) > MOST_PAIRS) return;
  before.forEach((item, from) => {
    if (to[from] !== -1 || !like.movable(item)) return;
    let [best, bestPlace] = [least, -1];
    after.forEach((other, place) => {
      if (taken.has(place)) return;
      const similarity =
        like.key(item) === like.key(other) ? 1 : least < 1 ? like.similarity(item, other) : 0;
      if (similarity >= best && (bestPlace === -1 || similarity > best))
        [best, bestPlace] = [similarity, place];
    });
    if (bestPlace === -1) return;
    to[from] = bestPlace;
    taken.add(bestPlace);
    moved.add(from);
  });
}

/** Pairs items that were changed in place, in order: as many as possible, and the most similar. */
function pairInOrder<Item>(
  before: readonly Item[],
  after: readonly Item[],
  old: readonly number[],
  new_: readonly number[],
  like: Likeness<Item>,
): [number, number][] {
  if (old.length * new_.length > MOST_PAIRS) return [];
  // Even a pair without similarity counts, so that a replaced item is a change of the old one.
  const leastScore = 0.01;
  const score = old.map((from) =>
    new_.map((place) => leastScore + like.similarity(before[from] as Item, after[place] as Item)),
  );
  const best = Array.from({ length: old.length + 1 }, () => new Array<number>(new_.length + 1).fill(0));
  const at = (row: number, column: number): number => (best[row] as number[])[column] as number;
  for (let row = old.length - 1; row >= 0; row--) {
    for (let column = new_.length - 1; column >= 0; column--) {
      const paired = (score[row]?.[column] ?? 0) + at(row + 1, column + 1);
      (best[row] as number[])[column] = Math.max(paired, at(row + 1, column), at(row, column + 1));
    }
  }
  const pairs: [number, number][] = [];
  let [row, column] = [0, 0];
  while (row < old.length && column < new_.length) {
    const paired = (score[row]?.[column] ?? 0) + at(row + 1, column + 1);
    if (paired >= at(row, column)) pairs.push([old[row++] as number, new_[column++] as number]);
    else if (at(row + 1, column) >= at(row, column + 1)) row++;
    else column++;
  }
  return pairs;
}

/** The share of words that two texts have in common, from 0 to 1. */
export function wordSimilarity(a: string, b: string): number {
  if (a === b) return 1;
  const [first, second] = [wordsOf(a), wordsOf(b)];
  const counts = new Map<string, number>();
  for (const word of first) counts.set(word, (counts.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of second) {
    const left = counts.get(word) ?? 0;
    if (left === 0) continue;
    counts.set(word, left - 1);
    shared++;
  }
  return first.length + second.length === 0 ? 0 : (2 * shared) / (first.length + second.length);
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

import type { Kernel } from '../kernel/kernel.ts';
import { activePlayers } from '../kernel/promises.ts';
import { breachIn } from './breaches.ts';
import { featuresOf, type Features } from './features.ts';
import { movesFor } from './list-moves.ts';
import { makeSmall } from './small-game.ts';
import { byAnybody, isChangedBy, probesFor } from './ways-out.ts';
import { EVERYBODY, Explorer, type Probe, type TriedMove, type Task } from './moves.ts';

export interface Progress {
  /** Null while it goes on. */
  readonly end: 'found' | 'nothing' | null;
  /** True while ways out of a state that looks stuck are tried. */
  readonly isProbing: boolean;
  /** True while an action is being taken, the last of the moves. */
  readonly isActing: boolean;
  readonly moves: readonly TriedMove[];
  /** The reason why no rule can be changed after these moves. */
  readonly why: string;
  /** What freed states that looked stuck. */
  readonly outs: readonly Probe[];
  /** The numbers of states and moves tried so far. */
  readonly states: number;
  readonly tries: number;
}

/** A write that a move made, for repeating it. */
interface Write {
  readonly path: readonly string[];
  readonly value: unknown;
}

interface Node {
  readonly parent: Node | null;
  readonly move: TriedMove | null;
  readonly writes: readonly Write[];
  readonly at: string;
  readonly depth: number;
  readonly score: number;
  /** How many of its moves are tried before anything else. */
  readonly ahead: number;
  /** How often the last move was made in a row, and how many of these times lead here from the parent. */
  readonly row: number;
  readonly times: number;
  moves: readonly TriedMove[] | null;
  next: number;
  /** How many of its moves were possible. */
  made: number;
}

/** A move that is being made several times. */
interface Repeating {
  readonly node: Node;
  readonly move: TriedMove;
  readonly times: number;
  readonly mark: number;
  made: number;
}

/** A state that looks stuck, and the ways out of it that are still to be tried. */
interface Probing {
  readonly node: Node;
  readonly probes: Probe[];
  /** Moves that have not been tested yet. Null before the first test. */
  untried: TriedMove[] | null;
  readonly able: TriedMove[];
  isWide: boolean;
}

const MOST_ROW = 64;
/** Moves that no suspected rule defines are repeated so often one by one, and then as often again each time. */
const ONE_BY_ONE = 8;
const MOST_USUAL_ROW = 128;
const MOST_DEPTH = 8;
const MOST_PROBES = 120;
/** More than any score. */
const FIRST = 1_000;
/** The most states that look stuck and are freed only by moves before the matter. */
const MOST_PROBED = 12;
const MOST_OUTS = 4;

/**
 * Searches for a state from which nobody can change a rule. It continues from the best state so far: the one with the most new features.
 * Everything happens in the game that the kernel holds, and nothing depends on a clock, so the result is the same everywhere.
 */
export class PromiseSearch {
  readonly #explorer: Explorer;
  readonly #root: Node;
  readonly #queue: Node[];
  readonly #known = new Set<string>();
  readonly #seen = new Set<string>();
  /** The move that was being tried when the search was stopped. */
  #current: readonly TriedMove[] = [];
  #isActing = false;
  #probing: Probing | null = null;
  #repeating: Repeating | null = null;
  /** Where the game was last led: going back there is quicker than repeating all writes. */
  #base: { readonly node: Node; readonly mark: readonly [number, string] } | null = null;
  #probed = 0;
  #usual: Probe | null = null;
  /** What freed states that looked stuck, the latest first. */
  #outs: readonly Probe[] = [];
  /** Moves that were possible somewhere, and whether they ever led to anything new. */
  readonly #isUseful = new Map<string, boolean>();
  #states = 0;
  #tries = 0;
  #found: { readonly moves: readonly TriedMove[]; readonly why: string } | null = null;
  readonly #from: readonly [number, string];

  constructor(kernel: Kernel, task: Task) {
    const isKnown = task.isSmall && !makeSmall(kernel, task.players);
    kernel.hold();
    this.#explorer = new Explorer(kernel, task);
    this.#from = this.#explorer.mark;
    this.#root = {
      parent: null,
      move: null,
      writes: [],
      at: task.at,
      depth: 0,
      score: 0,
      ahead: Number.POSITIVE_INFINITY,
      row: 0,
      times: 0,
      moves: null,
      next: 0,
      made: 0,
    };
    this.#queue = isKnown ? [] : [this.#root];
    if (isKnown) return;
    this.#isNew(featuresOf(this.#explorer));
    this.#inspect(this.#root);
  }

  get progress(): Progress {
    const { most } = this.#explorer.task;
    const { moves, why } = this.#found ?? { moves: this.#current, why: '' };
    const isOver =
      this.#probing === null &&
      this.#repeating === null &&
      (this.#queue.length === 0 || this.#states >= most.states || this.#tries >= most.tries);
    const end = this.#found !== null ? 'found' : isOver ? 'nothing' : null;
    const [isProbing, isActing, outs] = [this.#probing !== null, this.#isActing, this.#outs];
    return { end, isProbing, isActing, moves, why, outs, states: this.#states, tries: this.#tries };
  }

  /** Tries one more move, or one more way out of a state that looks stuck. */
  step(): void {
    if (this.#probing !== null) this.#probe(this.#probing);
    else if (this.#repeating !== null) this.#repeat(this.#repeating);
    else this.#expand();
  }

  #expand(): void {
    const node = this.#best();
    if (node === null) return;
    this.#goTo(node);
    node.moves ??= this.#movesFrom(node);
    const move = node.moves[node.next++];
    if (node.next >= node.moves.length) this.#queue.splice(this.#queue.indexOf(node), 1);
    if (move === undefined) return;
    const isMany =
      !this.#isSuspected(move) && node.row >= ONE_BY_ONE && node.move !== null && isSame(node.move, move);
    const [mark] = this.#explorer.mark;
    this.#repeating = { node, move, times: isMany ? node.row : 1, mark, made: 0 };
    this.#repeat(this.#repeating);
  }

  /** The node with the highest score. Each move that was made from a node lowers it. */
  #best(): Node | null {
    let best: Node | null = null;
    let most = Number.NEGATIVE_INFINITY;
    for (const node of this.#queue) {
      const { score, next, made, row, ahead } = node;
      const worth = score - made / 4 - (next > 0 && row > 1 ? 8 : 0) + (next < ahead ? FIRST : 0);
      if (worth > most) [best, most] = [node, worth];
    }
    return best;
  }

  #movesFrom(node: Node): readonly TriedMove[] {
    const all = movesFor(this.#explorer);
    const moves = node.depth === 0 ? all : all.filter((move) => this.#isWorth(move));
    const { move, row, depth } = node;
    if (move === null || move.do === 'wait') return moves;
    // Long rows of others are tried once for each move, from the beginning.
    const isAgain = this.#isSuspected(move) ? row < MOST_ROW : depth <= 1 && row < MOST_USUAL_ROW;
    return isAgain ? [...this.#again(move), ...moves] : moves;
  }

  /** The same move again, or by others, since many moves are limited for each person. */
  #again(move: TriedMove): readonly TriedMove[] {
    if (move.do !== 'act' || move.by === EVERYBODY) return [move];
    return [move, ...this.#explorer.people.filter((by) => by !== move.by).map((by) => ({ ...move, by }))];
  }

  #isWorth(move: TriedMove): boolean {
    return move.do === 'wait' || this.#isSuspected(move) || this.#isUseful.get(keyOf(move)) !== false;
  }

  #isSuspected(move: TriedMove): boolean {
    if (move.do !== 'act') return false;
    const { rules } = this.#explorer.task;
    const path = this.#explorer.kernel.runtime.model.actions.get(move.action)?.rule.entry.path;
    return path !== undefined && rules.includes(path);
  }

  /** Makes the move again. After the last time, the state is looked at. */
  #repeat(repeating: Repeating): void {
    const { node, move, times } = repeating;
    this.#current = [...pathTo(node), ...Array.from({ length: repeating.made + 1 }, () => move)];
    this.#isActing = move.do === 'act';
    const isMade = this.#explorer.play(move);
    this.#isActing = false;
    if (isMade) repeating.made++;
    if (isMade && repeating.made < times) return;
    this.#repeating = null;
    // A refusal costs next to nothing.
    if (repeating.made === 0) return;
    this.#tries++;
    node.made++;
    this.#arrive(repeating);
  }

  #arrive({ node, move, mark, made }: Repeating): void {
    const { store } = this.#explorer.kernel.runtime;
    const writes = store.changesSince(mark).map(({ path }): Write => {
      const value = store.at(path);
      return {
        path,
        value: value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown),
      };
    });
    const features = featuresOf(this.#explorer);
    const fresh = this.#isNew(features);
    const isUseful = fresh !== null && fresh > 0;
    if (isUseful || !this.#isUseful.has(keyOf(move))) this.#isUseful.set(keyOf(move), isUseful);
    if (fresh === null) return;
    const isRow = node.move !== null && isSame(node.move, move);
    const row = isRow ? node.row + made : 1;
    const depth = isRow ? node.depth : node.depth + 1;
    // However little else is tried, a game with many enacted matters is looked at.
    const ahead = depth === 1 && move.do === 'enact' && move.set === undefined ? 1 : 0;
    const score = Math.min(fresh, 16) - 2 * depth + (fresh > 1 && row < MOST_ROW ? 2 : 0);
    const child = {
      parent: node,
      move,
      writes,
      at: this.#explorer.now,
      depth,
      score,
      ahead,
      row,
      times: made,
      moves: null,
      next: 0,
      made: 0,
    };
    this.#states++;
    if (depth <= MOST_DEPTH) this.#queue.push(child);
    this.#inspect(child);
  }

  /** The weight of a state's new features, or null if the whole state was seen before. */
  #isNew(features: Features): number | null {
    const all = [...features.keys()].join('\n');
    if (this.#known.has(all)) return null;
    this.#known.add(all);
    let fresh = 0;
    for (const [feature, weight] of features) {
      if (this.#seen.has(feature)) continue;
      this.#seen.add(feature);
      fresh += weight;
    }
    return fresh;
  }

  #goTo(node: Node): void {
    if (this.#base?.node === node) return this.#explorer.goBack(this.#base.mark);
    this.#explorer.goBack(this.#from);
    const { store } = this.#explorer.kernel.runtime;
    for (const { writes } of nodesTo(node))
      for (const { path, value } of writes) {
        const inside = store.at(path.slice(0, -1));
        if (typeof inside !== 'object' || inside === null) continue;
        const copy = value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown);
        store.write(inside, path.at(-1) ?? '', copy, path);
      }
    store.commit();
    this.#explorer.now = node.at;
    this.#base = { node, mark: this.#explorer.mark };
  }

  /** Starts probing for a way out if the usual way doesn't change a rule. */
  #inspect(node: Node): void {
    const { task, kernel } = this.#explorer;
    if (activePlayers(kernel.runtime, null).length < task.players) return;
    if (task.kind !== 'changeable') {
      const breach = breachIn(this.#explorer);
      if (breach !== null) this.#found = { moves: [...pathTo(node), ...breach.moves], why: breach.why };
      return;
    }
    const usual = this.#usual ?? probesFor(this.#explorer)[0];
    if (usual !== undefined && isChangedBy(this.#explorer, usual)) {
      this.#usual = usual;
      return;
    }
    if (this.#probed >= MOST_PROBED) return;
    const probes = [
      ...this.#outs.flatMap((out) => byAnybody(this.#explorer, out)),
      ...probesFor(this.#explorer),
    ];
    this.#probing = { node, probes, untried: null, able: [], isWide: false };
  }

  /** Probes with one or two possible moves first, or with everybody making the same move. */
  #wideProbes(able: readonly TriedMove[]): Probe[] {
    const { task, people } = this.#explorer;
    const [way] = task.ways;
    const [change] = task.changes;
    if (way === undefined || change === undefined) return [];
    const sets: (readonly TriedMove[])[] = able.map((move) => [move]);
    for (const move of able)
      if (move.do === 'act' && move.by !== EVERYBODY)
        sets.push(
          people.flatMap((by) => [
            { ...move, by },
            { ...move, by, with: { ...move.with } },
          ]),
        );
    for (const one of able)
      for (const other of able)
        if (one !== other && one.do !== 'post' && other.do !== 'post') sets.push([one, other]);
    return sets
      .map((before) => ({ before, authors: [...(this.#usual?.authors ?? []), ...people], way, change }))
      .slice(0, MOST_PROBES);
  }

  /** Tests one by one which moves are possible. Once all are tested, they are tried as ways out. */
  #widen(probing: Probing): void {
    const { task } = this.#explorer;
    const { able, probes } = probing;
    const untried = (probing.untried ??= [...movesFor(this.#explorer)]);
    const move = untried.shift();
    if (move === undefined) {
      probing.isWide = true;
      probes.push(...this.#wideProbes(able));
    } else if (move.do !== 'wait' || move.hours < task.hours) {
      const { mark } = this.#explorer;
      if (this.#explorer.play(move)) able.push(move);
      this.#explorer.goBack(mark);
    }
  }

  #probe(probing: Probing): void {
    const { node, probes } = probing;
    this.#goTo(node);
    const probe = probes.shift();
    if (probe !== undefined) {
      this.#current = [...pathTo(node), ...probe.before];
      if (!isChangedBy(this.#explorer, probe)) return;
      const { people } = this.#explorer;
      const out = { ...probe, authors: [...probe.authors, ...people] };
      if (probe.before.length === 0) this.#usual = out;
      else this.#outs = [out, ...this.#outs].slice(0, MOST_OUTS);
      if (probing.isWide) this.#probed++;
      this.#probing = null;
    } else if (!probing.isWide) this.#widen(probing);
    else {
      const [way] = this.#explorer.task.ways;
      const [change] = this.#explorer.task.changes;
      // What keeps a turn from ending isn't why nothing changes in the next one either.
      const [out] = this.#outs.flatMap((one) => byAnybody(this.#explorer, one));
      for (const move of out?.before ?? []) this.#explorer.play(move);
      const why =
        way === undefined || change === undefined
          ? 'the rules have nothing that people vote on'
          : this.#explorer.whyNot(way, change);
      this.#found = { moves: pathTo(node), why };
      this.#probing = null;
    }
  }
}

function nodesTo(node: Node): readonly Node[] {
  const nodes: Node[] = [];
  for (let one: Node | null = node; one !== null; one = one.parent) nodes.push(one);
  return nodes.toReversed();
}

function pathTo(node: Node): readonly TriedMove[] {
  return nodesTo(node).flatMap(({ move, times }) =>
    move === null ? [] : Array.from({ length: times }, () => move),
  );
}

function isSame(one: TriedMove, other: TriedMove): boolean {
  return keyOf(one) === keyOf(other);
}

/** The same move by somebody else counts as the same. */
function keyOf(move: TriedMove): string {
  return JSON.stringify('by' in move && move.by !== EVERYBODY ? { ...move, by: '' } : move);
}

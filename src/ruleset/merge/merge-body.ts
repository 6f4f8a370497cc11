import { wordSimilarity } from './align.ts';
import { blockKey, blockSource, gapOf, splitBlocks, type Block, type Blocks } from './blocks.ts';
import type { Conflict } from './conflict.ts';
import { oneSided, mergeSequence } from './merge-sequence.ts';
import { joinWithTails, renumber } from './join.ts';
import { splitByKnown, unitKey, type Unit } from './sentences.ts';

export interface BodyMerge {
  readonly text: string;
  readonly conflicts: readonly Conflict[];
}

/** Below this similarity a paragraph was rewritten rather than changed. */
const REWRITTEN = 0.2;
/** A paragraph this many times longer has nothing to do with the other, so they aren't compared. */
const MOST_GROWTH = 10;

/** Merges two versions of a body by sentence. In a conflict the text has ours, and the conflict has both. */
export function mergeBody(base: string, ours: string, theirs: string): BodyMerge {
  const unopposed = oneSided(base, ours, theirs);
  if (unopposed !== null) return { text: unopposed, conflicts: [] };
  const conflicts: Conflict[] = [];
  const first = splitBlocks(base);
  const known = new Set(first.blocks.flatMap((block) => block.units.map(unitKey)));
  const versions = { base: first, ours: readVersion(ours, known), theirs: readVersion(theirs, known) };
  const blocks = mergeSequence(versions.base.blocks, versions.ours.blocks, versions.theirs.blocks, {
    key: blockKey,
    similarity: blockSimilarity,
    movable: (block) => textOf(block).split(/\s+/).length >= 2,
    merge: (old, mine, yours) => withUnits(mergeBlock(old, mine, yours, conflicts)),
    clash: (old, mine, yours) => mergeRemoved(old, mine, yours, conflicts),
    movedTwice: (old, mine, yours) => conflicts.push(conflictOf('place', old, mine, yours)),
  });
  const text = joinWithTails(renumber(blocks), versions);
  if (conflicts.length > 0) return { text, conflicts };
  const asWritten = { base: first, ours: splitBlocks(ours), theirs: splitBlocks(theirs) };
  const isWhole =
    keepsEverySentence(versions, blocks) && keepsEverySentence(asWritten, splitBlocks(text).blocks);
  if (isWhole) return { text, conflicts };
  return { text: ours, conflicts: [{ kind: 'text', where: excerpt(ours), base, ours, theirs }] };
}

function readVersion(text: string, known: ReadonlySet<string>): Blocks {
  const { head, blocks } = splitBlocks(text);
  return { head, blocks: blocks.map((block) => ({ ...block, units: splitByKnown(block.units, known) })) };
}

/** One side removed a paragraph. If the other only added to it, the addition stays; if it changed or moved it, that is a conflict. */
function mergeRemoved(
  base: Block,
  ours: Block | null,
  theirs: Block | null,
  conflicts: Conflict[],
): Block | null {
  const clashes: Conflict[] = [];
  const retained = ours ?? theirs ?? base;
  const units = mergeUnits(base.units, ours?.units ?? [], theirs?.units ?? [], clashes);
  if (clashes.length === 0 && base.kind !== 'row') return withUnits({ ...retained, units });
  conflicts.push(conflictOf('paragraph', base, ours, theirs));
  return ours;
}

/** Nothing may be left of a paragraph if each side removed different sentences. */
function withUnits(block: Block): Block | null {
  return block.units.length === 0 ? null : block;
}

function mergeBlock(base: Block, ours: Block, theirs: Block, conflicts: Conflict[]): Block {
  const changed = (block: Block): boolean => blockKey(block) !== blockKey(base);
  const lead = ours.lead === base.lead ? theirs.lead : ours.lead;
  const tail = ours.tail === base.tail ? theirs.tail : ours.tail;
  if (!changed(theirs)) return { ...ours, lead, tail };
  if (!changed(ours)) return { ...theirs, lead, tail };
  if (blockKey(ours) === blockKey(theirs)) return { ...ours, lead, tail };
  const isRewritten = (block: Block): boolean =>
    base.units.length > 1 && blockSimilarity(base, block) < REWRITTEN;
  if (isRewritten(ours) || isRewritten(theirs)) {
    conflicts.push(conflictOf('paragraph', base, ours, theirs));
    return ours;
  }
  const units = sameCells(base, ours, theirs)
    ? base.units.map((unit, at) =>
        mergeUnit(unit, ours.units[at] ?? unit, theirs.units[at] ?? unit, conflicts),
      )
    : mergeUnits(base.units, ours.units, theirs.units, conflicts);
  return { ...ours, lead, tail, units: base.kind === 'row' ? closeRow(units, ours.units) : units };
}

/** Puts the row's bars between all cells, and after the last one if there was one. */
function closeRow(units: readonly Unit[], like: readonly Unit[]): Unit[] {
  const close = like.at(-1)?.after ?? '';
  const bar = like.length > 1 ? (like[0]?.after ?? '') : gapOf('row');
  return units.map((unit, at) => {
    if (at === units.length - 1) return { ...unit, after: close };
    return { ...unit, after: bar };
  });
}

/** The cells of a row belong to columns, so they are compared by position. */
function sameCells(base: Block, ours: Block, theirs: Block): boolean {
  const counts = new Set([base, ours, theirs].map((block) => block.units.length));
  return base.kind === 'row' && counts.size === 1;
}

function mergeUnits(
  base: readonly Unit[],
  ours: readonly Unit[],
  theirs: readonly Unit[],
  conflicts: Conflict[],
): Unit[] {
  return mergeSequence(base, ours, theirs, {
    key: unitKey,
    similarity: (a, b) => wordSimilarity(a.text, b.text),
    movable: (unit) => unit.text.includes(' '),
    merge: (old, mine, yours) => mergeUnit(old, mine, yours, conflicts),
    clash(old, mine, yours) {
      conflicts.push(unitConflict('sentence', old, mine, yours));
      return mine;
    },
    movedTwice: (old, mine, yours) => conflicts.push(unitConflict('place', old, mine, yours)),
  });
}

function mergeUnit(base: Unit, ours: Unit, theirs: Unit, conflicts: Conflict[]): Unit {
  const [old, mine, yours] = [unitKey(base), unitKey(ours), unitKey(theirs)];
  const after = ours.after || theirs.after || base.after;
  if (mine === yours || yours === old) return { ...ours, after };
  if (mine === old) return { ...theirs, after };
  conflicts.push(unitConflict('sentence', base, ours, theirs));
  return { ...ours, after };
}

function blockSimilarity(a: Block, b: Block): number {
  const [one, other] = [sizeOf(a), sizeOf(b)];
  if (Math.max(one, other) > MOST_GROWTH * (Math.min(one, other) + 20)) return 0;
  const similarity = wordSimilarity(textOf(a), textOf(b));
  const kindFactor = a.kind === b.kind ? 1 : 0.8;
  // One sentence in common identifies a paragraph even if most others are gone.
  const long = new Set(a.units.map(unitKey).filter((key) => key.split(' ').length >= 4));
  const shares = b.units.some((unit) => long.has(unitKey(unit)));
  return kindFactor * (shares || isRowChangedOnce(a, b) ? Math.max(similarity, 0.6) : similarity);
}

/** A row of which one cell was changed is the same row, even if no other cell says anything. */
function isRowChangedOnce(a: Block, b: Block): boolean {
  if (a.kind !== 'row' || b.kind !== 'row' || a.units.length !== b.units.length) return false;
  const keys = b.units.map(unitKey);
  return a.units.filter((unit, at) => unitKey(unit) !== keys[at]).length === 1;
}

/** The final check of a clean merge: each sentence occurs as often as the two edits imply. A change that both made may count once. */
function keepsEverySentence(
  versions: { base: Blocks; ours: Blocks; theirs: Blocks },
  merged: readonly Block[],
): boolean {
  const base = countUnits(versions.base.blocks);
  const ours = countUnits(versions.ours.blocks);
  const theirs = countUnits(versions.theirs.blocks);
  const result = countUnits(merged);
  const keys = new Set([base, ours, theirs, result].flatMap((counts) => [...counts.keys()]));
  return [...keys].every((key) => {
    const [old, mine, yours] = [base.get(key) ?? 0, ours.get(key) ?? 0, theirs.get(key) ?? 0];
    const count = result.get(key) ?? 0;
    // Both may have made the same change, or different ones, for example in two cells with the same number.
    return count === mine + yours - old || (mine === yours && count === mine);
  });
}

function countUnits(blocks: readonly Block[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const unit of blocks.flatMap((block) => block.units)) {
    const key = unitKey(unit);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function conflictOf(kind: Conflict['kind'], base: Block, ours: Block | null, theirs: Block | null): Conflict {
  const source = (block: Block | null): string | null => (block === null ? null : blockSource(block));
  return {
    kind,
    where: excerpt(textOf(base)),
    base: source(base),
    ours: source(ours),
    theirs: source(theirs),
  };
}

function unitConflict(kind: Conflict['kind'], base: Unit, ours: Unit | null, theirs: Unit | null): Conflict {
  return {
    kind,
    where: excerpt(base.text),
    base: base.text,
    ours: ours?.text ?? null,
    theirs: theirs?.text ?? null,
  };
}

function sizeOf(block: Block): number {
  return block.units.reduce((size, unit) => size + unit.text.length, 0);
}

function textOf(block: Block): string {
  return block.units.map((unit) => unit.text).join(gapOf(block.kind));
}

export function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 60 ? `${line.slice(0, 57)}…` : line;
}

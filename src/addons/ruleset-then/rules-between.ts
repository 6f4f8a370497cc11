// The rules that differ between two moments of the record of changes. It runs without a browser too, because
// the page is built with the last change.
import { diffWordsWithSpace } from 'diff/lib/diff/word.js';
import type { ChangeLog } from '../../site/data/site-data.ts';
import { textsAfter } from './texts-after.ts';
import {
  changedParts,
  isMarked,
  MarkedText,
  type Piece,
  type Stretch,
} from '../../site/scripts/marked-text.ts';

export interface RuleBetween {
  readonly title: string;
  readonly differs: boolean;
  /** The old and the new text, or a single one if they are equal; null if the rule didn't exist. */
  readonly sides: readonly (readonly Piece[] | null)[];
}

/** All rules that differ; with `whole`, those that don’t as well. */
export function rulesBetween(
  log: ChangeLog,
  { from, to, whole }: { readonly from: number; readonly to: number; readonly whole: boolean },
): readonly RuleBetween[] {
  const before = textsAfter(log, from);
  const after = textsAfter(log, to);
  return log.order.flatMap(({ rule, title }) => {
    const [old, new_] = [before.get(rule) ?? '', after.get(rule) ?? ''];
    const differs = old !== new_;
    return differs || (whole && new_ !== '') ? [{ title, differs, sides: sidesOf(old, new_, whole) }] : [];
  });
}

type Change = ChangeLog['changes'][number];

/** Changes that a matter made at one time belong together: readers could not tell such moments apart. */
export function isSameMoment(one: Change, other: Change | undefined): boolean {
  const nameOf = ({ at, post, title }: Change): string => `${at.slice(0, 16)} ${title ?? post}`;
  return other !== undefined && nameOf(one) === nameOf(other);
}

/**
 * The moments between which something changed last. Two dynasties differ in nearly everything, so this
 * doesn't go back to an earlier one.
 */
export function lastChange({ changes }: ChangeLog): { readonly from: number; readonly to: number } {
  const begun = changes.findLastIndex(({ post }) => post === '') + 1;
  const before = changes.findLastIndex((one) => !isSameMoment(one, changes.at(-1))) + 1;
  return { from: Math.max(begun, before), to: changes.length };
}

/**
 * The old text with removals marked, and the new one with additions. Unless the whole is wanted, an ellipsis
 * replaces the blocks between changes.
 */
function sidesOf(old: string, new_: string, whole: boolean): RuleBetween['sides'] {
  const gone: Stretch[] = [];
  const come: Stretch[] = [];
  let [left, right] = [0, 0];
  for (const { value, added, removed } of diffWordsWithSpace(old, new_)) {
    if (removed) gone.push([left, left + value.length]);
    if (added) come.push([right, right + value.length]);
    if (!added) left += value.length;
    if (!removed) right += value.length;
  }
  const sides = [new MarkedText(old, gone, 'del'), new MarkedText(new_, come, 'ins')].map((text) =>
    text.blocks(),
  );
  // If only Markdown markup differs, that is shown.
  if (old !== new_ && !sides.some(isMarked)) return [old, new_].map((text) => [{ tag: 'p', inside: [text] }]);
  const shown = sides.map((blocks) => (blocks.length === 0 ? null : whole ? blocks : changedParts(blocks)));
  return old === new_ ? shown.slice(1) : shown;
}

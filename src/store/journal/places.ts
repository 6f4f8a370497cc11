/** Where what belongs to a journal lies on its branch. */
export const journalBranch = 'journal';
/** Where an engine before this one wrote how the journal ends, with each append; now the parts tell. */
export const headPath = 'head.json';
/** The mark up to which the forge was read, where it is too long for a line. */
export const markPath = 'mark';
export const readmePath = 'README.md';

/**
 * `2030/lines-2030-06-1.log`: by year, so that no folder grows for ever. Git looks for what resembles a file among those whose
 * names end alike, and sees sixteen letters of them, the earlier the less. So the year is near the end, or the same months of all
 * years were one to it, it found nothing, and a journal of twenty years took six times the space; and the name has sixteen
 * letters, so that a part is the same to it at the top and in its year.
 */
export function pathOf(segment: string): string {
  return `${segment.slice(0, 4)}/${openPathOf(segment)}`;
}

/** Where the part lies that is appended to: at the top, since each append writes all folders above it anew. */
export function openPathOf(segment: string): string {
  return `lines-${segment.slice(0, 8)}${Number(segment.slice(8))}.log`;
}

/** `lines-2030-06-1.log` → `2030-06-0001`; engines before this one wrote `2030-06-0001.log`. Null for what is no part. */
export function segmentAt(name: string): string | null {
  const [, month, part = ''] = /^(?:lines-)?(\d{4}-\d\d)-(\d{1,4})\.(?:log|jsonl)$/u.exec(name) ?? [];
  return month === undefined ? null : `${month}-${part.padStart(4, '0')}`;
}

/** Where parts may lie that engines before this one wrote. */
export const OLDER_FOLDER = 'journal';

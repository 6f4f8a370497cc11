/** The branch with the journal and the paths on it. */
export const journalBranch = 'journal';
/** Where older engines recorded the journal's end with each append. Today the parts contain it. */
export const headPath = 'head.json';
/** The mark up to which the forge was read, if it is too long for a line. */
export const markPath = 'mark';
export const readmePath = 'README.md';

/**
 * Returns `2030/lines-2030-06-1.log`. There is a folder for each year, so that none grows forever. The names suit Git, which looks for
 * similar files by the last sixteen characters of a name and weighs the last ones most. With the year further from the end, the same
 * months of all years looked alike to Git, and a journal of twenty years took six times the space. The name has sixteen characters, so a
 * part looks the same to Git at the top and in its year.
 */
export function closedPathOf(segment: string): string {
  return `${segment.slice(0, 4)}/${openPathOf(segment)}`;
}

/** The path of the current part. It is at the top, since each append rewrites all folders above it. */
export function openPathOf(segment: string): string {
  return `lines-${segment.slice(0, 8)}${Number(segment.slice(8))}.log`;
}

/** `lines-2030-06-1.log` → `2030-06-0001`; older engines wrote `2030-06-0001.log`. Null for other files. */
export function segmentAt(name: string): string | null {
  const [, month, part = ''] = /^(?:lines-)?(\d{4}-\d\d)-(\d{1,4})\.(?:log|jsonl)$/u.exec(name) ?? [];
  return month === undefined ? null : `${month}-${part.padStart(4, '0')}`;
}

/** Where older engines stored parts. */
export const OLDER_FOLDER = 'journal';

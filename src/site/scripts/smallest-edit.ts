export interface Edit {
  readonly replace: string;
  readonly with: string;
}

/**
 * The smallest range of whole lines, unique in the text, whose replacement turns one text into another: `a\nb\nc` and
 * `a\nx\nc` → replace `b` with `x`. Null if the texts are equal.
 */
export function smallestEdit(before: string, after: string): Edit | null {
  const [old, wanted] = [before.trimEnd().split('\n'), after.trimEnd().split('\n')];
  let from = 0;
  while (from < old.length && from < wanted.length && old[from] === wanted[from]) from += 1;
  let rest = 0;
  while (
    rest < old.length - from &&
    rest < wanted.length - from &&
    old.at(-1 - rest) === wanted.at(-1 - rest)
  )
    rest += 1;
  if (from === old.length && from === wanted.length) return null;
  const cut = (lines: readonly string[]): string => lines.slice(from, lines.length - rest).join('\n');
  // An addition has no text to find it by, a deletion would leave an empty line, and a repeated text would be found in
  // the wrong place.
  const isFit = (): boolean =>
    cut(old).trim() !== '' &&
    wanted.length > from + rest &&
    before.indexOf(cut(old)) === before.lastIndexOf(cut(old));
  while (!isFit() && from + rest > 0) {
    if (from > 0) from -= 1;
    else rest -= 1;
  }
  return isFit()
    ? { replace: cut(old), with: cut(wanted) }
    : { replace: before.trimEnd(), with: after.trimEnd() };
}

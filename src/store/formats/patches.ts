/** One place of a file, with a line around it, before and after. */
export interface Hunk {
  readonly before: string;
  readonly after: string;
}

export interface Patch {
  readonly path: string;
  readonly hunks: readonly Hunk[];
}

/** Reads a unified diff. Patches are found by the text that they replace, since a group may have moved a rule. */
export function readPatches(diff: string): readonly Patch[] {
  return diff
    .split(/^--- a\//mu)
    .slice(1)
    .map((file) => ({
      path: file.slice(0, file.indexOf('\n')),
      hunks: file
        .split(/^@@ .*\n/mu)
        .slice(1)
        .map((hunk) => ({ before: sideOf(hunk, '+'), after: sideOf(hunk, '-') })),
    }));
}

/** Applies the first patch that fits everywhere. */
export function patched(text: string, patches: readonly Patch[]): string {
  const fitting = patches.find(({ hunks }) => hunks.every(({ before }) => text.split(before).length === 2));
  return (fitting?.hunks ?? []).reduce((so, { before, after }) => so.replace(before, () => after), text);
}

function sideOf(hunk: string, other: '+' | '-'): string {
  const lines = hunk.split(/(?<=\n)/u).filter((line) => !line.startsWith(other));
  return lines.map((line) => line.slice(1)).join('');
}

/** The words of a text without its markup, so that only what it says is compared: `- **One** [3](#value:n)` → `One`, `3`. */
export function plainWords(text: string): readonly string[] {
  const bare = text
    .replace(/^---\n[\s\S]*?\n---\n/, '')
    .replace(/\]\([^)]*\)/g, '')
    .replace(/^\s*(?:[-*+•]|\d+[.)])\s+/gm, '')
    .replace(/[*_[\]]/g, '');
  return bare.split(/\s+/).filter((word) => word !== '');
}

/** Whether two texts, taken as heaps of words, are the same. */
export function sameWords(before: readonly string[], after: readonly string[]): boolean {
  return before.length === after.length && [...before].sort().join('\n') === [...after].sort().join('\n');
}

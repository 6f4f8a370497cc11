/** The changed version if only one side made changes or both made the same, otherwise null. */
export function oneSided(base: string, ours: string, theirs: string): string | null {
  if (ours === theirs || theirs === base) return ours;
  return ours === base ? theirs : null;
}

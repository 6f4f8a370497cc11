/** The version that only one side wrote, or both alike, to the letter; null where each side wrote its own. */
export function oneSided(base: string, ours: string, theirs: string): string | null {
  if (ours === theirs || theirs === base) return ours;
  return ours === base ? theirs : null;
}

/** The round that a piece was sent in; its id, such as r6-2, says it as well. */
export function roundOf({ id, round }: { readonly id: string; readonly round: number }): number {
  return round > 0 ? round : Number(/^r(\d+)-/.exec(id)?.[1] ?? 0);
}

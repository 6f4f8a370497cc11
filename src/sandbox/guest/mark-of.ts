/** A number for a rule's path, by which the kernel notes whose code runs. If two rules had the same number, the wrong one could be blamed. */
export function markOfPath(path: string): number {
  let mark = 0x811c_9dc5;
  for (let at = 0; at < path.length; at++) mark = Math.imul(mark ^ path.charCodeAt(at), 0x0100_0193);
  return mark >>> 0;
}

/** One more than half, the half rounded down. */
export function quorumOf(number: number): number {
  return Math.floor(number / 2) + 1;
}

/** A whole number from 0: in digits where it is larger than what a number holds exactly, as sides of a die can be. */
export type Count = number | string;

export function countOf(value: bigint): Count {
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value.toString();
}

export function isCount(value: unknown): value is Count {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0;
  return typeof value === 'string' && /^[1-9]\d{0,99}$/.test(value) && countOf(BigInt(value)) === value;
}

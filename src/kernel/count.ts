/** A whole number from 0. It is a string of digits if a number can't hold it exactly, as with the sides of a huge die. */
export type Count = number | string;

export function countOf(value: bigint): Count {
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value.toString();
}

export function isCount(value: unknown): value is Count {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0;
  return typeof value === 'string' && /^[1-9]\d{0,99}$/.test(value) && countOf(BigInt(value)) === value;
}

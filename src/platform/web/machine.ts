export const RUNTIME: string = 'browser';

export function uptimeMs(): number {
  return performance.now();
}

/** A browser doesn't tell a thread's processor time. The clock only ends what counted steps can't. */
export function processorMs(): number {
  return performance.now();
}

export function setting(_name: string): string | undefined {
  return undefined;
}

export function randomBytes(count: number): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(count));
}

export function isSameSecret(one: Uint8Array, other: Uint8Array): boolean {
  let different = one.length ^ other.length;
  for (const [at, byte] of one.entries()) different |= byte ^ (other[at] ?? 0);
  return different === 0;
}

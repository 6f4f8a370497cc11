// The same draws as in `play/chance/uniform.ts`, by WebCrypto; its test compares both.
const encoder = new TextEncoder();

/** The index that a seed selects among `size` options, in digits if a number can't hold it exactly. */
export async function uniformInBrowser(
  seed: Uint8Array<ArrayBuffer>,
  purpose: string,
  counter: number,
  size: number | string,
): Promise<number | string> {
  const key = await crypto.subtle.importKey('raw', seed, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const most = BigInt(size);
  const bits = most <= 1n ? 0 : (most - 1n).toString(2).length;
  for (let block = 0; block < 256; block++) {
    const message = encoder.encode(`${purpose}\0${counter}\0${block}`);
    const bytes = new DataView(await crypto.subtle.sign('HMAC', key, message));
    const parts = [0, 8, 16, 24].map((at) => bytes.getBigUint64(at));
    const whole = parts.reduce((value, part) => (value << 64n) | part);
    for (const candidate of typeof size === 'string' ? [whole] : parts) {
      const place = BigInt.asUintN(bits, candidate);
      if (place < most) return place <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(place) : `${place}`;
    }
  }
  throw new Error('no candidate was accepted');
}

/** The commitment to a seed that is published before the seed is used. */
export async function commitmentInBrowser(seed: Uint8Array<ArrayBuffer>): Promise<string> {
  const start = encoder.encode('gitnomic seed\0');
  const whole = new Uint8Array(start.length + seed.length);
  whole.set(start);
  whole.set(seed, start.length);
  return `sha256:${toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', whole)))}`;
}

export function readHex(text: string): Uint8Array<ArrayBuffer> | null {
  const digits = text.trim();
  if (!/^([0-9a-f]{2})+$/i.test(digits)) return null;
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function toHex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

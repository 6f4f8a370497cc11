const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const DIGITS = '0123456789abcdef';
/** The number of arguments that one call can take. */
const AT_ONCE = 8192;

export function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return encoder.encode(text);
}

export function utf8Length(text: string): number {
  return encoder.encode(text).length;
}

export function writeUtf8(text: string, into: Uint8Array): number {
  return encoder.encodeInto(text, into).written;
}

export function textOf(bytes: Uint8Array, start = 0, end = bytes.length): string {
  return decoder.decode(bytes.subarray(start, end));
}

export function latin1Of(bytes: Uint8Array, start = 0, end = bytes.length): string {
  let text = '';
  for (let at = start; at < end; at += AT_ONCE)
    text += String.fromCharCode(...bytes.subarray(at, Math.min(at + AT_ONCE, end)));
  return text;
}

export function fromLatin1(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}

export function hexOf(bytes: Uint8Array, start = 0, end = bytes.length): string {
  let text = '';
  for (const byte of bytes.subarray(start, end))
    text += (DIGITS[byte >> 4] as string) + (DIGITS[byte & 15] as string);
  return text;
}

export function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  const pairs = /^(?:[0-9a-fA-F]{2})*/u.exec(hex)?.[0] ?? '';
  const bytes = new Uint8Array(pairs.length / 2);
  for (let at = 0; at < bytes.length; at++) bytes[at] = Number.parseInt(pairs.slice(2 * at, 2 * at + 2), 16);
  return bytes;
}

export function base64Of(bytes: Uint8Array): string {
  return btoa(latin1Of(bytes));
}

export function base64UrlOf(bytes: Uint8Array): string {
  return base64Of(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return fromLatin1(atob(text));
}

export function areEqual(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  const [some, others] = [wordsOf(one), wordsOf(other)];
  const isAligned = some !== null && others !== null;
  // A callback for each word takes several times as long.
  if (isAligned) for (let at = 0; at < some.length; at++) if (some[at] !== others[at]) return false;
  for (let at = isAligned ? some.length * 4 : 0; at < one.length; at++)
    if (one[at] !== other[at]) return false;
  return true;
}

/** Four bytes at a time, without those at the end; null if they begin elsewhere. */
function wordsOf({ buffer, byteOffset, length }: Uint8Array): Uint32Array | null {
  return byteOffset % 4 === 0 ? new Uint32Array(buffer, byteOffset, Math.floor(length / 4)) : null;
}

export function findText(bytes: Uint8Array, text: string, from = 0): number {
  const sought = fromLatin1(text);
  for (
    let at = bytes.indexOf(sought[0] as number, from);
    at >= 0;
    at = bytes.indexOf(sought[0] as number, at + 1)
  )
    if (sought.every((byte, index) => bytes[at + index] === byte)) return at;
  return -1;
}

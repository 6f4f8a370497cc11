/** Node's own buffers convert several times as fast as code over arrays does. */
function viewOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

export function concat(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return Buffer.concat(parts);
}

export function utf8(text: string): Uint8Array<ArrayBuffer> {
  return Buffer.from(text, 'utf8');
}

export function utf8Length(text: string): number {
  return Buffer.byteLength(text);
}

/** Writes a well-formed text as UTF-8, as far as it fits, and returns the number of bytes. */
export function writeUtf8(text: string, into: Uint8Array): number {
  return viewOf(into).write(text);
}

/** Bytes that aren't UTF-8 become U+FFFD; a byte-order mark is kept. */
export function textOf(bytes: Uint8Array, start = 0, end = bytes.length): string {
  return viewOf(bytes).toString('utf8', start, end);
}

/** One character for each byte. */
export function latin1Of(bytes: Uint8Array, start = 0, end = bytes.length): string {
  return viewOf(bytes).toString('latin1', start, end);
}

export function fromLatin1(text: string): Uint8Array<ArrayBuffer> {
  return Buffer.from(text, 'latin1');
}

export function hexOf(bytes: Uint8Array, start = 0, end = bytes.length): string {
  return viewOf(bytes).toString('hex', start, end);
}

/** Reads as far as there are pairs of hexadecimal digits. */
export function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  return Buffer.from(hex, 'hex');
}

export function base64Of(bytes: Uint8Array): string {
  return viewOf(bytes).toString('base64');
}

export function base64UrlOf(bytes: Uint8Array): string {
  return viewOf(bytes).toString('base64url');
}

/** Spaces and line ends are ignored; throws if it is not base64. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return fromLatin1(atob(text));
}

export function areEqual(one: Uint8Array, other: Uint8Array): boolean {
  return viewOf(one).equals(other);
}

/** The position of a text of ASCII characters in these bytes, or -1. */
export function findText(bytes: Uint8Array, text: string, from = 0): number {
  return viewOf(bytes).indexOf(text, from, 'latin1');
}

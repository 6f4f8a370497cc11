/** The buffers that are handed over to another thread with a message instead of copied; bytes that share their memory with others are copied. */
export function handedOver(bytes: string | Uint8Array | null | undefined): ArrayBuffer[] {
  if (!(bytes instanceof Uint8Array)) return [];
  const { buffer } = bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength ? [buffer] : [];
}

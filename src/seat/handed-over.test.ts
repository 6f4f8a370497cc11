// Bytes move to another thread without a copy, unless something else may still need their memory.
import { expect, test } from 'vitest';

import { handedOver } from './handed-over.ts';

test('transfers a page that owns its whole memory, and nothing else', () => {
  const page = new TextEncoder().encode('<p>A page.</p>');
  const own = new Uint8Array(page.slice().buffer);
  expect(handedOver(own)).toEqual([own.buffer]);
  const { port1, port2 } = new MessageChannel();
  port1.postMessage(own, handedOver(own));
  expect(own.byteLength).toBe(0);
  port1.close();
  port2.close();
  // Node reads small files into a pool that other data share.
  const pool = new ArrayBuffer(64);
  expect(handedOver(new Uint8Array(pool, 8, 16))).toEqual([]);
  expect(handedOver(new Uint8Array(new SharedArrayBuffer(8)))).toEqual([]);
  for (const none of ['text', null, undefined]) expect(handedOver(none)).toEqual([]);
});

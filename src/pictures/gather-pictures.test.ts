import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';
import { expect, test } from 'vitest';

import type { PictureResponse, Network } from './fetch-picture.ts';
import { gatherPictures } from './gather-pictures.ts';

const png = await sharp({ create: { width: 8, height: 6, channels: 3, background: '#123456' } })
  .png()
  .toBuffer();

/** Every address has the picture unless its name says otherwise. */
const network: Network = {
  resolve: async (host) => [host.startsWith('inside') ? '10.0.0.1' : '93.184.216.34'],
  async get(url): Promise<PictureResponse> {
    async function* body(): AsyncGenerator<Uint8Array> {
      yield url.pathname.endsWith('.txt') ? new TextEncoder().encode('words') : png;
    }
    return {
      status: url.pathname === '/gone' ? 404 : 200,
      location: null,
      body: body(),
      end: () => undefined,
    };
  },
};

test('fetches each picture once, and tells the missing ones apart from the rest', async () => {
  const seen: string[] = [];
  const wanted = [
    { handle: 'ana', image: 'https://example.com/a.png' },
    { handle: 'ana/1', image: 'https://example.com/gone' },
    { handle: 'bo', image: 'https://example.com/a.txt' },
    { handle: 'cy', image: 'https://inside.example/' },
    { handle: 'dee', image: 'https://example.com/d.png' },
  ];
  const progress = (done: number, all: number): void => void seen.push(`${done}/${all}`);
  const { pictures, failures } = await gatherPictures(wanted, { network, progress });
  expect([...pictures.keys()].sort()).toEqual(['ana', 'dee']);
  expect(Object.fromEntries([...failures].map(([handle, { code }]) => [handle, code]))).toEqual({
    'ana/1': 'unreachable',
    bo: 'no-picture',
    cy: 'forbidden-address',
  });
  expect(seen).toEqual(['1/5', '2/5', '3/5', '4/5', '5/5']);
});

test('reads a file that came with a submission, and no other file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pictures-'));
  try {
    await writeFile(join(folder, 'sent.png'), png);
    const files = new Map([['sent.png', join(folder, 'sent.png')]]);
    const wanted = [
      { handle: 'ana', image: 'sent.png' },
      { handle: 'bo', image: join(folder, 'sent.png') },
    ];
    const { pictures, failures } = await gatherPictures(wanted, { network, files });
    expect([...pictures.keys()]).toEqual(['ana']);
    expect(failures.get('bo')?.code).toBe('no-address');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

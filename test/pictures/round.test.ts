import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { draw, STYLES, type Style } from '../../scripts/draw-art/draw.ts';
import type { PictureResponse, Network } from '../../src/pictures/fetch-picture.ts';
import { openPictureStore } from '../../src/pictures/picture-store.ts';
import { pictureAsDataUrl } from '../../src/pictures/prepare-picture.ts';
import { newEnvelope, sealEnvelope } from '../../src/session/secrets/seal.ts';
import {
  BEGINNING,
  memoryVault,
  person,
  testGame,
  type TestGame,
} from '../../src/tick/fixtures/embedded-game.ts';
import { readCommit } from '../../src/repository/commit.ts';
import { readBlob } from '../../src/repository/objects.ts';
import { readTree } from '../../src/repository/read-tree.ts';

const folder = mkdtempSync(join(tmpdir(), 'gitnomic-pictures-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const styles = Object.keys(STYLES) as Style[];
const asked: string[] = [];

/** Drawings by their addresses; a camera's noise; one that is nowhere, one that leads inside, one that is no picture. */
const network: Network = {
  resolve: async (host) => [host === 'inside.example' ? '192.168.1.1' : '93.184.216.34'],
  async get(url): Promise<PictureResponse> {
    asked.push(url.href);
    const [kind = '', number = '0'] = url.pathname.slice(1).split('-');
    async function* body(): AsyncGenerator<Uint8Array> {
      if (kind === 'noise') yield await noise();
      else if (kind === 'words') yield new TextEncoder().encode('no picture at all');
      else {
        const style = styles[Number(number) % styles.length] ?? 'glass';
        yield new TextEncoder().encode(draw({ style, seed: number }));
      }
    }
    return { status: kind === 'gone' ? 404 : 200, location: null, body: body(), end: () => undefined };
  },
};

async function noise(): Promise<Uint8Array> {
  const [width, height] = [2400, 1800];
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0, state = 7; at < pixels.length; at++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    pixels[at] = state >>> 24;
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .withExif({ IFD0: { Copyright: 'whose camera it is' } })
    .jpeg({ quality: 95 })
    .toBuffer();
}

interface Salon extends TestGame {
  send(by: string, submission: string, params: Record<string, string | boolean>): Promise<void>;
  act(by: string, line: string): Promise<void>;
}

const guests = Array.from({ length: 24 }, (_, number) => `guest-${String(number + 1).padStart(2, '0')}`);

async function salon(): Promise<Salon> {
  const players = [...guests, 'host'].map((id) => ({
    id,
    account: id,
    emperor: id === 'host',
    admin: id === 'host',
  }));
  const game = await testGame({ core: '2021', dynasty: 'gallery', players, at: BEGINNING });
  const post = await game.table.open(person('host'), { kind: 'story', title: 'Thread', text: '' });
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  const vault = { ...memoryVault(), key: { identity, recipient } };
  const pictures = openPictureStore(join(folder, identity.slice(-8)), { network });
  const taken = async (): Promise<void> => {
    const { happened } = await game.tick({ vault, pictures });
    expect(happened.flatMap(({ outcome }) => (outcome.ok ? [] : [outcome.refusal.reason]))).toEqual([]);
  };
  let serial = 0;
  return Object.assign(game, {
    async send(by: string, submission: string, params: Record<string, string | boolean>): Promise<void> {
      const about = { game: 'Harbour', dynasty: 1, submission, sender: by, serial: serial++ };
      await game.table.comment(
        person(by),
        post,
        (await sealEnvelope(recipient, newEnvelope({ ...about, params }))).text,
      );
    },
    async act(by: string, line: string): Promise<void> {
      await game.table.comment(person(by), post, line);
      await taken();
    },
  });
}

async function stored(game: TestGame): Promise<ReadonlyMap<string, Uint8Array>> {
  const { repository } = game.forge;
  const { files } = await readTree(repository, await game.mainTip(), { under: ['content/pictures'] });
  return new Map(
    await Promise.all(
      [...files].map(async ([path, { oid }]) => [path, await readBlob(repository, oid)] as const),
    ),
  );
}

test('a round of twenty pictures, and four that are unavailable: fetched once, and kept by the summary’s commit', async () => {
  const game = await salon();
  await game.act('host', '/act start-round theme=Sea');
  for (const [number, by] of guests.entries()) {
    const image =
      number === 20
        ? 'https://a.example/gone-1'
        : number === 21
          ? 'https://inside.example/drawn-1'
          : number === 22
            ? 'https://a.example/words-1'
            : number === 23
              ? 'http://a.example/drawn-1'
              : number < 3
                ? `https://a.example/noise-${number}`
                : number === 3
                  ? await pictureAsDataUrl(await noise())
                  : `https://a.example/drawn-${number}.png`;
    await game.send(by, 'art', { title: `Piece ${number}`, image });
  }
  await game.act('guest-01', '/act post-entry price=1');
  expect(asked).toEqual([]);
  expect(await stored(game)).toEqual(new Map());
  game.later(80);
  const before = await game.mainTip();
  await game.act('host', '/act start-round theme=Ice');

  const pieces = [...(await game.content())].filter(([path]) => path.startsWith('content/gamestate/art/'));
  const copies = await stored(game);
  expect(pieces).toHaveLength(20);
  expect([...copies.keys()].sort()).toEqual(
    pieces.map(([, text]) => `content/${/^image: (.+)$/mu.exec(text)?.[1] ?? ''}`).sort(),
  );
  expect(
    [...copies.keys()].every((path) => /^content\/pictures\/art\/r1-\d+\.[0-9a-f]{16}\.webp$/u.test(path)),
  ).toBe(true);
  // The Gallery Post shows the copies, in the order of the gallery.
  const said = [...(await game.content())].find(([path]) => path.endsWith('-gallery-1-sea.json'))?.[1] ?? '';
  expect(new Set(said.match(/pictures\/art\/r1-\d+\.[0-9a-f]{16}\.webp/gu))).toEqual(
    new Set([...copies.keys()].map((path) => path.replace('content/', ''))),
  );
  const bytes = [...copies.values()].reduce((sum, one) => sum + one.length, 0);
  expect(bytes).toBeLessThan(6_000_000);
  expect(bytes).toBeGreaterThan(500_000);
  for (const copy of copies.values()) {
    const { format, exif, icc, xmp } = await sharp(copy).metadata();
    expect({ format, exif, icc, xmp }).toEqual({
      format: 'webp',
      exif: undefined,
      icc: undefined,
      xmp: undefined,
    });
  }
  // One commit holds all of it, and its parent nothing.
  const { parents } = await readCommit(game.forge.repository, await game.mainTip());
  expect(parents).toEqual([before]);
  // Each was asked for once, what is inside or without https not at all; no address is in the game.
  expect(new Set(asked).size).toBe(asked.length);
  expect(asked.filter((one) => one.includes('inside') || one.startsWith('http:'))).toEqual([]);
  expect(
    [...(await game.content()).values()].filter((text) => /a\.example|inside\.example/u.test(text)),
  ).toEqual([]);

  asked.length = 0;
  game.later(80);
  await game.act('host', '/act start-round theme=Rain');
  expect(asked).toEqual([]);
  expect((await stored(game)).size).toBe(20);
});

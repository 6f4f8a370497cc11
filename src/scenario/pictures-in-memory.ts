import type { Pictures } from '../kernel/pictures.ts';
import type { Scenario } from '../rehearse/scenarios/format.ts';
import type { Network } from '../pictures/fetch-picture.ts';
import { gatherPictures } from '../pictures/gather-pictures.ts';
import { pictureName, type PictureStore } from '../pictures/picture-store.ts';

/** A public address. Nothing is ever requested from it. */
const SOMEWHERE = '9.9.9.9';

/**
 * Fetches the pictures of a scenario like a game does, from a network that contains nothing else. This happens in advance, because a
 * first attempt that only finds missing pictures would use up the scenario's dice.
 */
export async function picturesInMemory(there: NonNullable<Scenario['pictures']>): Promise<PictureStore> {
  const found = new Map<string, Pictures[string]>();
  const copies = new Map<string, Uint8Array>();
  const network: Network = {
    resolve: () => Promise.resolve([SOMEWHERE]),
    get: ({ href }) => Promise.resolve(answerTo(there[href] ?? 'gone')),
  };
  function keepCopy(bytes: Uint8Array): void {
    copies.set(pictureName(bytes), bytes);
  }
  const store: PictureStore = {
    known: () => Object.fromEntries(found),
    all: () => Object.fromEntries(found),
    async gather(addresses) {
      const wanted = addresses.map((address) => ({ handle: address, image: address }));
      const { pictures, failures } = await gatherPictures(wanted, { network });
      for (const [address, { bytes }] of pictures) {
        keepCopy(bytes);
        found.set(address, { copy: pictureName(bytes) });
      }
      for (const [address, { message }] of failures) found.set(address, { problem: message });
    },
    keep: (bytes) => `picture:${pictureName(bytes)}`,
    keepCopy,
    read: (copy) => copies.get(copy) ?? null,
    fileOf: (copy) => copy,
  };
  await store.gather(Object.keys(there));
  return store;
}

type There = NonNullable<Scenario['pictures']>[string];

function answerTo(one: There): Awaited<ReturnType<Network['get']>> {
  const end = (): void => {};
  if (one === 'gone') return { status: 404, location: null, body: parts(''), end };
  const size = `width="${one.width}" height="${one.height}"`;
  const body = parts(`<svg xmlns="http://www.w3.org/2000/svg" ${size}><rect ${size} fill="teal"/></svg>`);
  return { status: 200, location: null, body, end };
}

async function* parts(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(new TextEncoder().encode(text));
}

/// <reference lib="dom" />
import type { StoredImages } from '../../sandbox/boot-image.ts';
import { DEFAULT_LIMITS } from '../../sandbox/host.ts';
import type { Bounds } from '../../sandbox/made-ahead.ts';
import { imageFromBytes, imageToBytes, type MachineImage } from '../../sandbox/machine-image.ts';
import { areEqual, concat, utf8 } from '../../platform/web/bytes.ts';

const SUM_BYTES = 32;

/**
 * Stores the memory of a booted sandbox in the browser, so that a game opens without booting one. The memory contains nothing but the
 * engine. It is used only if its hash, over the engine’s own, is right.
 */
export class StoredBoot implements StoredImages {
  readonly #name: string;
  readonly #engine: string;
  #image: MachineImage | null = null;

  /** `name` is a cache’s; the service worker of a newer playground deletes those of older ones. */
  private constructor(name: string, engine: string) {
    [this.#name, this.#engine] = [name, engine];
  }

  static async open(name: string, engine: string): Promise<StoredBoot> {
    const stored = new StoredBoot(name, engine);
    // A browser may store nothing, and the sandbox boots then.
    stored.#image = await stored.#load().catch(() => null);
    return stored;
  }

  read(bounds: Bounds): MachineImage | null {
    return isUsual(bounds) ? this.#image : null;
  }

  write(bounds: Bounds, image: MachineImage): void {
    if (isUsual(bounds)) this.#store(imageToBytes(image)).catch(() => undefined);
  }

  async #load(): Promise<MachineImage | null> {
    const found = await (await caches.open(this.#name)).match(this.#address);
    const all = found === undefined ? new Uint8Array() : new Uint8Array(await found.arrayBuffer());
    const held = all.subarray(SUM_BYTES);
    return areEqual(all.subarray(0, SUM_BYTES), await this.#sumOf(held)) ? imageFromBytes(held) : null;
  }

  async #store(held: Uint8Array<ArrayBuffer>): Promise<void> {
    const body = concat([await this.#sumOf(held), held]);
    await (await caches.open(this.#name)).put(this.#address, new Response(body));
  }

  get #address(): string {
    return `/boot-${this.#engine}`;
  }

  async #sumOf(held: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
    return new Uint8Array(await crypto.subtle.digest('SHA-256', concat([utf8(`${this.#engine}\0`), held])));
  }
}

function isUsual({ memoryBytes, stackBytes }: Bounds): boolean {
  return memoryBytes === DEFAULT_LIMITS.memoryBytes && stackBytes === DEFAULT_LIMITS.stackBytes;
}

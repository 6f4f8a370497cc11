import { setImmediate as turn } from 'node:timers/promises';

import type { Disk } from '../../src/repository/disk.ts';

interface Waiting {
  readonly what: string;
  readonly go: (error?: Error) => void;
}

/** A disk on which, once its gate is shut, each read and each write waits until it is let through, or fails. */
export class GatedDisk {
  readonly #waiting: Waiting[] = [];
  isShut = false;

  readonly over = (disk: Disk): Disk => ({
    ...disk,
    read: this.#gated('read', disk.read),
    readFrom: this.#gated('read', disk.readFrom),
    stat: this.#gated('read', disk.stat),
    list: this.#gated('read', disk.list),
    write: this.#gated('write', disk.write),
    append: this.#gated('write', disk.append),
    create: this.#gated('write', disk.create),
  });

  get waiting(): readonly string[] {
    return this.#waiting.map(({ what }) => what);
  }

  /** Lets one through, or lets it fail, and waits until nothing but the disk is waited for. */
  async let(at = 0, error?: Error): Promise<void> {
    const [one] = this.#waiting.splice(at, 1);
    one?.go(error);
    await quiet();
  }

  /** Opens the gate for good. */
  open(): void {
    this.isShut = false;
    for (const { go } of this.#waiting.splice(0)) go();
  }

  #gated<Words extends readonly unknown[], Answer>(
    what: string,
    act: (...words: Words) => Promise<Answer>,
  ): (...words: Words) => Promise<Answer> {
    return async (...words) => {
      if (this.isShut) {
        const error = await new Promise<Error | undefined>((go) => this.#waiting.push({ what, go }));
        if (error !== undefined) throw error;
      }
      return act(...words);
    };
  }
}

/** What takes a few turns, such as what the disk had to do, is done by then, or goes on afterwards: no test may depend on that. */
export async function quiet(): Promise<void> {
  for (let turns = 0; turns < 4; turns++) await turn();
}

import type { Holders } from '../../kernel/state.ts';
import {
  type KeyEntry,
  type KeyRing,
  promisedIn,
  type SeedEntry,
  type SeedRing,
} from '../../store/key-ring.ts';

/** A sealed submission as far as this side can read it: the public part, and the rest if it has the key. */
export type SealedRead =
  | {
      readonly ok: true;
      readonly submission: string;
      readonly words: Readonly<Record<string, unknown>>;
      /** Whether `words` include the sealed part. */
      readonly opened: boolean;
      readonly key: string;
      readonly commitment: string;
      /** The people who open it together, if it was sealed to several. */
      readonly holders?: Holders;
      /** Why it is refused, unless its receiver has resealed somebody else's. */
      readonly problem?: string;
    }
  | { readonly ok: false; readonly problem: string };

/** A shared submission's state, by the shares shown so far. */
export type SharedOpening = { readonly commitment: string } & (
  | { readonly how: 'opened'; readonly words: Readonly<Record<string, unknown>> }
  | { readonly how: 'waits'; readonly shown: number; readonly needed: number }
  | { readonly how: 'spoilt'; readonly why: string }
);

/** Submissions for which a comment shows shares; null if it can't be read. */
export interface SharesRead {
  readonly opens: readonly SharedOpening[] | null;
}

export interface Commitment {
  readonly id: string;
  readonly by: string;
}

interface KnownSecrets {
  readonly keys: KeyRing;
  readonly seeds: SeedRing;
  readonly commitments: Readonly<Record<string, Commitment>>;
}

/** Keys for sealing, seeds of secret choices, and sealed submissions. */
export class Secrets {
  readonly #keys: KeyEntry[];
  readonly #seeds: SeedEntry[];
  readonly #commitments: Record<string, Commitment>;
  readonly #sealed = new Map<string, SealedRead | SharesRead>();
  /** Something can be opened now that could not be before, so the game must be opened again. */
  opensMore = false;

  constructor({ keys, seeds, commitments }: KnownSecrets) {
    this.#keys = [...keys];
    this.#seeds = [...seeds];
    this.#commitments = { ...commitments };
  }

  learn(sealed: ReadonlyMap<string, SealedRead | SharesRead> = new Map()): void {
    for (const [comment, read] of sealed) this.#sealed.set(comment, read);
  }

  /** The last one is in force. */
  get keys(): KeyRing {
    return this.#keys;
  }

  /** Secret choices are drawn from the last one. */
  get seeds(): SeedRing {
    return this.#seeds;
  }

  get commitments(): Readonly<Record<string, Commitment>> {
    return this.#commitments;
  }

  /** The hash of the current seed for secret choices; null if none was promised. */
  get promised(): string | null {
    return promisedIn(this.#seeds);
  }

  sealedIn(comment: string): SealedRead | undefined {
    const read = this.#sealed.get(comment);
    return read === undefined || 'opens' in read ? undefined : read;
  }

  sharesIn(comment: string): SharesRead | undefined {
    const read = this.#sealed.get(comment);
    return read !== undefined && 'opens' in read ? read : undefined;
  }

  publishKey(entry: KeyEntry): void {
    this.#keys.push(entry);
  }

  promiseSeed(entry: SeedEntry): void {
    this.#seeds.push(entry);
  }

  revealSeed(hash: string, revealed: NonNullable<SeedEntry['revealed']>): void {
    const place = this.#seeds.findIndex((one) => one.hash === hash);
    const entry = this.#seeds[place];
    if (entry !== undefined && entry.revealed === undefined) this.#seeds[place] = { ...entry, revealed };
  }

  commit(commitment: string, to: Commitment): void {
    this.#commitments[commitment] = to;
  }
}

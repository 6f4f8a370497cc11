import type { Holders } from '../kernel/state.ts';
import type { KeyEntry, KeyRing } from '../play/secrets/key-ring.ts';
import { promisedIn, type SeedEntry, type SeedRing } from '../play/secrets/seed-ring.ts';

/** A sealed submission as it can be read here: its public part, and the rest where the receiver's key is at hand. */
export type SealedRead =
  | {
      readonly ok: true;
      readonly submission: string;
      readonly words: Readonly<Record<string, unknown>>;
      /** Whether `words` hold what was sealed, or the public part alone. */
      readonly opened: boolean;
      readonly key: string;
      readonly commitment: string;
      /** Those who open it together, where it was sealed to several. */
      readonly holders?: Holders;
      /** Why it is refused, unless it is somebody else's sealed again by its receiver. */
      readonly problem?: string;
    }
  | { readonly ok: false; readonly problem: string };

/** The state of a submission for several people, by the shares that have been shown. */
export type SharedOpening = { readonly commitment: string } & (
  | { readonly how: 'opened'; readonly words: Readonly<Record<string, unknown>> }
  | { readonly how: 'waits'; readonly shown: number; readonly needed: number }
  | { readonly how: 'spoilt'; readonly why: string }
);

/** The submissions of which a comment shows shares; null where it can’t be read. */
export interface SharesRead {
  readonly opens: readonly SharedOpening[] | null;
}

/** The submission that a sealed text became, and whose it is. */
export interface Commitment {
  readonly id: string;
  readonly by: string;
}

interface KnownSecrets {
  readonly keys: KeyRing;
  readonly seeds: SeedRing;
  readonly commitments: Readonly<Record<string, Commitment>>;
}

/** The keys to which people seal, the seeds of secret choices, and what was sealed. */
export class Secrets {
  readonly #keys: KeyEntry[];
  readonly #seeds: SeedEntry[];
  readonly #commitments: Record<string, Commitment>;
  readonly #sealed = new Map<string, SealedRead | SharesRead>();
  /** Something can be opened now that could not be when the game was opened, so the game has to be opened anew. */
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

  /** The hash of the seed from which secret choices are drawn; null where none was promised. */
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

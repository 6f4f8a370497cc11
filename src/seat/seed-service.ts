import { hexOf } from '#platform/bytes.ts';
import { commitmentToSeed, isSeedOf } from '../play/chance/committed-seed.ts';
import type { Game } from '../host/game.ts';
import { whyNotPromise, type SeedEntry } from '../play/secrets/seed-ring.ts';
import { withPosition } from './read-table.ts';

export interface SeedService {
  readonly ring: readonly SeedEntry[];
  /** The reason why no other seed can be committed to now, or null. */
  readonly whyNot: string | null;
}

export function readSeeds(game: Game): Promise<SeedService> {
  return withPosition(game, ({ open: { play }, secrets: { seeds } }) => {
    const { dynasty } = play.state();
    const number = typeof dynasty['number'] === 'number' ? dynasty['number'] : null;
    const isOver = dynasty['interregnum'] === true;
    const now = { emperor: dynasty['emperor'], dynasty: number, isOver, lost: false };
    return { ring: [...seeds], whyNot: whyNotPromise(seeds, now) };
  });
}

/** `/seed sha256:…` for the seed on this machine; null if it is in force already. */
export function promiseOf({ vault }: Game, { ring }: SeedService, lost: boolean): string | null {
  const { secret } = vault.seeds;
  if (secret === undefined) return null;
  const hash = commitmentToSeed(secret);
  return ring.at(-1)?.hash === hash ? null : `/seed ${hash}${lost ? ' lost' : ''}`;
}

/** `/seed reveal …` for each seed of this machine that is no longer in use. */
export function revealsOf({ vault }: Game, { ring }: SeedService): readonly string[] {
  const { secret, older = [] } = vault.seeds;
  const own = [...older, ...(secret === undefined ? [] : [secret])];
  return ring.slice(0, -1).flatMap(({ hash, revealed }) => {
    const seed = revealed === undefined ? own.find((one) => isSeedOf(hash, one)) : undefined;
    return seed === undefined ? [] : [`/seed reveal ${hexOf(seed)}`];
  });
}

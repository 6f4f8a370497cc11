import { countOf } from '../kernel/chance.ts';
import { committedSource } from '../play/chance/committed-seed.ts';
import type { SandboxHost } from '../sandbox/host.ts';

/** The seed needs no secrecy: nothing drawn from it counts. */
const SEED = new Uint8Array(32);

/** Dice and secret choices for a rehearsal, the same each time: they reveal nothing about those of the game. */
export function seededDraw(): SandboxHost['draw'] {
  const source = committedSource(SEED, 'rehearsal');
  return ({ kind, size }) => {
    const place = source.draw(kind, size);
    return kind === 'dice' ? countOf(BigInt(place) + 1n) : place;
  };
}

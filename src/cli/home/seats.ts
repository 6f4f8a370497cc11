import { createHash, randomBytes } from 'node:crypto';

import type { Person } from '../../forge/events.ts';
import type { Visit } from '../../seat/doors/door.ts';
import { DoorProblem } from '../../seat/doors/given.ts';

/** A link that seats somebody; `who` is null for the host's own. */
export interface SeatLink {
  readonly who: Person | null;
  /** Below the place of the pages. */
  readonly path: string;
}

const HOSTS_DOORS = new Set(['time', 'back']);

/** The seats of a game in a network: only a link with a secret seats somebody, and only the secret’s hash stays here. */
export class Seats {
  readonly #seats = new Map<string, Person | null>();
  /** The links by which somebody new finds a seat of their own. */
  readonly #newcomers = new Set<string>();

  /** Draws a link; one that this person had before is withdrawn. */
  invite(who: Person | null): SeatLink {
    this.withdraw(who);
    const secret = randomBytes(24).toString('base64url');
    this.#seats.set(hashOf(secret), who);
    return { who, path: `seat/${secret}` };
  }

  /** Draws a link for everybody who is not in the game yet. */
  inviteNewcomers(): string {
    const secret = randomBytes(24).toString('base64url');
    this.#newcomers.add(hashOf(secret));
    return `seat/${secret}`;
  }

  isNewcomers(link: string | null): boolean {
    return link !== null && this.#newcomers.has(link);
  }

  /** Gives somebody new a seat, and returns the link that stands for it; a seat that somebody has is not given again. */
  seatNewcomer(who: Person, roster: readonly { readonly id: string }[]): string {
    const isTaken = [...roster, ...this.#seats.values()].some((one) => one?.id === who.id);
    if (isTaken)
      throw new DoorProblem(403, `Only their own link seats ${who.name} here. Choose another name.`);
    return this.linkIn(`/${this.invite(who).path}`) ?? '';
  }

  /** Withdraws a person's link: browsers that it seated only read from then on. */
  withdraw(who: Person | null): void {
    for (const [hash, one] of this.#seats) if (one?.id === who?.id) this.#seats.delete(hash);
  }

  /** The hash of the link at this address; undefined where the address is no link. */
  linkIn(path: string): string | undefined {
    const secret = /^\/seat\/([\w-]+)\/?$/u.exec(path)?.[1];
    return secret === undefined ? undefined : hashOf(secret);
  }

  isInForce(link: string): boolean {
    return this.#seats.has(link) || this.#newcomers.has(link);
  }

  whoHas(link: string | null): Person | null {
    return link === null ? null : (this.#seats.get(link) ?? null);
  }

  isHosts(link: string | null): boolean {
    return link !== null && this.#seats.get(link) === null;
  }
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Refuses what a seat does not allow: to sit elsewhere, the host's doors to others, and all but reading without one. */
export function assertSeated(
  door: string,
  { who }: Pick<Visit, 'who'>,
  {
    isHost,
    isNew,
    changes,
  }: { readonly isHost: boolean; readonly isNew: boolean; readonly changes: boolean },
): void {
  if (door === 'who' && isNew) return;
  if (door === 'who')
    throw new DoorProblem(
      403,
      'Only the link that the host gave you seats you here: open it in this browser.',
    );
  if (HOSTS_DOORS.has(door)) {
    if (isHost) return;
    throw new DoorProblem(403, 'Only the host moves the clock or goes back. Nothing was done.');
  }
  if (changes && who === null)
    throw new DoorProblem(
      403,
      'Without a seat you only read. Ask the host for a link, and open it in this browser. Nothing was done.',
    );
}

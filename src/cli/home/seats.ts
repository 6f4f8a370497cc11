import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';

import { z } from 'zod';

import { readOwnFile, SHAPES } from '../../cache/own-files.ts';
import type { Person } from '../../forge/events.ts';
import { ENGINE_FOLDER } from '../../host/game.ts';
import { putFile } from '../../repository/write-files.ts';
import type { Visit } from '../../seat/doors/door.ts';
import { DoorProblem } from '../../seat/doors/given.ts';

/** The holder of a link: a person, the host (null), or everybody who is new. */
export type LinkHolder = Person | null | 'newcomers';

/** A link that seats somebody. */
export interface SeatLink {
  readonly who: LinkHolder;
  /** Below the place of the pages; null once it is withdrawn. */
  readonly path: string | null;
}

export const HOSTS_DOORS = new Set(['time', 'back', 'links']);

/** So many deeds of the host are told. */
const MOST_DEEDS = 5;

const keptSchema = z.strictObject({
  /** The host’s latest deeds, as everybody is told. */
  deeds: z.array(z.strictObject({ at: z.string(), did: z.string() })).default([]),
  /** The address of the server when it ran last. */
  url: z.string(),
  links: z.array(
    z.strictObject({
      who: z.union([z.strictObject({ id: z.string(), name: z.string() }), z.enum(['host', 'newcomers'])]),
      /** Null once the link is withdrawn, so that the next start draws no other. */
      secret: z.string().nullable(),
    }),
  ),
});
type Kept = z.infer<typeof keptSchema>;
type KeptLink = Kept['links'][number];

/**
 * The seats of a game in a network: only a link with a secret seats somebody. The links stay with the game, in a file that only its
 * owner can read, which is read anew each time: a link that is withdrawn, here or by a command, is so at once.
 */
export class Seats {
  readonly #path: string | null;
  #memory: Kept = { deeds: [], url: '', links: [] };

  /** Without a folder the links are forgotten with this object. */
  constructor(folder?: string) {
    this.#path = folder === undefined ? null : join(folder, ENGINE_FOLDER, 'links.json');
  }

  get url(): string {
    return this.#kept.url;
  }

  get links(): readonly SeatLink[] {
    return this.#kept.links.map(linkOf);
  }

  /** Gives a link to the host, to newcomers and to each on the roster who never had one. */
  open(url: string, roster: readonly { readonly id: string; readonly name: string }[]): void {
    const { links, deeds } = this.#kept;
    const people = roster.map(({ id, name }) => ({ id, name, bot: false }));
    const had = new Set(links.map(({ who }) => keyOf(who)));
    const drawn = ([null, 'newcomers', ...people] as const)
      .map(keptHolder)
      .filter((who) => !had.has(keyOf(who)))
      .map((who) => ({ who, secret: drawSecret() }));
    this.#keep({ deeds, url, links: [...links, ...drawn] });
  }

  /** Draws a link; one that was there before is withdrawn. */
  invite(holder: LinkHolder): { readonly path: string } {
    const secret = drawSecret();
    this.#put(keptHolder(holder), secret);
    return { path: `seat/${secret}` };
  }

  /** Withdraws a link: browsers that it seated only read from then on. */
  withdraw(holder: LinkHolder): void {
    this.#put(keptHolder(holder), null);
  }

  get deeds(): Kept['deeds'] {
    return this.#kept.deeds;
  }

  /** Keeps what the host did, to be told on each page. */
  note(at: string, did: string): void {
    const kept = this.#kept;
    this.#keep({ ...kept, deeds: [...kept.deeds, { at, did }].slice(-MOST_DEEDS) });
  }

  /** Gives somebody new a seat, and returns the link that stands for it; a seat that somebody has is not given again. */
  seatNewcomer(who: Person, roster: readonly { readonly id: string }[]): string {
    const inForce = this.#kept.links.filter(({ secret }) => secret !== null).map((one) => one.who);
    const isTaken = [...roster, ...inForce].some((one) => typeof one === 'object' && one.id === who.id);
    if (isTaken)
      throw new DoorProblem(403, `Only their own link seats ${who.name} here. Choose another name.`);
    return this.linkIn(`/${this.invite(who).path}`) ?? '';
  }

  /** The hash of the link at this address; undefined where the address is no link. */
  linkIn(path: string): string | undefined {
    const secret = /^\/seat\/([\w-]+)\/?$/u.exec(path)?.[1];
    return secret === undefined ? undefined : hashOf(secret);
  }

  isInForce(link: string): boolean {
    return this.#holderOf(link) !== undefined;
  }

  whoHas(link: string | null): Person | null {
    const who = this.#holderOf(link);
    return typeof who === 'object' ? { ...who, bot: false } : null;
  }

  isHosts(link: string | null): boolean {
    return this.#holderOf(link) === 'host';
  }

  isNewcomers(link: string | null): boolean {
    return this.#holderOf(link) === 'newcomers';
  }

  #holderOf(link: string | null): KeptLink['who'] | undefined {
    if (link === null) return undefined;
    return this.#kept.links.find(({ secret }) => secret !== null && hashOf(secret) === link)?.who;
  }

  #put(who: KeptLink['who'], secret: string | null): void {
    const { links, ...kept } = this.#kept;
    const at = links.findIndex((one) => keyOf(one.who) === keyOf(who));
    const link = { who, secret };
    this.#keep({ ...kept, links: at < 0 ? [...links, link] : links.with(at, link) });
  }

  get #kept(): Kept {
    const text = this.#path === null ? null : readOwnFile(this.#path, SHAPES.data);
    return text === null ? this.#memory : keptSchema.parse(JSON.parse(text));
  }

  #keep(kept: Kept): void {
    if (this.#path === null) this.#memory = kept;
    else putFile(this.#path, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600 });
  }
}

function keptHolder(holder: LinkHolder): KeptLink['who'] {
  if (holder === null) return 'host';
  return holder === 'newcomers' ? holder : { id: holder.id, name: holder.name };
}

function linkOf({ who, secret }: KeptLink): SeatLink {
  const holder = typeof who === 'object' ? { ...who, bot: false } : who === 'host' ? null : who;
  return { who: holder, path: secret === null ? null : `seat/${secret}` };
}

/** An id has no blank, so that nobody's is taken for these. */
function keyOf(who: KeptLink['who']): string {
  return typeof who === 'object' ? who.id : `the ${who}`;
}

export function nameOfHolder(who: LinkHolder): string {
  if (who === null) return 'the host, who moves the clock, goes back and gives links';
  return who === 'newcomers' ? 'somebody new' : who.name;
}

/** The links with their addresses, one a line. */
export function describeLinks(seats: Seats): readonly string[] {
  return seats.links.map(
    ({ who, path }) => `  ${nameOfHolder(who)}  ${path === null ? 'withdrawn' : `${seats.url}${path}`}`,
  );
}

function drawSecret(): string {
  return randomBytes(24).toString('base64url');
}

export function hashOf(secret: string): string {
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
    throw new DoorProblem(403, 'Only the host moves the clock, goes back or gives links. Nothing was done.');
  }
  if (changes && who === null)
    throw new DoorProblem(
      403,
      'Without a seat you only read. Ask the host for a link, and open it in this browser. Nothing was done.',
    );
}

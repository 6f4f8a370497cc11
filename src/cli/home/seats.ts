import { base64UrlOf } from '#platform/bytes.ts';
import { hexDigest } from '#platform/hash.ts';
import { randomBytes } from '#platform/machine.ts';
import { join, resolve } from 'node:path';

import { z } from 'zod';

import { readOwnFile, SHAPES } from '../../cache/own-files.ts';
import type { Person } from '../../forge/events.ts';
import { ENGINE_FOLDER } from '../../host/game.ts';
import { IN_ENGLISH, type Wording } from '../../language/wording.ts';
import type { Named } from '../../session/position/person-id.ts';
import { putFile } from '#platform/files.ts';
import type { Visit } from '../../seat/forms/form.ts';
import { FormProblem } from '../../seat/forms/given.ts';

/** The holder of a link: a person, the host (null), or all newcomers. */
export type LinkHolder = Person | null | 'newcomers';

export interface SeatLink {
  readonly who: LinkHolder;
  /** Relative to the root of the pages; null once it is withdrawn. */
  readonly path: string | null;
}

export const HOSTS_FORMS = new Set(['time', 'back', 'links']);

/** As many wait at the door, and have a seat without being on the roster, so that strangers can't fill the host's page. */
export const MOST_STRANGERS = 40;

/** How many of the host's actions are shown. */
const MOST_ACTIONS = 5;

const savedSchema = z.object({
  /** The host's latest actions, visible to everybody. */
  actions: z.array(z.strictObject({ at: z.string(), did: z.string() })).default([]),
  /** The address of the server when it last ran, and the folder of the game then: a copy is not served there. */
  url: z.string(),
  folder: z.string().optional(),
  links: z.array(
    z.strictObject({
      who: z.union([z.strictObject({ id: z.string(), name: z.string() }), z.enum(['host', 'newcomers'])]),
      /** Null once the link is withdrawn, so that the next start doesn't make a new one. */
      secret: z.string().nullable(),
    }),
  ),
});
type SavedSeats = z.infer<typeof savedSchema>;
type SavedLink = SavedSeats['links'][number];

/**
 * The seats of a game in a network, where people are seated only by a secret link. The links are stored with the game,
 * in a file that only its owner can read. It is read each time, so that withdrawing a link, here or by a command, takes
 * effect at once.
 */
export class Seats {
  readonly #path: string | null;
  readonly #folder: string | undefined;
  /** The file's last content, which rarely changes. */
  #read: { readonly text: string; readonly saved: SavedSeats; readonly holders: Holders } | null = null;
  #memory: SavedSeats = { actions: [], url: '', links: [] };

  /** Without a folder, the links are lost with this object. */
  constructor(folder?: string) {
    this.#folder = folder && resolve(folder);
    this.#path = folder === undefined ? null : join(folder, ENGINE_FOLDER, 'links.json');
  }

  /** Empty for a copy that has not been served yet. */
  get url(): string {
    const { url, folder = this.#folder } = this.#saved;
    return folder === this.#folder ? url : '';
  }

  get links(): readonly SeatLink[] {
    return this.#saved.links.map(linkOf);
  }

  /** Makes links for the host, for newcomers and for each player who has never had one. */
  open(url: string, roster: readonly Named[]): void {
    this.rename(roster);
    const { links, actions } = this.#saved;
    const people = roster.map(({ id, name }) => ({ id, name, bot: false }));
    const had = new Set(links.map(({ who }) => keyOf(who)));
    const drawn = ([null, 'newcomers', ...people] as const)
      .map(savedHolder)
      .filter((who) => !had.has(keyOf(who)))
      .map((who) => ({ who, secret: drawSecret() }));
    this.#keep({ actions, url, folder: this.#folder, links: [...links, ...drawn] });
  }

  /** Calls players as the game does now. */
  rename(roster: readonly Named[]): void {
    for (const { secret, who } of this.#saved.links)
      for (const { id, name } of roster)
        if (typeof who === 'object' && who.id === id && who.name !== name) this.#put({ id, name }, secret);
  }

  /** Makes a link and withdraws the earlier one. */
  invite(holder: LinkHolder): { readonly path: string } {
    const secret = drawSecret();
    this.#put(savedHolder(holder), secret);
    return { path: `seat/${secret}` };
  }

  /** Withdraws a link; browsers that it seated can only read from then on. */
  withdraw(holder: LinkHolder): void {
    this.#put(savedHolder(holder), null);
  }

  get actions(): SavedSeats['actions'] {
    return this.#saved.actions;
  }

  /** Records what the host did, to be shown on each page. */
  note(at: string, did: string): void {
    const saved = this.#saved;
    this.#keep({ ...saved, actions: [...saved.actions, { at, did }].slice(-MOST_ACTIONS) });
  }

  /** True if nobody holds this seat, and few people have one who aren't on the roster yet: a newcomer may take it. */
  isFree(who: Person, roster: readonly { readonly id: string }[]): boolean {
    const inForce = this.#saved.links.filter(({ secret }) => secret !== null).map((one) => one.who);
    const ids = new Set([...roster, ...inForce].flatMap((one) => (typeof one === 'object' ? [one.id] : [])));
    return !ids.has(who.id) && ids.size < roster.length + MOST_STRANGERS;
  }

  /** The hash of somebody's link. An existing link stays valid, since they may use it in other browsers. */
  linkFor(who: Person): string {
    const has = this.links.find((link) => typeof link.who === 'object' && link.who?.id === who.id)?.path;
    return this.linkIn(`/${has ?? this.invite(who).path}`) ?? '';
  }

  /** The hash of the link at this address; undefined if it is no link. */
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

  #holderOf(link: string | null): SavedLink['who'] | undefined {
    if (link === null) return undefined;
    const { links } = this.#saved;
    return (this.#read?.holders ?? holdersOf(links)).get(link);
  }

  #put(who: SavedLink['who'], secret: string | null): void {
    const { links, ...saved } = this.#saved;
    const at = links.findIndex((one) => keyOf(one.who) === keyOf(who));
    const link = { who, secret };
    this.#keep({ ...saved, links: at < 0 ? [...links, link] : links.with(at, link) });
  }

  get #saved(): SavedSeats {
    const isKnown = (text: string): boolean => text === this.#read?.text;
    const text =
      this.#path === null ? null : readOwnFile(this.#path, (one) => isKnown(one) || SHAPES.data(one));
    if (text === null) return this.#memory;
    if (this.#read === null || !isKnown(text)) {
      const saved = savedSchema.parse(JSON.parse(text));
      this.#read = { text, saved, holders: holdersOf(saved.links) };
    }
    return this.#read.saved;
  }

  #keep(saved: SavedSeats): void {
    if (this.#path === null) this.#memory = saved;
    else putFile(this.#path, `${JSON.stringify(saved, null, 2)}\n`, { mode: 0o600 });
  }
}

/** The person who has each link, by its hash. */
type Holders = ReadonlyMap<string, SavedLink['who']>;

function holdersOf(links: SavedSeats['links']): Holders {
  return new Map(links.flatMap(({ who, secret }) => (secret === null ? [] : [[hashOf(secret), who]])));
}

function savedHolder(holder: LinkHolder): SavedLink['who'] {
  if (holder === null) return 'host';
  return holder === 'newcomers' ? holder : { id: holder.id, name: holder.name };
}

function linkOf({ who, secret }: SavedLink): SeatLink {
  const holder = typeof who === 'object' ? { ...who, bot: false } : who === 'host' ? null : who;
  return { who: holder, path: secret === null ? null : `seat/${secret}` };
}

/** Prefixed with a space, so that no player's id is mistaken for these. */
function keyOf(who: SavedLink['who']): string {
  return typeof who === 'object' ? who.id : `the ${who}`;
}

export function nameOfHolder(who: LinkHolder, { say }: Wording): string {
  if (who === null) return say`Host (links, clock, rewind)`;
  return who === 'newcomers' ? say`New players` : who.name;
}

const NO_ADDRESS = IN_ENGLISH.say`Not served here yet: ${'`gitnomic start --host ADDRESS`'} gives these links an address.`;

export function describeLinks(seats: Seats): readonly string[] {
  const lines = seats.links.map(
    ({ who, path }) =>
      `  ${nameOfHolder(who, IN_ENGLISH)}  ${path === null ? 'withdrawn' : `${seats.url}${path}`}`,
  );
  return seats.url === '' ? [...lines, NO_ADDRESS] : lines;
}

function drawSecret(): string {
  return base64UrlOf(randomBytes(24));
}

export function hashOf(secret: string): string {
  return hexDigest('sha256', secret);
}

/** Refuses what a seat does not allow: taking another seat, the host's forms for others, and anything but reading without a seat. */
export function assertSeated(
  name: string,
  { who }: Pick<Visit, 'who'>,
  {
    isHost,
    mayCome,
    changes,
  }: { readonly isHost: boolean; readonly mayCome: boolean; readonly changes: boolean },
): void {
  if (name === 'who' && (isHost || mayCome)) return;
  if (name === 'who')
    throw new FormProblem(403, ({ say }) =>
      who === null
        ? say`The host lets nobody in at the moment. To play, open the link that the host sent you.`
        : say`You’re ${who.name} in this browser. To play as somebody else, open their link.`,
    );
  if (HOSTS_FORMS.has(name)) {
    if (isHost) return;
    throw new FormProblem(403, ({ say }) => say`Only the host can do that. Nothing has changed.`);
  }
  if (changes && who === null)
    throw new FormProblem(
      403,
      ({ say }) =>
        say`You’re only watching. To play, ask the host for a link and open it in this browser. Nothing has changed.`,
    );
}

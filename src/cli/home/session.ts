import { hexOf, utf8 } from '#platform/bytes.ts';
import { hmacSha256 } from '#platform/hash.ts';
import { isSameSecret, randomBytes } from '#platform/machine.ts';
import { join } from 'node:path';

import { z } from 'zod';

import { readOwnFile, SHAPES } from '../../cache/own-files.ts';
import type { Person } from '../../forge/events.ts';
import { ENGINE_FOLDER } from '../../host/game.ts';
import { putFile } from '#platform/files.ts';
import { draftSchema, type SavedDraft } from '../../seat/forms/saved-draft.ts';
import type { Flash } from '../../seat/forms/view.ts';
import type { StoredAnswer } from './stored-answers.ts';
import { hashOf } from './seats.ts';

export interface Session {
  readonly id: string;
  seat: Person | null;
  /** The links that gave this browser its seat and the host's, if seats need links. */
  link: string | null;
  hostLink: string | null;
  /** The player whose seat the host has borrowed; this ends with the server. */
  lent: Person | null;
  /** The folder of the copy that this browser is viewing; null for the game itself. */
  table: string | null;
  flash: Flash | null;
  /** The person in this seat, while they haven't joined the game. */
  outside: string | null;
  /** The latest forms that were carried out, by their contents, the pages that they led to, and the answers. */
  readonly sent: Map<string, { readonly location: string; readonly said: Flash['said'] }>;
  /** The latest answers of forms that did nothing yet, by the word for them in their address. */
  readonly answers: Map<string, StoredAnswer>;
  /** Drafts of proposals with several changes, one for each person and game. */
  readonly drafts: Map<string, SavedDraft>;
}

const MOST_SESSIONS = 1000;

/** Drafts may be long, so they are saved for this many browsers only. */
const MOST_WITH_DRAFTS = 100;

const browserSchema = z.strictObject({
  link: z.string().nullable(),
  hostLink: z.string().nullable(),
  /** Used when people are taken at their word. */
  seat: z.strictObject({ id: z.string(), name: z.string(), bot: z.boolean() }).nullable().default(null),
  drafts: z.array(z.tuple([z.string(), draftSchema])).default([]),
});
type SavedBrowser = z.infer<typeof browserSchema>;

const savedSchema = z.strictObject({
  /** The secret from which CSRF tokens are derived, so that open pages stay valid after a restart. */
  key: z.string(),
  /** Keyed by a hash of the session's id, so that a copy of this file opens no session. */
  browsers: z.record(z.string(), browserSchema),
});

const NOTHING: SavedBrowser = { link: null, hostLink: null, seat: null, drafts: [] };

/**
 * Seats and drafts are stored with the game, so that restarting the server unseats nobody and loses no draft. The
 * browser's session is in a cookie, and its CSRF token is derived from that.
 */
export class Sessions {
  readonly #sessions = new Map<string, Session>();
  readonly #most: number;
  readonly #path: string | null;
  readonly #saved: z.infer<typeof savedSchema>;
  readonly cookie: string;

  /** The cookie's name includes the port, since cookies are shared between ports. */
  constructor(port: number, folder: string | null = null, most = MOST_SESSIONS) {
    this.#most = most;
    this.cookie = `gitnomic-home-${port}`;
    this.#path = folder === null ? null : join(folder, ENGINE_FOLDER, 'browsers.json');
    const text = this.#path === null ? null : readOwnFile(this.#path, SHAPES.data);
    this.#saved =
      text === null ? { key: hexOf(randomBytes(32)), browsers: {} } : savedSchema.parse(JSON.parse(text));
  }

  /** Saves the seat and the drafts of a session beyond the life of the server, once something was done in it. */
  keep(session: Session): void {
    this.#hold(session);
    const { id, link, hostLink, seat, drafts } = session;
    if (this.#path === null) return;
    const name = hashOf(id);
    const browser: SavedBrowser = { link, hostLink, seat, drafts: [...drafts] };
    const { [name]: before, ...rest } = this.#saved.browsers;
    if (JSON.stringify(before ?? NOTHING) === JSON.stringify(browser)) return;
    const others = Object.entries(rest);
    const goes = others.length < this.#most ? undefined : firstToGo(others, ([, one]) => one);
    const all = [...others.filter((one) => one !== goes), [name, browser] as const].toReversed();
    let left = MOST_WITH_DRAFTS;
    this.#saved.browsers = Object.fromEntries(
      all
        .map(
          ([of, one]) => [of, one.drafts.length > 0 && left-- <= 0 ? { ...one, drafts: [] } : one] as const,
        )
        .toReversed(),
    );
    putFile(this.#path, `${JSON.stringify(this.#saved)}\n`, { mode: 0o600 });
  }

  find(cookies: string | undefined): Session | null {
    for (const one of (cookies ?? '').split(';')) {
      const [name, value] = one.trim().split('=');
      if (name === this.cookie && value !== undefined)
        return this.#used(value) ?? this.#again(value) ?? this.#unseated(value);
    }
    return null;
  }

  /** Moves the session to the end, as the most recently used. */
  #used(id: string): Session | undefined {
    const session = this.#sessions.get(id);
    if (session !== undefined) this.#hold(session);
    return session;
  }

  /** A browser that got its id here and has done nothing yet. The id itself proves where it came from, so nothing is stored. */
  #unseated(id: string): Session | null {
    const [drawn = '', sign] = id.split('.');
    return sign !== undefined && areSame(sign, this.#sign(`session ${drawn}`)) ? newSession(id) : null;
  }

  /** Restores the session of a browser that was here before the server started. */
  #again(id: string): Session | null {
    const saved = this.#saved.browsers[hashOf(id)];
    if (saved === undefined) return null;
    const { drafts, ...seated } = saved;
    const session = Object.assign(newSession(id, new Map(drafts)), seated);
    this.#hold(session);
    return session;
  }

  /** Starts a session, which is stored only once something is done in it, so that visitors displace nobody. */
  begin(): Session {
    const drawn = hexOf(randomBytes(24));
    return newSession(`${drawn}.${this.#sign(`session ${drawn}`)}`);
  }

  #hold(session: Session): void {
    const goes =
      this.#sessions.size < this.#most || this.#sessions.has(session.id)
        ? undefined
        : firstToGo([...this.#sessions.values()], (one) => one);
    if (goes !== undefined) this.#sessions.delete(goes.id);
    this.#sessions.delete(session.id);
    this.#sessions.set(session.id, session);
  }

  header({ id }: Session, isSecure: boolean): string {
    return `${this.cookie}=${id}; Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  }

  /** Depends on seat and game, so that a page in another tab can't act for the previous person or in another copy. */
  tokenOf({ id, seat, table }: Session): string {
    return this.#sign(JSON.stringify([id, seat?.id ?? null, table]));
  }

  isToken(session: Session, given: string): boolean {
    return areSame(this.tokenOf(session), given);
  }

  #sign(text: string): string {
    return hexOf(hmacSha256(utf8(this.#saved.key), text));
  }
}

function newSession(id: string, drafts: Session['drafts'] = new Map()): Session {
  return {
    id,
    seat: null,
    link: null,
    hostLink: null,
    lent: null,
    table: null,
    flash: null,
    outside: null,
    sent: new Map(),
    answers: new Map(),
    drafts,
  };
}

/**
 * Picks the session to drop if there are too many: among the longest unused, one without a seat, or one of the person
 * with the most, so that nobody displaces others by taking seats repeatedly.
 */
function firstToGo<T>(
  all: readonly T[],
  browserOf: (one: T) => Pick<Session, 'seat' | 'hostLink'>,
): T | undefined {
  const nobody = 'nobody at all';
  const byHolder = Map.groupBy(all, (one) => {
    const { seat, hostLink } = browserOf(one);
    return seat?.id ?? (hostLink === null ? nobody : 'the host');
  });
  const [most] = [...byHolder.values()].sort((a, b) => b.length - a.length);
  return (byHolder.get(nobody) ?? most)?.[0];
}

function areSame(wanted: string, given: string): boolean {
  return isSameSecret(utf8(wanted), utf8(given));
}

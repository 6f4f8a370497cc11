import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';

import { z } from 'zod';

import { readOwnFile, SHAPES } from '../../cache/own-files.ts';
import type { Person } from '../../forge/events.ts';
import { ENGINE_FOLDER } from '../../host/game.ts';
import { putFile } from '../../repository/write-files.ts';
import { draftSchema, type KeptDraft } from '../../seat/doors/kept-draft.ts';
import type { Flash } from '../../seat/doors/view.ts';
import { hashOf } from './seats.ts';

export interface Session {
  readonly id: string;
  /** The person in this browser's seat. */
  seat: Person | null;
  /** The links that gave this browser its seat and the host's, if seats need links. */
  link: string | null;
  hostLink: string | null;
  /** The player whose seat the host has borrowed; this ends with the server. */
  lent: Person | null;
  /** The folder of the copy that this browser is viewing; null for the game itself. */
  table: string | null;
  flash: Flash | null;
  /** Drafts of proposals with several changes, one for each person and game. */
  readonly drafts: Map<string, KeptDraft>;
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
type KeptBrowser = z.infer<typeof browserSchema>;

const keptSchema = z.strictObject({
  /** The secret from which CSRF tokens are derived, so that open pages stay valid after a restart. */
  key: z.string(),
  /** Keyed by a hash of the session's id, so that a copy of this file opens no session. */
  browsers: z.record(z.string(), browserSchema),
});

const NOTHING: KeptBrowser = { link: null, hostLink: null, seat: null, drafts: [] };

/**
 * Seats and drafts are stored with the game, so that restarting the server unseats nobody and loses no draft. The
 * browser's session is in a cookie, and its CSRF token is derived from that.
 */
export class Sessions {
  readonly #sessions = new Map<string, Session>();
  readonly #path: string | null;
  readonly #kept: z.infer<typeof keptSchema>;
  readonly cookie: string;

  /** The cookie's name includes the port, since cookies are shared between ports. */
  constructor(port: number, folder: string | null = null) {
    this.cookie = `gitnomic-home-${port}`;
    this.#path = folder === null ? null : join(folder, ENGINE_FOLDER, 'browsers.json');
    const text = this.#path === null ? null : readOwnFile(this.#path, SHAPES.data);
    this.#kept =
      text === null
        ? { key: randomBytes(32).toString('hex'), browsers: {} }
        : keptSchema.parse(JSON.parse(text));
  }

  /** Saves the seat and the drafts of a session beyond the life of the server. */
  keep({ id, link, hostLink, seat, drafts }: Session): void {
    if (this.#path === null) return;
    const name = hashOf(id);
    const browser: KeptBrowser = { link, hostLink, seat, drafts: [...drafts] };
    const { [name]: before, ...rest } = this.#kept.browsers;
    if (JSON.stringify(before ?? NOTHING) === JSON.stringify(browser)) return;
    const others = Object.entries(rest).slice(1 - MOST_SESSIONS);
    const all = [...others, [name, browser] as const].toReversed();
    let left = MOST_WITH_DRAFTS;
    this.#kept.browsers = Object.fromEntries(
      all
        .map(
          ([of, one]) => [of, one.drafts.length > 0 && left-- <= 0 ? { ...one, drafts: [] } : one] as const,
        )
        .toReversed(),
    );
    putFile(this.#path, `${JSON.stringify(this.#kept)}\n`, { mode: 0o600 });
  }

  find(cookies: string | undefined): Session | null {
    for (const one of (cookies ?? '').split(';')) {
      const [name, value] = one.trim().split('=');
      if (name === this.cookie && value !== undefined) return this.#sessions.get(value) ?? this.#again(value);
    }
    return null;
  }

  /** Restores the session of a browser that was here before the server started. */
  #again(id: string): Session | null {
    const kept = this.#kept.browsers[hashOf(id)];
    if (kept === undefined) return null;
    const { drafts, ...seated } = kept;
    return Object.assign(this.#add(id, new Map(drafts)), seated);
  }

  begin(): Session {
    return this.#add(randomBytes(24).toString('hex'));
  }

  #add(id: string, drafts: Session['drafts'] = new Map()): Session {
    if (this.#sessions.size >= MOST_SESSIONS) {
      // Visitors who only look must not push anybody off their seat.
      const all = [...this.#sessions.values()];
      const oldest = all.find(({ seat, hostLink }) => seat === null && hostLink === null) ?? all[0];
      if (oldest !== undefined) this.#sessions.delete(oldest.id);
    }
    const session: Session = {
      id,
      seat: null,
      link: null,
      hostLink: null,
      lent: null,
      table: null,
      flash: null,
      drafts,
    };
    this.#sessions.set(session.id, session);
    return session;
  }

  header({ id }: Session, isSecure: boolean): string {
    return `${this.cookie}=${id}; Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  }

  tokenOf({ id }: Session): string {
    return createHmac('sha256', this.#kept.key).update(id).digest('hex');
  }

  isToken(session: Session, given: string): boolean {
    const [wanted, there] = [Buffer.from(this.tokenOf(session)), Buffer.from(given)];
    return wanted.length === there.length && timingSafeEqual(wanted, there);
  }
}

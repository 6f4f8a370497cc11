import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

import type { Person } from '../../forge/events.ts';
import type { KeptDraft } from '../../seat/doors/kept-draft.ts';
import type { Flash } from '../../seat/doors/view.ts';

export interface Session {
  readonly id: string;
  /** The name under which somebody sits here. */
  seat: Person | null;
  /** The links by which this browser has its seat and the host's, where seats need them. */
  link: string | null;
  hostLink: string | null;
  flash: Flash | null;
  /** The drafts of proposals that change several rules: one for each person and game. */
  readonly drafts: Map<string, KeptDraft>;
}

const MOST_SESSIONS = 1000;

/** Sessions live as long as the server. Which one a browser has stands in a cookie; its token is derived from it. */
export class Sessions {
  readonly #secret = randomBytes(32);
  readonly #sessions = new Map<string, Session>();
  readonly cookie: string;

  /** Cookies don't tell ports apart, so that their name has to. */
  constructor(port: number) {
    this.cookie = `gitnomic-home-${port}`;
  }

  find(cookies: string | undefined): Session | null {
    for (const one of (cookies ?? '').split(';')) {
      const [name, value] = one.trim().split('=');
      if (name === this.cookie && value !== undefined) return this.#sessions.get(value) ?? null;
    }
    return null;
  }

  begin(): Session {
    if (this.#sessions.size >= MOST_SESSIONS) {
      // Strangers who only look must not push anybody off their seat.
      const all = [...this.#sessions.values()];
      const oldest = all.find(({ seat, hostLink }) => seat === null && hostLink === null) ?? all[0];
      if (oldest !== undefined) this.#sessions.delete(oldest.id);
    }
    const id = randomBytes(24).toString('hex');
    const session: Session = {
      id,
      seat: null,
      link: null,
      hostLink: null,
      flash: null,
      drafts: new Map(),
    };
    this.#sessions.set(session.id, session);
    return session;
  }

  header({ id }: Session): string {
    return `${this.cookie}=${id}; Path=/; HttpOnly; SameSite=Strict`;
  }

  tokenOf({ id }: Session): string {
    return createHmac('sha256', this.#secret).update(id).digest('hex');
  }

  isToken(session: Session, given: string): boolean {
    const [wanted, there] = [Buffer.from(this.tokenOf(session)), Buffer.from(given)];
    return wanted.length === there.length && timingSafeEqual(wanted, there);
  }
}

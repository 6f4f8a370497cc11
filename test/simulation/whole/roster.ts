import type { Person } from '../../../src/forge/events.ts';

const DAY_MS = 24 * 3_600_000;
const REQUEST_DAYS = 4;
const SILENCE_DAYS = 7;
const HOLD_DAYS = 4;

interface Member {
  state: 'outsider' | 'applicant' | 'active' | 'idle';
  readonly admin: boolean;
  heard: number;
  idleAsked: number | null;
  unidleAsked: number | null;
  idle: {
    readonly reason: 'asked' | 'self' | 'inactive';
    readonly since: number;
    readonly dynasty: number;
  } | null;
}

/** Who is a player, by the rules Players and Idle Players as they are written. */
export class Roster {
  readonly members = new Map<string, Member>();
  readonly #accounts = new Map<string, string>();

  constructor(players: readonly string[], admins: readonly string[], start: number) {
    for (const id of players) {
      this.members.set(id, { ...newMember(start), state: 'active', admin: admins.includes(id) });
      this.#accounts.set(id, id);
    }
  }

  /** An account is one person for ever, whatever it is called; a newcomer never gets a name that is taken. */
  playerOf({ id, name }: Person): string {
    const known = this.#accounts.get(id);
    if (known !== undefined) return known;
    const plain = (text: string): string =>
      text
        .toLowerCase()
        .replace(/[^a-z0-9]+/gu, '-')
        .replace(/^-|-$/gu, '');
    const base = plain(name) || plain(id) || 'somebody';
    const taken = new Set(this.#accounts.values());
    let player = base;
    for (let count = 2; taken.has(player) || player === 'engine'; count += 1) player = `${base}-${count}`;
    this.#accounts.set(id, player);
    return player;
  }

  heardOf(id: string, at: number): void {
    const member = this.#member(id);
    member.heard = Math.max(member.heard, at);
  }

  apply(id: string): void {
    const member = this.#member(id);
    if (member.state === 'outsider') member.state = 'applicant';
  }

  isAdmin(id: string): boolean {
    const { admin, state } = this.#member(id);
    return admin && (state === 'active' || state === 'idle');
  }

  /** Whether an action on the roster is allowed; null for one that is none. */
  may(what: string, by: string, whom: string, now: number, dynasty: number): boolean | null {
    const [actor, member] = [this.#member(by), this.#member(whom)];
    const listed = ({ state }: Member): boolean => state === 'active' || state === 'idle';
    if (what === 'ask-idle' || what === 'ask-unidle') return listed(actor);
    if (what === 'join') return this.isAdmin(by) && member.state === 'applicant';
    if (what === 'idle') {
      const reason =
        by === whom ||
        within(member.idleAsked, now, REQUEST_DAYS) ||
        now - member.heard > SILENCE_DAYS * DAY_MS;
      return this.isAdmin(by) && member.state === 'active' && reason;
    }
    if (what !== 'unidle') return null;
    if (!this.isAdmin(by) || member.state !== 'idle') return false;
    return (by === whom || within(member.unidleAsked, now, REQUEST_DAYS)) && !held(member, now, dynasty);
  }

  /** Does what the ledger says was done. */
  does(what: string, by: string, whom: string, now: number, dynasty: number): void {
    const [actor, member] = [this.#member(by), this.#member(whom)];
    if (what === 'ask-idle') actor.idleAsked = now;
    if (what === 'ask-unidle') actor.unidleAsked = now;
    if (what === 'join') Object.assign(member, { ...newMember(now), state: 'active', admin: false });
    if (what === 'idle') {
      const reason =
        by === whom ? 'self' : within(member.idleAsked, now, REQUEST_DAYS) ? 'asked' : 'inactive';
      Object.assign(member, { state: 'idle', unidleAsked: null, idle: { reason, since: now, dynasty } });
    }
    if (what === 'unidle') Object.assign(member, { state: 'active', idle: null });
    this.heardOf(by, now);
  }

  #member(id: string): Member {
    const known = this.members.get(id) ?? newMember(0);
    this.members.set(id, known);
    return known;
  }
}

function newMember(heard: number): Member {
  return { state: 'outsider', admin: false, heard, idleAsked: null, unidleAsked: null, idle: null };
}

function within(at: number | null, now: number, days: number): boolean {
  return at !== null && now - at <= days * DAY_MS;
}

function held({ idle, idleAsked }: Member, now: number, dynasty: number): boolean {
  if (idle === null || idle.reason === 'inactive' || idle.dynasty !== dynasty) return false;
  return within(idle.reason === 'asked' ? idleAsked : idle.since, now, HOLD_DAYS);
}

/**
 * The barbarians' dynasty once more, written from the rules' words and not from their clauses: whether an act is legal
 * and what comes of it, to hold the engine against. `act` gives false where it must be refused.
 */
import {
  BARE,
  type Bout,
  type Fighter,
  fightRound,
  gainOf,
  hurt,
  isDead,
  LADDER,
  WEAPONS,
} from './clans-combat.ts';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
/** A Monday, from which weeks are counted. */
const MONDAY = Date.parse('2008-11-03T00:00:00Z');

export interface Duel extends Omit<Bout, 'combatants'> {
  readonly id: string;
  readonly referee: string;
  combatants: string[];
  brought: Record<string, string[]>;
  firstPrepared: Record<string, number>;
  status: 'open' | 'fighting' | 'ended' | 'cancelled';
  prepared: string | null;
  due: number | null;
  /** The latest list of each who has sent one, valid or not. */
  readonly lists: Map<string, readonly string[]>;
  winner: string | null;
  improved: string[];
  fled: string[];
}

interface Ritual {
  readonly player: string;
  readonly ritual: string;
  readonly at: number;
  readonly succeeded: boolean;
}

export interface Breach {
  readonly player: string;
  readonly tradition: string;
  readonly at: number;
  punishedBy: string | null;
}

export type Words = Readonly<Record<string, unknown>>;
/** False where it is against the rules; else it is done. */
export type Act = (o: Oracle, one: Fighter, words: Words) => boolean;
export const week = (at: number): number => Math.floor((at - MONDAY) / (7 * DAY));
const day = (at: number): number => Math.floor((at - MONDAY) / DAY);

export class Oracle {
  readonly people = new Map<string, Fighter>();
  readonly idle = new Set<string>();
  readonly duels: Duel[] = [];
  readonly rituals: Ritual[] = [];
  readonly breaches: Breach[] = [];
  readonly emperor: string;
  readonly taken = new Map<string, number>();
  weekly: number | null = null;
  now = 0;
  dice: number[] = [];

  constructor(ids: readonly string[], emperor: string, lords: readonly string[]) {
    this.emperor = emperor;
    for (const id of ids) {
      const stats = { strength: 5, skill: 5, reflex: 5, health: 1, honor: 10, clan: 'Null', shieldHits: 0 };
      const rest = {
        items: [],
        hunts: [],
        crushingNext: false,
        lastDamaged: null,
        lastCrushed: null,
        victory: false,
      };
      this.people.set(id, { id, ...stats, ...rest, lord: id === emperor || lords.includes(id) });
    }
  }

  who(id: unknown): Fighter {
    return this.people.get(String(id)) as Fighter;
  }
  isIdle(id: unknown): boolean {
    return this.idle.has(String(id));
  }
  players(): Fighter[] {
    return [...this.people.values()].filter(({ id }) => !this.isIdle(id));
  }
  duel(id: unknown): Duel | undefined {
    return this.duels.find((one) => one.id === id);
  }
  fightOf(id: string): Duel | undefined {
    return this.duels.find(({ status, combatants }) => status === 'fighting' && combatants.includes(id));
  }
  isPrepared(id: string): boolean {
    return this.duels.some(({ status, prepared }) => status === 'open' && prepared === id);
  }
  roll = (sides: number): number => (sides <= 0 ? 0 : (this.dice.shift() ?? Number.NaN));

  /** What happens when Honor is no longer what it was. */
  honor(fighter: Fighter, by: number): void {
    fighter.honor += by;
    this.crown();
  }

  /** Whoever has the most, as soon as anybody has more than twice what the emperor has. */
  crown(): void {
    const others = this.players().filter(({ id }) => id !== this.emperor);
    const most = Math.max(...others.map(({ honor }) => honor));
    if (most <= 2 * this.who(this.emperor).honor) return;
    for (const one of others) if (one.honor === most) one.victory = true;
  }

  /** Damage outside a Combat Round. */
  suffer(fighter: Fighter): void {
    if (hurt(fighter, 1, false, this.now) > 0) this.reckonDeath(this.fightOf(fighter.id));
  }

  reckonDeath(duel: Duel | undefined): boolean {
    const dead = (duel?.combatants ?? []).map((id) => this.who(id)).filter(isDead);
    if (duel === undefined || dead.length === 0) return false;
    for (const one of dead) if ((duel.damage[one.id] ?? 0) > 0) this.honor(one, duel.damage[one.id] ?? 0);
    this.end(duel, dead.length > 1 ? null : (duel.combatants.find((id) => id !== dead[0]?.id) ?? null));
    return true;
  }

  end(duel: Duel, winner: string | null): void {
    Object.assign(duel, { status: 'ended', winner, due: null });
    if (winner === null) return;
    const [won, lost] = [this.who(winner), this.who(duel.combatants.find((id) => id !== winner))];
    this.honor(won, gainOf(duel.flavour, won, lost));
    if (duel.flavour !== 'glorious-death') return;
    won.strength++;
    won.skill++;
    won.reflex++;
  }

  /** Once a day, and not within six hours. */
  mayDaily(key: string, id: string): boolean {
    const last = this.taken.get(`${key} ${id}`);
    return last === undefined || (day(last) !== day(this.now) && this.now - last >= 6 * HOUR);
  }
  takeDaily(key: string, id: string): void {
    this.taken.set(`${key} ${id}`, this.now);
  }

  mayHeal(one: Fighter): boolean {
    const within = (at: number | null, hours: number): boolean =>
      at !== null && this.now - at <= hours * HOUR;
    const hurtLately = within(one.lastDamaged, 24) || within(one.lastCrushed, 48);
    return (
      this.fightOf(one.id) === undefined && one.health > 1 && !hurtLately && this.mayDaily('heal', one.id)
    );
  }

  mayPerform(one: Fighter): boolean {
    const own = this.rituals.filter(({ player }) => player === one.id);
    const done = own.filter(({ at }) => week(at) === week(this.now)).length;
    const late = own.some(({ at }) => week(at) < week(this.now) && this.now - at < DAY);
    return (
      this.weekly !== null && this.fightOf(one.id) === undefined && done < Math.floor(one.honor / 10) && !late
    );
  }

  thisWeek(ritual: string): Ritual[] {
    return this.rituals.filter((one) => one.ritual === ritual && week(one.at) === week(this.now));
  }

  isValid(duel: Duel, id: string): boolean {
    const known: readonly string[] = [
      ...BARE,
      ...WEAPONS.filter((weapon) => duel.brought[id]?.includes(weapon)),
    ];
    const list = duel.lists.get(id);
    return list?.length === 4 && list.every((move) => known.includes(move));
  }

  send(by: string, words: Words): boolean {
    const duel = this.duel(words['duel']);
    if (this.isIdle(by) || isDead(this.who(by)) || duel === undefined) return false;
    const may =
      duel.status === 'fighting'
        ? duel.combatants.includes(by)
        : duel.status === 'open' && duel.prepared === by;
    if (!may || (duel.due !== null && this.now - duel.due >= DAY)) return false;
    duel.lists.set(by, words['moves'] as string[]);
    this.crown();
    return true;
  }

  /** Whoever goes idle while prepared is so no longer. */
  goIdle(id: string): void {
    this.idle.add(id);
    this.unprepare(id);
    this.crown();
  }

  comeBack(id: string): void {
    this.idle.delete(id);
    this.crown();
  }

  unprepare(id: string): void {
    for (const duel of this.duels) {
      if (duel.status !== 'open' || duel.prepared !== id) continue;
      duel.prepared = null;
      duel.lists.delete(id);
      delete duel.brought[id];
    }
  }

  act(by: string, does: Act | undefined, words: Words): boolean {
    const one = this.who(by);
    if (this.isIdle(by) || isDead(one)) return false;
    const accepted = does?.(this, one, words) ?? false;
    if (accepted) this.crown();
    if (accepted) for (const fighter of this.people.values()) if (isDead(fighter)) this.unprepare(fighter.id);
    return accepted;
  }

  isPlayer(id: unknown): boolean {
    return this.people.has(String(id)) && !this.isIdle(id);
  }

  breach(player: string, tradition: string): void {
    this.breaches.push({ player, tradition, at: this.now, punishedBy: null });
  }

  fight(duel: Duel): void {
    const [a, b] = duel.combatants.map((id) => this.who(id)) as [Fighter, Fighter];
    const [first, second] = [duel.lists.get(a.id) ?? [], duel.lists.get(b.id) ?? []];
    duel.lists.clear();
    const bout: Bout = Object.assign(Object.create(null) as Bout, duel, { combatants: [a, b] });
    for (let at = 0; at < 4; at++) {
      const hit = fightRound(bout, [String(first[at]), String(second[at])], this.roll, this.now);
      Object.assign(duel, { damage: bout.damage, last: bout.last, spoils: bout.spoils, rounds: bout.rounds });
      if (this.reckonDeath(duel)) return;
      if (duel.flavour === 'first-blood' && hit.length === 1)
        return this.end(duel, hit[0] === a ? b.id : a.id);
      if (duel.flavour === 'first-blood' && hit.length === 2) break;
    }
    duel.due = this.now;
    if (duel.flavour !== 'twelve-rounds' || duel.rounds < 12) return;
    const ahead = (duel.damage[a.id] ?? 0) - (duel.damage[b.id] ?? 0);
    this.end(duel, ahead === 0 ? null : ahead > 0 ? a.id : b.id);
  }
}

export const healthOf = ({ health }: Fighter): string => LADDER[health] ?? '';

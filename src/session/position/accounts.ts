import type { Person } from '../../forge/events.ts';
import { define } from '../../kernel/values.ts';
import type { BridgeFact } from '../../store/engine-files.ts';
import { personId } from './person-id.ts';

/** The players behind accounts on the forge, and each player's reading key. */
export class Accounts {
  readonly #accounts: Record<string, string>;
  readonly #readers: Record<string, string>;
  readonly #bridges: Record<string, BridgeFact>;

  /** Players for whom a program has acted; everybody can see that. */
  readonly machines: Set<string>;

  constructor(
    accounts: Readonly<Record<string, string>>,
    readers: Readonly<Record<string, string>> = {},
    machines: readonly string[] = [],
    bridges: Readonly<Record<string, BridgeFact>> = {},
  ) {
    this.machines = new Set(machines);
    this.#accounts = { ...accounts };
    this.#readers = { ...readers };
    this.#bridges = { ...bridges };
  }

  /** Account → player. */
  get all(): Readonly<Record<string, string>> {
    return this.#accounts;
  }

  /** Player → the public key for messages to them alone. */
  get readers(): Readonly<Record<string, string>> {
    return this.#readers;
  }

  /** Player → the bridge that may speak for them. */
  get bridges(): Readonly<Record<string, BridgeFact>> {
    return this.#bridges;
  }

  /** Null withdraws the permission. */
  setBridge(player: string, bridge: BridgeFact | null): void {
    if (bridge === null) delete this.#bridges[player];
    else define(this.#bridges, player, bridge);
  }

  /** Null if the account is new. */
  known(account: string): string | null {
    return Object.hasOwn(this.#accounts, account) ? (this.#accounts[account] ?? null) : null;
  }

  /** Records an account and returns its player. Newcomers get their own id and are outsiders to the rules. */
  register(person: Person): string {
    const player = this.lookUp(person);
    // An account may be called `constructor` or `__proto__`.
    if (this.known(person.id) === null) define(this.#accounts, person.id, player);
    return player;
  }

  /** The player of this account, or the id it would get. Records nothing, so readers can call it. */
  lookUp({ id, name }: Person): string {
    const known = this.known(id);
    if (known !== null) return known;
    const taken = new Set(Object.values(this.#accounts));
    const base = personId(name) || personId(id) || 'somebody';
    let player = base;
    for (let count = 2; taken.has(player) || player === 'engine'; count++) player = `${base}-${count}`;
    return player;
  }

  /** A player's name for others: `ana (machine)` if a program acts for them. */
  shown(player: string, name = player): string {
    return this.machines.has(player) ? `${name} (machine)` : name;
  }

  readerOf(player: string): string | null {
    return Object.hasOwn(this.#readers, player) ? (this.#readers[player] ?? null) : null;
  }

  setReader(player: string, recipient: string): void {
    define(this.#readers, player, recipient);
  }
}

/** What the rules of the game as it was first published come to, told a second time and without the engine. */
export type Vote = 'FOR' | 'AGAINST';

export interface Proposal {
  readonly id: string;
  readonly number: number;
  readonly by: string;
  readonly title: string;
  readonly change: Change;
  readonly votes: Map<string, Vote>;
  status: 'pending' | 'enacted' | 'failed';
}

/** Of the rules that are played with: each begins as new and mutable. */
export type Change =
  | { readonly do: 'add'; readonly rule: string }
  | { readonly do: 'repeal' | 'transmute'; readonly rule: string };

const GOAL = 100;
const PENALTY = 10;
const CIRCUITS_OF_UNANIMITY = 2;
const FIRST_NUMBER = 301;
const MUTABLE_OF_INITIAL_SET = 13;
const MOST_MUTABLE = 25;

export class SuberOracle {
  readonly people: string[];
  readonly points = new Map<string, number>();
  readonly wins = new Map<string, number>();
  readonly proposals: Proposal[] = [];
  /** Rules by title: their number and whether they are mutable. */
  readonly rules = new Map<string, { number: number; mutable: boolean }>();
  circuit = 1;
  winner: string | null = null;
  mover: string;
  #proposed: Proposal | null = null;

  constructor(people: readonly string[]) {
    this.people = [...people].sort();
    for (const id of people) this.points.set(id, 0);
    for (const id of people) this.wins.set(id, 0);
    this.mover = this.people[0] ?? '';
  }

  get open(): Proposal | null {
    return this.#proposed?.status === 'pending' ? this.#proposed : null;
  }

  required({ change }: Proposal): number {
    const voters = this.people.length;
    const frees = change.do === 'transmute' && this.rules.get(change.rule)?.mutable === false;
    const isUnanimous = frees || this.circuit <= CIRCUITS_OF_UNANIMITY;
    return isUnanimous ? voters : Math.floor(voters / 2) + 1;
  }

  mayPropose(by: string): boolean {
    return by === this.mover && this.#proposed === null;
  }

  propose(id: string, by: string, title: string, change: Change): void {
    const number = FIRST_NUMBER + this.proposals.length;
    this.#proposed = { id, number, by, title, change, votes: new Map(), status: 'pending' };
    this.proposals.push(this.#proposed);
  }

  mayThrow(by: string): boolean {
    return by === this.mover && this.#proposed !== null && this.open === null;
  }

  throwDie(shown: number): void {
    this.#gain(this.mover, shown);
    const by = this.mover;
    this.#passOn();
    this.#lookForWinner(by);
  }

  forfeit(who: string): void {
    if (this.open?.by === who) this.#fail(this.open);
    const moved = who === this.mover;
    this.people.splice(this.people.indexOf(who), 1);
    if (moved) this.#passOn(who);
  }

  /** What is due when the engine looks. */
  tick(): void {
    const { open } = this;
    if (open === null || this.people.some((id) => !open.votes.has(id))) return;
    const required = this.required(open);
    if (this.count(open, 'FOR') < required) return this.#fail(open);
    open.status = 'enacted';
    if (required < this.people.length)
      for (const id of this.people) if (open.votes.get(id) === 'AGAINST') this.#gain(id, PENALTY);
    this.#change(open);
    this.#lookForWinner(this.mover);
  }

  count({ votes }: Proposal, wanted: Vote): number {
    return [...votes.values()].filter((vote) => vote === wanted).length;
  }

  #change({ change, number }: Proposal): void {
    const rule = this.rules.get(change.rule);
    if (change.do === 'add') {
      const mutable = [...this.rules.values()].filter((one) => one.mutable).length + MUTABLE_OF_INITIAL_SET;
      if (mutable < MOST_MUTABLE) this.rules.set(change.rule, { number, mutable: true });
    } else if (rule !== undefined && change.do === 'transmute') {
      this.rules.set(change.rule, { number, mutable: !rule.mutable });
    } else if (rule?.mutable === true) this.rules.delete(change.rule);
  }

  #fail(proposal: Proposal): void {
    proposal.status = 'failed';
    this.#gain(proposal.by, -PENALTY);
  }

  #passOn(from = this.mover): void {
    const next = this.people.find((id) => id > from);
    if (next === undefined) this.circuit += 1;
    this.mover = next ?? this.people[0] ?? '';
    this.#proposed = null;
  }

  #gain(who: string, points: number): void {
    this.points.set(who, (this.points.get(who) ?? 0) + points);
  }

  #lookForWinner(moving: string): void {
    const there = this.people.filter((id) => (this.points.get(id) ?? 0) >= GOAL);
    const most = Math.max(...there.map((id) => this.points.get(id) ?? 0));
    const first = there.filter((id) => this.points.get(id) === most);
    const winner = first.includes(moving) ? moving : first[0];
    if (winner === undefined) return;
    this.winner = winner;
    this.wins.set(winner, (this.wins.get(winner) ?? 0) + 1);
    for (const id of this.points.keys()) this.points.set(id, 0);
  }
}

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import type { Input } from '../../src/kernel/inputs.ts';
import type { MatterChange } from '../../src/kernel/state.ts';
import { toTime } from '../../src/kernel/time.ts';
import { uniformFrom } from '../../src/session/chance/source.ts';
import { Play } from '../../src/session/play/play.ts';
import { rehearseRules } from '../../src/rehearse/rehearse-rules.ts';
import { composeRuleset } from '../../src/ruleset/compose.ts';
import { Sandbox } from '../../src/sandbox/sandbox.ts';
import { CompiledClauses, KernelMachine } from '../../src/scenario/on-kernel/fixtures/kernel-machine.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';
import { SuberOracle, type Change, type Vote } from './suber-oracle.ts';

const PEOPLE = ['ana', 'bo', 'cy', 'dee'] as const;
const START_MS = Date.UTC(2026, 1, 1, 9);
/**
 * Of so many games one is played in the sandbox, with every change rehearsed before it is in force; the others on the bare kernel,
 * which says the same of rules that are trusted, a good deal sooner.
 */
const REHEARSED_OF = 50;
const compiled = new CompiledClauses();
const HOUR_MS = 3_600_000;

/** A game of random play, each step held against the oracle. */
export class SuberGame {
  readonly oracle = new SuberOracle(PEOPLE);
  readonly differences: string[] = [];
  readonly #seed: Uint8Array;
  #draws = 0;
  #hours = 0;

  readonly #rehearsed: boolean;

  constructor(seed: number) {
    this.#rehearsed = seed % REHEARSED_OF === REHEARSED_OF - 1;
    this.#seed = new TextEncoder().encode(`suber ${seed}`);
  }

  async run(steps: number): Promise<void> {
    const { files, terms } = composeRuleset(shippedLibrary, { core: 'suber' });
    const play = await Play.start({
      files,
      terms,
      state: null,
      draw: ({ size }) => this.#number(Number(size)) + 1,
      ...(this.#rehearsed
        ? { rehearse: rehearseRules }
        : { runner: (host) => Sandbox.over(new KernelMachine(host, compiled)) }),
      caches,
    });
    try {
      for (const id of PEOPLE) {
        play.sandbox.assume(`players.${id}.name`, id);
        play.sandbox.assume(`players.${id}.state`, 'active');
      }
      play.sandbox.begin(this.#at);
      for (let n = 0; n < steps && this.differences.length === 0; n++) this.#step(play, n);
    } finally {
      play.dispose();
    }
  }

  #step(play: Play, n: number): void {
    this.#hours += 1;
    const by = this.#number(3) === 0 ? this.#one(PEOPLE) : this.oracle.mover;
    const kind = this.#number(100);
    if (this.oracle.open !== null && kind < 70) this.#vote(play, n);
    else if (kind < 75) this.#propose(play, n, by);
    else if (kind < 99 || this.oracle.people.length < 3) this.#throwDie(play, n, by);
    else this.#forfeit(play, n, this.#one(this.oracle.people));
    this.oracle.tick();
    play.tick(this.#at);
    this.#compare(play, n);
  }

  #vote(play: Play, n: number): void {
    const { open } = this.oracle;
    if (open === null) return;
    const by = this.#one(PEOPLE);
    const vote: Vote = this.#number(8) === 0 ? 'AGAINST' : 'FOR';
    const allowed = this.oracle.people.includes(by);
    if (allowed) open.votes.set(by, vote);
    const text = `:${vote.toLowerCase()}:`;
    this.#take(play, n, { type: 'comment', by, on: open.id, id: `comment-${n}`, text }, allowed || 'ignored');
  }

  #propose(play: Play, n: number, by: string): void {
    const rules = [...this.oracle.rules.keys()];
    const old = rules.length > 0 && this.#number(2) === 0 ? this.#one(rules) : null;
    const change: Change =
      old === null
        ? { do: 'add', rule: `Rule of ${n}` }
        : { do: this.#number(2) === 0 ? 'repeal' : 'transmute', rule: old };
    const asked: MatterChange =
      change.do === 'add'
        ? { verb: 'add-rule', title: change.rule, text: 'It says little.' }
        : { verb: change.do === 'repeal' ? 'repeal-rule' : 'transmute', rule: change.rule };
    const allowed = this.oracle.mayPropose(by);
    const id = `proposal-${n}`;
    if (allowed) this.oracle.propose(id, by, id, change);
    const post = { type: 'post', by, id, kind: 'proposal', title: id, text: '', changes: [asked] };
    this.#take(play, n, post, allowed);
  }

  #throwDie(play: Play, n: number, by: string): void {
    const allowed = this.oracle.mayThrow(by);
    this.#take(play, n, { type: 'act', by, action: 'throw-die', with: {} }, allowed);
    if (allowed) this.oracle.throwDie(Number(play.ledger.at(-1)?.draws[0]?.result));
  }

  #forfeit(play: Play, n: number, by: string): void {
    this.oracle.forfeit(by);
    this.#take(play, n, { type: 'act', by, action: 'forfeit', with: {} }, true);
  }

  #take(play: Play, n: number, input: object, allowed: boolean | 'ignored'): void {
    const outcome = play.take({ at: this.#at, ...input } as Input, true);
    if (allowed !== 'ignored' && outcome.ok !== allowed)
      this.differences.push(
        `${n}: ${JSON.stringify(input)}: ${outcome.ok ? 'taken' : outcome.refusal.reason}`,
      );
  }

  /** Everything that the oracle knows is asked of the engine. */
  #compare(play: Play, n: number): void {
    const { oracle } = this;
    const expected: [string[], unknown][] = [
      [['views', 'moving', 'game'], oracle.mover],
      [['game', 'circuit'], oracle.circuit],
      [['game', 'winner'], oracle.winner ?? 'nobody yet'],
    ];
    for (const id of oracle.people) {
      expected.push([['players', id, 'points'], oracle.points.get(id)]);
      expected.push([['players', id, 'wins'], oracle.wins.get(id)]);
    }
    for (const proposal of oracle.proposals.slice(-2)) {
      expected.push([['matters', proposal.id, 'status'], proposal.status]);
      expected.push([['posts', proposal.id, 'number'], proposal.number]);
      if (proposal.status === 'pending')
        expected.push([['matters', proposal.id, 'required'], oracle.required(proposal)]);
      const rule = oracle.rules.get(proposal.change.rule);
      expected.push([['ruleset', proposal.change.rule, 'exists'], rule !== undefined]);
      if (rule !== undefined)
        expected.push([['ruleset', proposal.change.rule, 'number'], String(rule.number)]);
    }
    const found = play.query(
      this.#at,
      expected.map(([path]) => path),
    );
    expected.forEach(([path, wanted], index) => {
      const engine = found[index]?.value;
      if (engine !== wanted)
        this.differences.push(`${n}: ${path.join('.')} is ${String(engine)}, and not ${String(wanted)}`);
    });
  }

  get #at(): string {
    return toTime(START_MS + this.#hours * HOUR_MS);
  }

  #number(size: number): number {
    return uniformFrom(this.#seed, 'simulation', this.#draws++, size);
  }

  #one<T>(list: readonly T[]): T {
    return list[this.#number(list.length)] as T;
  }
}

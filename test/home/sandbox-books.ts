import { vi } from 'vitest';
import { type Runner, Sandbox } from '../../src/sandbox/sandbox.ts';
import { SandboxPool } from '../../src/sandbox/sandbox-pool.ts';

/** Keeps books of all sandboxes of this process: who was made, who is over, and who lies in a pool. */
export class SandboxBooks {
  readonly #alive = new Set<Runner>();
  readonly #made = new WeakSet<Runner>();
  readonly #pools = new Map<SandboxPool, Set<Runner>>();
  /** Sandboxes that were lent, disposed of or given back while they were another's. */
  readonly wrong: string[] = [];

  constructor() {
    const made = <S extends Runner | null>(sandbox: S): S => {
      if (sandbox === null) return sandbox;
      this.#alive.add(sandbox);
      this.#made.add(sandbox);
      return sandbox;
    };
    const { create, another } = Sandbox;
    vi.spyOn(Sandbox, 'create').mockImplementation(async (...all) => made(await create.apply(Sandbox, all)));
    vi.spyOn(Sandbox, 'another').mockImplementation((...all) => made(another.apply(Sandbox, all)));
    const over = (sandbox: Sandbox): void => {
      if (!this.#alive.delete(sandbox) && this.#made.has(sandbox))
        this.wrong.push('one that was over was disposed of');
    };
    const taken = (pool: SandboxPool, sandbox: Runner): void => {
      if (!this.#in(pool).delete(sandbox)) this.wrong.push('one was lent that nobody had given back');
    };
    const given = (pool: SandboxPool, sandbox: Runner): void => {
      if (this.isFree(sandbox)) this.wrong.push('one was given back twice');
      this.#in(pool).add(sandbox);
    };
    const sweep = (pool: SandboxPool): void => {
      for (const one of this.#in(pool)) if (!this.#alive.has(one)) this.#in(pool).delete(one);
    };
    const { dispose } = Sandbox.prototype;
    vi.spyOn(Sandbox.prototype, 'dispose').mockImplementation(function (this: Sandbox) {
      over(this);
      dispose.apply(this);
    });
    const { take, giveBack } = SandboxPool.prototype;
    vi.spyOn(SandboxPool.prototype, 'take').mockImplementation(function (this: SandboxPool, ...all) {
      const found = take.apply(this, all);
      if (found !== null) taken(this, found.sandbox);
      return found;
    });
    vi.spyOn(SandboxPool.prototype, 'giveBack').mockImplementation(function (this: SandboxPool, ...all) {
      given(this, all[0]);
      giveBack.apply(this, all);
      sweep(this);
    });
  }

  #in(pool: SandboxPool): Set<Runner> {
    const kept = this.#pools.get(pool) ?? new Set();
    this.#pools.set(pool, kept);
    return kept;
  }

  /** Whether anybody may be lent it now. */
  isFree(sandbox: Runner): boolean {
    return !this.#alive.has(sandbox) || [...this.#pools.values()].some((pool) => pool.has(sandbox));
  }

  /** The number of those that somebody has. */
  get lent(): number {
    return [...this.#alive].filter((one) => !this.isFree(one)).length;
  }

  /** The number that lie in the fullest pool. */
  get mostFree(): number {
    return Math.max(0, ...[...this.#pools.values()].map(({ size }) => size));
  }

  /** Throws unless nobody has any, none was ever another's, and no pool keeps more than it may. */
  assertClosed(): void {
    const { wrong, lent, mostFree } = this;
    if (wrong.length > 0 || lent > 0 || mostFree > 3)
      throw new Error(JSON.stringify({ wrong, lent, mostFree }));
  }
}

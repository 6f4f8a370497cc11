import { CompiledClauses, KernelMachine } from '../../src/scenario/on-kernel/fixtures/kernel-machine.ts';
import { SandboxError, type SandboxHost } from '../../src/sandbox/host.ts';
import { Sandbox } from '../../src/sandbox/sandbox.ts';

/** In which sandbox, from when on, and at which entrance an error is thrown. */
export interface Fault {
  /** From the action `bomb` on, in the sandbox of the game that took it; or in those in which a rehearsal tries something. */
  readonly where: 'after the bomb' | 'the rehearsal' | 'anywhere';
  /** How often it is thrown; always if it isn't said. */
  readonly times?: number;
  /** A call of the kernel, or a member of the machine. */
  readonly entrance: string;
  readonly error: Error;
}

/** A machine that runs the game's clauses, and fails as it is told to. */
export class FaultyMachines {
  readonly #compiled = new CompiledClauses();
  /** The entrances that were used at all. */
  readonly used = new Set<string>();
  /** How often an error was thrown. */
  thrown = 0;
  /** The machine in which something is being enacted: those that are made meanwhile are for rehearsals. */
  #enacting: KernelMachine | null = null;
  fault: Fault | null = null;

  readonly runner = (host: SandboxHost): Sandbox => {
    const inner = new KernelMachine(host, this.#compiled);
    const isRehearsal = this.#enacting !== null;
    let isArmed = false;
    const enter = (entrance: string): void => {
      this.used.add(entrance);
      const { fault } = this;
      if (fault === null || fault.entrance !== entrance || this.thrown >= (fault.times ?? Infinity)) return;
      const isHere = { 'after the bomb': isArmed, 'the rehearsal': isRehearsal, anywhere: true };
      if (!isHere[fault.where]) return;
      this.thrown += 1;
      // A sandbox that refuses has undone what was open.
      if (fault.error instanceof SandboxError && this.#enacting === inner) inner.ask('undo', null);
      throw fault.error;
    };
    const machine = new Proxy(inner, {
      get: (_, name) => {
        const member: unknown = Reflect.get(inner, name, inner);
        if (name === 'dispose') {
          return () => {
            if (this.#enacting === inner) this.#enacting = null;
          };
        }
        if (typeof member !== 'function') return member;
        return (...given: readonly unknown[]): unknown => {
          if (name === 'ask') {
            isArmed ||= isBomb(given);
            enter(String(given[0]));
            if (given[0] === 'beginEnactment' && !isRehearsal) this.#enacting = inner;
            if (ENDS.has(String(given[0])) && this.#enacting === inner) this.#enacting = null;
          } else enter(String(name));
          return Reflect.apply(member, inner, given) as unknown;
        };
      },
      set: (_, name, value) => Reflect.set(inner, name, value, inner),
    });
    return Sandbox.over(machine);
  };
}

const ENDS: ReadonlySet<string> = new Set(['finishEnactment', 'undo']);

function isBomb([name, given]: readonly unknown[]): boolean {
  const { input } = (name === 'take' ? given : {}) as { input?: { type: string; action?: string } };
  return input?.type === 'act' && input.action === 'bomb';
}

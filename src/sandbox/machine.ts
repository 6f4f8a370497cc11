// The file is long because all of it holds handles into one QuickJS context, which must be released together.
/* oxlint-disable max-lines */
import type { QuickJSContext, QuickJSHandle, QuickJSRuntime } from 'quickjs-emscripten';
import { guestError, lineThrownAt, thrownError, withoutRoom } from './guest-error.ts';
import { classifyError } from './fault.ts';
import { SandboxGoneError, SandboxError, SandboxLostError, type Limits, type SandboxHost } from './host.ts';
import { bootGuest, holdGuest, letGoOfGuest, type GuestFunctions, offerTo } from './guest-functions.ts';
import { isLoopAsking, leaveLoops, watchLoops, isWell, newEngine, type Engine } from './quickjs.ts';
import { extentOf, imageOf, putImage, type MachineImage } from './machine-image.ts';
import { Meter } from './meter.ts';
import { ModuleLoader } from './module-loader.ts';
import type { ModuleSources } from './modules.ts';
import { RepeatedDraws } from './repeated-draws.ts';
import type { SandboxCaches } from './sandbox-caches.ts';

/** Calls that change the game and are usually quick: a long one is repeated with exact step counts. */
const MADE_AGAIN: ReadonlySet<string> = new Set(['take', 'due', 'failMatter', 'beginEnactment']);
/** A hundredth of the default limit, which is enough to show a large game. If it isn't, little is lost. */
const FEW_POLLS = 200;
/** These run in the middle of something and can't be repeated, so their steps are counted exactly at once. */
const COUNTED: ReadonlySet<string> = new Set([
  'beginLoading',
  'sealLoaded',
  'link',
  'finishEnactment',
  'settle',
]);

/** The guest has the same constant; it exceeds any limit. */
const NO_BOUND = 0xffff_ffff;

/**
 * QuickJS with the kernel loaded: loads modules, counts steps, makes calls and converts failures into errors.
 * `Sandbox` knows what the calls mean.
 */
export class Machine {
  readonly #engine: Engine;
  readonly #runtime: QuickJSRuntime;
  readonly #context: QuickJSContext;
  /** Null while the guest is being loaded. */
  #guestHeld: GuestFunctions | null = null;
  readonly limits: Limits;
  readonly #modules: ModuleLoader;
  readonly #caches: SandboxCaches;
  /** The clause of the rule whose path has this mark. */
  moduleMarked: (mark: number) => string | undefined = () => undefined;
  #host: SandboxHost;
  readonly #meter: Meter;
  /** Whether this call's steps are counted exactly, without anything cached. */
  #isExact = true;
  /** The host's handles on guest objects hang here, where no clause finds them. */
  readonly #own: QuickJSHandle;
  /** Whether it started from the image of a booted machine. */
  readonly #isFromImage: boolean;
  readonly #draws = new RepeatedDraws();
  /** Thrown on this side while the guest waited for an answer: neither the clause nor the kernel is to blame. */
  #hostFault: { readonly error: unknown } | null = null;
  #dead = false;
  #isGone = false;

  /** Makes memory for `another`: spare ones if there is an image to start from in each, and one to share if there is none or the last one broke. */
  static async prepare(limits: Limits, caches: SandboxCaches, spares: number): Promise<void> {
    const { memoryBytes } = limits;
    const { last, boots } = caches;
    const [boot, spare] = [boots.within(limits), boots.spareWithin(limits)];
    for (let lacking = boot === undefined ? 0 : spares - spare.length; lacking > 0; lacking--)
      spare.push(await newEngine(caches.quickJs(), memoryBytes, boot && extentOf(boot)));
    // Memory never shrinks, so after a large game there is little room for another.
    if (isWell(last) && last.memory.buffer.byteLength <= memoryBytes / 2) return;
    caches.last = await newEngine(caches.quickJs(), memoryBytes);
  }

  static async create(host: SandboxHost, limits: Limits, caches: SandboxCaches): Promise<Machine> {
    const boot = caches.boots.within(limits);
    const extent = boot === undefined ? 0 : extentOf(boot);
    const engine = await newEngine(caches.quickJs(), limits.memoryBytes, extent);
    caches.last = engine;
    const machine = new Machine(engine, host, limits, caches, boot);
    if (!machine.#isFromImage) caches.boots.booted(limits, () => machine.#image());
    return machine;
  }

  /** A machine for trials, at once: in a spare memory, or in the same memory as an existing one. */
  static another(host: SandboxHost, limits: Limits, caches: SandboxCaches): Machine {
    const boot = caches.boots.within(limits);
    const spare = caches.boots.spareWithin(limits).pop();
    if (spare !== undefined) return new Machine(spare, host, limits, caches, boot);
    caches.last?.clearUp();
    const engine = caches.last;
    if (!isWell(engine)) throw SandboxLostError.withoutMemory();
    try {
      return new Machine(engine, host, limits, caches);
    } catch (error) {
      if (!(error instanceof SandboxLostError || error instanceof WebAssembly.RuntimeError)) throw error;
      // Only the engine's own code has run, so something else in this memory left too little room.
      engine.isBroken = true;
      throw SandboxLostError.withoutMemory();
    }
  }

  private constructor(
    engine: Engine,
    host: SandboxHost,
    limits: Limits,
    caches: SandboxCaches,
    image?: MachineImage,
  ) {
    this.#caches = caches;
    this.#modules = new ModuleLoader(caches.sources);
    engine.machines += 1;
    this.limits = limits;
    this.#meter = new Meter(limits, caches.work, (polls) => this.#tellCounts(polls));
    this.#engine = engine;
    this.#runtime = engine.quickjs.newRuntime();
    this.#runtime.setMemoryLimit(limits.memoryBytes);
    this.#runtime.setMaxStackSize(limits.stackBytes);
    this.#runtime.setInterruptHandler(() => {
      const isLoop = isLoopAsking(this.#engine);
      // A loop asks only every few milliseconds.
      caches.work.whileRunning(isLoop ? 4 : 1);
      return isLoop ? this.#meter.isLate : this.#meter.mustStop();
    });
    this.#runtime.setModuleLoader(this.#modules.load, this.#modules.resolve);
    this.#context = this.#runtime.newContext();
    this.#host = host;
    this.#offer();
    // Created before anything that differs between machines, so that it has the same address in all of them.
    this.#own = this.#context.newObject();
    this.#isFromImage = image?.place === this.#place;
    if (image !== undefined && this.#isFromImage) putImage(engine, image);
    else bootGuest(this.#context, this.#own, (module) => this.#import(module));
    this.#guestHeld = holdGuest(this.#context, this.#own);
  }

  get #guest(): GuestFunctions {
    return this.#guestHeld as GuestFunctions;
  }

  /** Writes the step count and its limit where the guest reads them. */
  #tellCounts(polls: number): void {
    if (this.#guestHeld === null) return;
    const counts = new DataView(this.#engine.memory.buffer, this.#guestHeld.countsAt);
    counts.setUint32(0, polls, true);
    // If steps are counted exactly, nothing is cached and only the count decides.
    counts.setUint32(4, this.#isExact ? NO_BOUND : this.limits.polls, true);
    if (polls === 0) counts.setUint32(8, 0, true);
  }

  get #place(): number {
    return this.#own.value;
  }

  /** Null if it shares its memory or was stopped in the middle of something. */
  #image(): MachineImage | null {
    if (this.dead || this.#engine.machines > 1) return null;
    // Handles are counted in the memory itself, and a sandbox that starts from the image creates its own.
    letGoOfGuest(this.#guest);
    const image = imageOf(this.#engine, this.#place);
    this.#guestHeld = holdGuest(this.#context, this.#own);
    return image;
  }

  /** From now on, serves another host. */
  serve(host: SandboxHost): void {
    this.#host = host;
  }

  #offer(): void {
    const context = this.#context;
    offerTo(context, (error) => (this.#hostFault ??= { error }), {
      draw: (question) => this.#draws.next(this.#host, context.getString(question)),
      ledgerLength: () => this.#host.ledger.length,
      ledgerAt: (index) => JSON.stringify(this.#host.ledger.at(context.getNumber(index)) ?? null),
    });
  }

  #import(module: string): void {
    this.#evaluate(`import ${JSON.stringify(module)};`, `entry:${module}`, module).dispose();
  }

  /** Runs a module and returns its exports. */
  #evaluate(code: string, entry: string, what: string): QuickJSHandle {
    this.#meter.count(this.limits.polls);
    const result = this.#enter(what, () => this.#context.evalCode(code, entry, { type: 'module' }));
    if (result.error !== undefined) throw this.#asError(result.error, what);
    this.#enter(what, () => this.#runtime.executePendingJobs());
    this.#meter.stopClock();
    const state = this.#context.getPromiseState(result.value);
    if (state.type === 'fulfilled') {
      if (state.value !== result.value) result.value.dispose();
      return state.value;
    }
    result.value.dispose();
    if (state.type === 'rejected') throw this.#asError(state.error, what);
    throw new SandboxError(
      'guest-fails',
      `${what} waits for something that never comes; a rule’s code can’t wait`,
    );
  }

  #asError(handle: QuickJSHandle, what: string): SandboxError | SandboxLostError {
    const { isLate, polls } = this.#meter;
    this.#meter.stopClock();
    const thrown = this.#context.dump(handle) as unknown;
    handle.dispose();
    if (isLate) return SandboxLostError.late(what, lineThrownAt(thrown) ?? this.#moduleRunning(), polls);
    return this.#ending(thrownError(thrown, what, this.#modules.sayLacking), what);
  }

  /** Classifies the failure. Once memory is exhausted, the guest's own error can't be trusted. */
  #ending<T extends Error>(error: T, what: string): T | SandboxLostError {
    if (error instanceof SandboxLostError) return this.#break(error);
    return this.#engine.ranOut() ? this.#break(withoutRoom(what)) : error;
  }

  /** Calls the guest. Refusals are returned, failures thrown. `spent` steps count towards the limit. */
  ask<T>(name: string, given: unknown, spent = 0): T {
    if (this.dead) throw new SandboxGoneError();
    return this.#orExhausted(name, () => this.#askAgain(name, JSON.stringify(given ?? null), spent));
  }

  #askAgain<T>(name: string, words: string, spent: number): T {
    if (name === 'load') this.#caches.work.games += 1;
    this.#draws.forget();
    this.#hostFault = null;
    this.#isExact = !MADE_AGAIN.has(name);
    if (COUNTED.has(name)) this.#beginExactly();
    const { work } = this.#caches;
    if (this.#isExact) return this.#ask(name, words, work.most(this.limits.polls - spent));
    try {
      return this.#ask(name, words, Math.min(FEW_POLLS, this.limits.polls - 1));
    } catch (error) {
      if (!(error instanceof SandboxError) || error.code !== 'too-many-steps') throw error;
      this.#isExact = true;
      this.#beginExactly();
      return this.#ask(name, words, work.most(this.limits.polls));
    }
  }

  /** Clears caches and resets the count, so that each call starts from the same point. */
  #beginExactly(): void {
    this.#ask('forget', 'null', this.limits.polls);
    this.#align();
  }

  #ask<T>(name: string, words: string, polls: number): T {
    this.#meter.count(polls);
    this.#meter.startClock();
    this.#draws.rewind();
    const argument = this.#context.newString(words);
    const callee = this.#context.newString(name);
    const result = this.#enter(name, () =>
      this.#context.callFunction(this.#guest.call, this.#context.undefined, callee, argument),
    );
    argument.dispose();
    callee.dispose();
    if (result.error !== undefined) {
      const error = this.#asError(result.error, name);
      // It was stopped half-way: its writes are undone, or nothing in it can be trusted.
      if (!(error instanceof SandboxLostError || classifyError(error) === 'bounds'))
        throw this.#failed(error.message);
      if (name === 'recover') this.#dead = true;
      else if (!this.dead) this.#ask('recover', JSON.stringify(name), this.limits.polls);
      throw error;
    }
    const text = this.#context.getString(result.value);
    result.value.dispose();
    const answer = JSON.parse(text) as { ok?: T; error?: { name: string; message: string; stack?: string } };
    if (this.#hostFault !== null) throw this.#hostFault.error;
    if (answer.error !== undefined) throw this.#ending(guestError(answer.error), name);
    if (this.#engine.ranOut()) throw this.#break(withoutRoom(name));
    return answer.ok as T;
  }

  /** Nothing that QuickJS reports after a trap, or with full memory, can be trusted, so neither the rules nor the engine have failed. */
  #orExhausted<T>(what: string, run: () => T): T {
    try {
      return run();
    } catch (error) {
      const isTrap = error instanceof WebAssembly.RuntimeError;
      if (error instanceof SandboxLostError || !(isTrap || this.#engine.ranOut())) throw error;
      // The host's answer failed, while the guest waited for it.
      if (!isTrap && error === this.#hostFault?.error) throw error;
      const { isLate, polls } = this.#meter;
      throw this.#break(
        isTrap && isLate ? SandboxLostError.late(what, this.#moduleRunning(), polls) : withoutRoom(what),
      );
    }
  }

  /** If stack, memory or time run out in the middle of something, QuickJS can't be used again. */
  #enter<T>(what: string, call: () => T): T {
    watchLoops(this.#engine, this.#runtime);
    try {
      return call();
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw this.#break(SandboxLostError.stopped('too-deep', what, 'calls itself too deeply'));
    } finally {
      leaveLoops(this.#engine);
    }
  }

  /** An error that escapes the kernel's last catch is a bug of the engine, so nothing in this sandbox can be trusted. */
  #failed(what: string): unknown {
    return this.#hostFault?.error ?? this.#break(SandboxLostError.broken(what));
  }

  /** A stopped call may have been writing to memory that other machines share. */
  #break(error: SandboxLostError): SandboxLostError {
    this.#engine.isBroken = true;
    if (this.#caches.last === this.#engine) this.#caches.last = null;
    const where = error.where ?? this.#moduleRunning();
    if (where === undefined || where === error.where) return error;
    const { code, message, isSure } = error;
    return Object.assign(new SandboxLostError(code, message, { where }), { isSure });
  }

  /** The clause whose code ran last, or undefined if none did. */
  #moduleRunning(): string | undefined {
    if (this.#guestHeld === null) return undefined;
    const mark = new DataView(this.#engine.memory.buffer).getUint32(this.#guestHeld.countsAt + 8, true);
    return mark === 0 ? undefined : this.moduleMarked(mark);
  }

  /**
   * QuickJS checks every ten thousand steps, counted across calls. Running until it has just checked makes the next
   * call stop at the same step in any sandbox.
   */
  #align(): void {
    this.#meter.count(0);
    this.#context.callFunction(this.#guest.spin, this.#context.undefined).dispose();
  }

  get dead(): boolean {
    return this.#dead || this.#isGone || !isWell(this.#engine);
  }

  /** Loads clauses' modules and passes their exports to the kernel. */
  loadClauses(
    clauses: readonly { readonly path: string; readonly module: string }[],
    sources: ModuleSources,
  ): void {
    const [first] = clauses;
    if (first === undefined) return;
    this.#meter.startLoading();
    const what = clauses.length > 1 ? 'loading the rules' : first.path;
    this.#orExhausted(what, () => this.#loadAs(what, clauses, sources));
  }

  #loadAs(
    what: string,
    clauses: readonly { readonly path: string; readonly module: string }[],
    sources: ModuleSources,
  ): void {
    const exported = this.#modules.from(sources, () =>
      this.#evaluate(
        clauses
          // Imported as a namespace, so that the kernel rather than QuickJS reports a missing default export.
          .map(
            ({ module }, at) =>
              `import * as m${at} from ${JSON.stringify(module)}; export const c${at} = m${at}.default;`,
          )
          .join(''),
        `entry:${clauses.length > 1 ? 'all ' : ''}${clauses[0]?.module ?? ''}`,
        what,
      ),
    );
    const names = this.#context.newString(JSON.stringify(clauses.map(({ path }) => path)));
    const result = this.#context.callFunction(this.#guest.register, this.#context.undefined, names, exported);
    for (const handle of [exported, names]) handle.dispose();
    if (result.error !== undefined) throw this.#asError(result.error, what);
    result.value.dispose();
    if (this.#engine.ranOut()) throw this.#break(withoutRoom(what));
  }

  get heapBytes(): number {
    return this.#engine.memory.buffer.byteLength;
  }

  memoryBytes(): number {
    const usage = this.#runtime.computeMemoryUsage();
    const dumped = this.#context.dump(usage) as { memory_used_size?: number };
    usage.dispose();
    return dumped.memory_used_size ?? 0;
  }

  dispose(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    // Memory that nobody else used is usually dropped as a whole, since freeing each object took as long as a few
    // actions.
    if (this.#engine.machines === 1) this.#engine.clearUp = () => this.#clearUp();
    else this.#clearUp();
  }

  /** Frees its objects in shared memory. */
  #clearUp(): void {
    this.#engine.clearUp = () => undefined;
    // Freeing objects in inconsistent memory could fail or never end, so that memory is dropped as a whole.
    if (this.#engine.isBroken || this.#engine.ranOut()) return;
    try {
      letGoOfGuest(this.#guest);
      this.#own.dispose();
      this.#context.dispose();
      this.#runtime.dispose();
    } catch (error) {
      // A call that ran out of memory may have leaked objects, so the memory is dropped as a whole.
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
    }
  }
}

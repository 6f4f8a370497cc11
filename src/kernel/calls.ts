import { checkHook } from './answers.ts';
import type { Call } from './definition.ts';
import { freezeWhole } from './freeze.ts';
import type { LinkedRule, Provider } from './model.ts';
import { IllegalValue, showValue } from './values.ts';
import { cite, citing, isMissedBy, missing, Refusal, refusalOf } from './refusal.ts';
import { unlessIdle } from './memo.ts';
import { ordered, type Runtime } from './runtime.ts';
import { traced } from './trace.ts';

/** Deeper nesting of calls from rule to rule is treated as a cycle. */
const MAX_DEPTH = 60;

/** Asks the rules a question. The outermost rule answers, and may pass the question on with `next`. */
export function callHook(runtime: Runtime, id: string, context: object): unknown {
  const base = runtime.base.get(id);
  const providers = runtime.model.hooks.get(id);
  if (providers === undefined) {
    if (base !== undefined) return base(context);
    throw missing(id);
  }
  const order = ordered(runtime, providers, matterKindOf(context));
  if (!isPermission(id)) return callChain(runtime, id, order, 0, context, base ?? null);
  const { permits, refusal, without } = callEach(runtime, id, order, 0, context, base ?? null);
  if (refusal !== null) throw refusal;
  if (!permits && without !== null) throw without;
  return permits ? 'permit' : undefined;
}

/** True if the engine or a rule answers a question. */
export function isAnswered(runtime: Runtime, id: string): boolean {
  return runtime.base.has(id) || hasHook(runtime, id);
}

export function hasHook(runtime: Runtime, id: string): boolean {
  return runtime.model.hooks.has(id);
}

function callChain(
  runtime: Runtime,
  id: string,
  order: readonly Provider[],
  at: number,
  context: object,
  base: Call | null,
): unknown {
  const provider = order[at];
  if (provider === undefined) return base === null ? undefined : base(context);
  const next = (changed?: object): unknown =>
    callChain(runtime, id, order, at + 1, changed === undefined ? context : { ...context, ...changed }, base);
  if (base === null) return hear(runtime, id, provider, context, next);
  return unlessMissing(
    runtime,
    provider.rule,
    () => hear(runtime, id, provider, context, next),
    () => next(),
  );
}

/** A rule that needs another rule which is gone must not block the engine’s own questions and events, so it is skipped. */
export function unlessMissing<T>(
  runtime: Runtime,
  { entry }: LinkedRule,
  run: () => T,
  otherwise: (why: Refusal) => T,
): T {
  const { mark } = runtime.store;
  let why: Refusal;
  try {
    return run();
  } catch (error) {
    if (!isMissedBy(entry.path, error)) throw error;
    runtime.store.undoTo(mark);
    why = error;
  }
  return otherwise(why);
}

function hear(
  runtime: Runtime,
  id: string,
  { rule, call }: Provider,
  context: object,
  next: (changed?: object) => unknown,
): unknown {
  const { frame } = runtime;
  if (frame.trace !== null)
    return traced(frame, id, rule, () =>
      callRule(runtime, rule, `hook "${id}"`, () => checkHook(id, call(withGame(rule, context), next), rule)),
    );
  // Like `callRule`, but allocates nothing, because rules are asked many thousand times in one tick.
  if (frame.depth >= MAX_DEPTH) throw inCircle(rule, `hook "${id}"`);
  frame.depth++;
  try {
    return checkHook(id, call(withGame(rule, context), next), rule);
  } catch (error) {
    throw asRefusal(error, rule, `hook "${id}"`, runtime);
  } finally {
    frame.depth--;
  }
}

/** In hooks for permissions every rule is asked, and none can keep another from being asked. */
export function isPermission(id: string): boolean {
  return id.startsWith('may-');
}

interface Permission {
  readonly permits: boolean;
  readonly refusal: Refusal | null;
  /** The reason for refusing if no rule permits it. */
  readonly without: Refusal | null;
}

/**
 * Each rule permits, refuses or says nothing. A refusal stands unless a rule further out permits it and names the refusing rule in
 * `over`. If no rule permits it, the base decides.
 */
function callEach(
  runtime: Runtime,
  id: string,
  order: readonly Provider[],
  at: number,
  context: object,
  base: Call | null,
): Permission {
  const provider = order[at];
  if (provider === undefined) {
    const without = base === null ? null : refusalOf(() => base(context));
    return { permits: false, refusal: null, without };
  }
  let inner = null as Permission | null;
  const next = (changed?: object): unknown => {
    const words = changed === undefined ? context : { ...context, ...changed };
    inner = callEach(runtime, id, order, at + 1, words, base);
    if (inner.refusal !== null) throw inner.refusal;
    if (!inner.permits && inner.without !== null) throw inner.without;
    return inner.permits ? 'permit' : undefined;
  };
  let answer: unknown;
  let missed = null as Refusal | null;
  try {
    answer = unlessMissing(
      runtime,
      provider.rule,
      () => hear(runtime, id, provider, context, next),
      (why) => void (missed = why),
    );
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // A refusal of the base, passed on by `next()`, isn't this rule's own.
    if (error.message !== inner?.without?.message) return { permits: false, refusal: error, without: null };
  }
  const permits = answer === 'permit';
  let rest = inner ?? callEach(runtime, id, order, at + 1, context, base);
  let heeded = order;
  for (
    let over = permits ? overruled(provider, rest) : null;
    over !== null;
    over = overruled(provider, rest)
  ) {
    const title = over;
    heeded = heeded.filter(({ rule }, place) => place <= at || rule.entry.title !== title);
    rest = callEach(runtime, id, heeded, at + 1, context, base);
  }
  // If nobody permits it, the reason may be something that this rule missed.
  const without = rest.without === null ? null : (missed ?? rest.without);
  return { ...rest, permits: permits || rest.permits, without };
}

function overruled({ rule }: Provider, { refusal }: Permission): string | null {
  const title = refusal?.rule?.title;
  return title !== undefined && rule.entry.over.includes(title) ? title : null;
}

/** Sends rules an event, in the order of the document. */
export function emit(runtime: Runtime, id: string, context: object): void {
  for (const [at, { rule, call }] of (runtime.model.events.get(id) ?? []).entries()) {
    const { unheard, stopped } = runtime.frame;
    const failed = unheard[rule.entry.path] ?? unheard[''];
    if (failed !== undefined) {
      if (failed !== '') stopped.push({ change: nameHandler(rule, id), reason: failed });
      continue;
    }
    const hear = (): unknown => callRule(runtime, rule, `event "${id}"`, () => call(withGame(rule, context)));
    const answer = (): void => {
      keepingPromises(runtime, rule, id, () => unlessMissing(runtime, rule, hear, () => undefined));
    };
    // Everybody's every act causes this event, and most handlers find nothing to do.
    if (id === 'changed') unlessIdle(runtime, `${id} ${at}`, answer);
    else answer();
  }
}

/**
 * Undoes what a rule does in answer to an event if it breaks a promise. The event itself stands, so that no promise keeps people from
 * voting, or a matter from being enacted.
 */
function keepingPromises(runtime: Runtime, rule: LinkedRule, event: string, run: () => unknown): void {
  const { frame, store } = runtime;
  if (runtime.model.promises.length === 0 || frame.isWhole) return void run();
  const [mark, amendments] = [store.mark, frame.amendments.length];
  run();
  const broken = store.mark === mark ? null : runtime.brokenSince(mark);
  if (broken === null) return;
  store.undoTo(mark);
  frame.amendments.length = amendments;
  frame.stopped.push({ change: nameHandler(rule, event), reason: broken.refusal.message });
}

function nameHandler({ entry }: LinkedRule, event: string): string {
  return `what ${entry.title} does at “${event}”`;
}

/** Runs something that is refused as a whole if it breaks a promise. */
export function asAWhole(runtime: Runtime, run: () => void): void {
  const { frame, store } = runtime;
  const { mark } = store;
  frame.isWhole = true;
  run();
  frame.isWhole = false;
  const broken = runtime.model.promises.length === 0 ? null : runtime.brokenSince(mark);
  if (broken !== null) throw broken.refusal;
}

/** The argument of a handler: its own words, on top of everything that the game offers. */
export function withGame(rule: LinkedRule, words: object): object {
  return { __proto__: rule.context, ...words };
}

function matterKindOf(context: object): string | null {
  const matter = (context as { matter?: { kind?: unknown } }).matter;
  return typeof matter?.kind === 'string' ? matter.kind : null;
}

/** Runs a rule's code and turns every exception into a refusal that cites the rule. */
export function callRule<T>(runtime: Runtime, rule: LinkedRule, what: string, run: () => T): T {
  const { frame, running } = runtime;
  if (frame.depth >= MAX_DEPTH) throw inCircle(rule, what);
  const outer = running.now[0] as number;
  running.now[0] = running.marks.get(rule.entry.path) ?? 0;
  frame.depth++;
  try {
    return run();
  } catch (error) {
    throw asRefusal(error, rule, what, runtime);
  } finally {
    frame.depth--;
    running.now[0] = outer;
  }
}

function inCircle(rule: LinkedRule, what: string): Refusal {
  return new Refusal(`the rules call each other in a cycle at ${what} of ${rule.entry.title}`, {
    code: 'circle',
    rule: cite(rule),
  });
}

function asRefusal(
  error: unknown,
  rule: LinkedRule,
  what: string,
  { thrownAt, wasCaught, frame }: Runtime,
): unknown {
  if (error instanceof Refusal) {
    if (error.rule !== null) return error;
    if (!wasCaught(error)) return citing(error, cite(rule), thrownAt);
    const { code, param } = error;
    return new Refusal(error.message, { code, param, rule: cite(rule), where: thrownAt(error) });
  }
  if (error instanceof IllegalValue)
    return new Refusal(error.message, { code: 'illegal-value', rule: cite(rule), where: thrownAt(error) });
  if (error instanceof HarnessError) return error;
  // The call ran out of steps, memory or stack. The rule mustn't catch this; the runner reports it.
  if (isInterrupt(error)) {
    frame.ranOutIn ??= rule.entry;
    return error;
  }
  return new Refusal(`the code of ${rule.entry.title} fails in its ${what}: ${describe(error)}`, {
    code: 'clause-fails',
    rule: cite(rule),
    where: thrownAt(error),
  });
}

/** The fault of the code that runs the kernel, such as too few dice in a fixed list, and never a decision of the game. */
export class HarnessError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'HarnessError';
  }
}

freezeWhole(HarnessError);

function isInterrupt(error: unknown): boolean {
  // QuickJS throws null if there is no memory even for an error. A clause may throw null too, which is treated alike.
  if (error === null) return true;
  // Once memory is exhausted, an error's message can't be trusted.
  return error instanceof Error && error.name === 'InternalError' && error.message !== 'string too long';
}

/** Describes an exception. Even reading its message may throw. */
function describe(error: unknown): string {
  try {
    // A clause's error may carry anything as its message.
    // oxlint-disable-next-line typescript/no-unnecessary-type-conversion
    if (error instanceof Error) return withHint(String(error.message));
  } catch {
    return "threw an error that can't be read";
  }
  return `threw ${typeof error === 'object' ? 'an object that is no Error' : showValue(error)}`;
}

/** A frozen object is most often met by a clause that tried to store something at its top level. */
function withHint(message: string): string {
  return /is read-only$|object is not extensible$/.test(message)
    ? `${message}; what a clause makes while it is loaded, and what the game hands out, can't be changed: keep it in a variable of the game, or for one call in a \`let\` or a Map`
    : message;
}

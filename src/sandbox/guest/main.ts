/**
 * The kernel inside the sandbox, called with JSON. It shares its globals with the clauses, so that asking a rule
 * costs one function call; anything clauses could alter is frozen before the first is loaded.
 */
// Must be first, so that the kernel's errors are made like those of clauses.
import { thrownAt, wasCaught } from './errors.ts';
import type { Chance, Count } from '../../kernel/chance.ts';
import { contextFor, sharedContext } from '../../kernel/context.ts';
import { Kernel } from '../../kernel/kernel.ts';
import { moduleOf, type Manifest, type RuleEntry } from '../../kernel/manifest.ts';
import type { Inspect } from '../../kernel/model.ts';
import { Refusal, RuleError } from '../../kernel/refusal.ts';
import type { LinkProblem } from '../host.ts';
import { callsOf, type GuestCalls, searchCalls } from './calls.ts';
import { beginCall, mustNotHaveRunOut, withoutAnswer } from './exhausted.ts';
import { abandonLoading, beginLoading, beginPhase, endLoading, shut, type Leak } from './keeping.ts';
import { markOfPath } from './mark-of.ts';
import { Loading, type SealedModules, type ToLoad } from './loading.ts';
// Imported early, since it uses Date, which hardening removes.
import '../../kernel/time.ts';

interface Host {
  draw(question: string): string;
  ledgerLength(): number;
  ledgerAt(index: number): string;
  /** The step count of this call, its limit, and the rule whose code runs. */
  readonly counts: ArrayBuffer;
}

interface Guest {
  register(paths: string, exported: Readonly<Record<string, unknown>>): void;
  call(name: string, json: string): string;
}

/** Both are deleted from the globals before the first clause is loaded. */
declare const globalThis: { host?: Host; gitnomic?: Guest };

declare const InternalError: ErrorConstructor;
const interrupted = InternalError;

const host = globalThis.host as Host;
delete globalThis.host;
/** The host writes the first two while the guest runs, and reads the third if the guest doesn't answer. */
const counts = new Uint32Array(host.counts);
const counted = (): number => counts[0] as number;
const running = { now: counts.subarray(2), marks: new Map<string, number>() };
const NO_BOUND = 0xffff_ffff;
const { parse, stringify } = JSON;

function draw(
  kind: string,
  size: Count,
  options: readonly unknown[] | null,
  labels: readonly unknown[],
): Count {
  return parse(fromHost(() => host.draw(stringify({ kind, size, options, labels })))) as Count;
}

/** If the host can't answer, clauses must stop and their results are dropped. */
function fromHost<T>(ask: () => T): T {
  try {
    return ask();
  } catch {
    throw withoutAnswer();
  }
}

const chance: Chance = {
  dice: (size, names) => draw('dice', size, names, []),
  secret: (options, labels) => Number(draw('secret', options.length, options, labels)),
};

/** Calls in the middle of a step, which stays open. */
const WHILE_LINKING = ['sealLoaded', 'link'];

/** The clause that is being defined, and is blamed if it is stopped. */
let beingDefined = '';

const rules = new Loading();

const kernel = new Kernel({
  clauseOf: (module) => {
    beingDefined = module;
    return rules.clauseOf(module);
  },
  mayEnd(spared) {
    mustNotHaveRunOut();
    // Without caches it might exceed the limit, so it is repeated with exact counts.
    const most = counts[1] as number;
    // The count may lag by almost one interval of the meter.
    if (most !== NO_BOUND && spared + counted() >= most) throw new interrupted('interrupted');
  },
  whileRedefining(run) {
    beginLoading();
    try {
      run(inspect);
    } finally {
      abandonLoading();
    }
  },
  running,
  counted,
  thrownAt,
  wasCaught,
  chance,
  ledger: {
    get length() {
      return fromHost(() => host.ledgerLength());
    },
    at: (index: number) => parse(fromHost(() => host.ledgerAt(index))) as unknown,
  },
});

const NO_RULE: RuleEntry = {
  path: '',
  section: 'core',
  title: '',
  plainTitle: '',
  number: '',
  parent: null,
  children: [],
  text: '',
  status: 'active',
  rare: false,
  marked: false,
  entrenched: false,
  over: [],
  values: {},
  tables: {},
  lists: {},
  facts: {},
  clause: null,
};

/** A context that leads to all of the engine's own objects that any rule's context leads to. */
export const contextOfNoRule = (): object =>
  contextFor(kernel.runtime, sharedContext(kernel.runtime), NO_RULE);

const calls: GuestCalls = {
  beginLoading: (given: ToLoad) => {
    beginLoading();
    return rules.begin(given);
  },
  sealLoaded: () => sealLoaded(),
  abandonLoading: () => {
    abandonLoading();
    return null;
  },
  link: putInForce,
  beingDefined: () => beingDefined,
  ...callsOf(kernel),
  ...searchCalls(kernel, counted),
};

/** These start counting from zero and leave the rules unchanged. */
const REMEMBERS_AGAIN: ReadonlySet<string> = new Set(['finishEnactment', 'settle']);

/** Defines the rules of the loaded modules and puts them in force. */
function putInForce(manifest: Manifest): readonly LinkProblem[] {
  beginLoading();
  for (const { path } of manifest.rules) running.marks.set(path, markOfPath(path));
  try {
    const problems = rules.putInForce(() => kernel.link(manifest, inspect));
    return problems.map(({ code, file, line, message }) => ({ code, file, line, message }));
  } finally {
    abandonLoading();
  }
}

function sealLoaded(): SealedModules {
  const problems = endLoading(rules.loaded).map(asProblem);
  if (problems.length === 0) rules.sealed(counted());
  return { problems, spent: rules.sealingTook };
}

const inspect: Inspect = (made) => {
  mustNotHaveRunOut();
  for (const { context } of made) shut(context);
  return endLoading(
    made.map(({ entry, definition }) => ({ file: moduleOf(entry) ?? entry.path, value: definition })),
  );
};

function asProblem({ file, message }: Leak): LinkProblem {
  return { code: 'clause-keeps', file, line: null, message: `${file}: ${message}` };
}

/** Undoes the writes of a call that was stopped half-way. */
calls['forget'] = () => {
  kernel.forget();
  return null;
};
calls['recover'] = (stopped: string) => {
  abandonLoading();
  if (!WHILE_LINKING.includes(stopped)) kernel.recover();
  else if (rules.stopped()) kernel.stopDefining();
  return null;
};

globalThis.gitnomic = {
  register(paths, exported) {
    for (const [at, path] of (parse(paths) as string[]).entries()) rules.register(path, exported[`c${at}`]);
  },
  call(name, json) {
    const call = calls[name];
    if (call === undefined) throw new Error(`the guest has no call "${name}"`);
    try {
      beginPhase();
      kernel.runtime.frame.scratch.clear();
      beginCall();
      const ok = call(parse(json) as never) ?? null;
      mustNotHaveRunOut();
      return stringify({ ok });
    } catch (error) {
      return stringify({ error: describeError(error) });
    } finally {
      if (REMEMBERS_AGAIN.has(name)) kernel.remember();
    }
  },
};

function describeError(error: unknown): object {
  if (error instanceof Refusal) return { name: 'Refusal', ...error.toData(), message: error.message };
  if (error instanceof RuleError) return { name: 'RuleError', code: error.code, message: error.message };
  if (error instanceof Error)
    return { name: error.name, message: error.message, stack: error.stack, where: thrownAt(error) };
  if (error === null) {
    const { ranOutIn } = kernel.runtime.frame;
    const where = ranOutIn && (moduleOf(ranOutIn) ?? ranOutIn.path);
    return { name: 'InternalError', message: 'out of memory', where };
  }
  return { name: 'Error', message: 'something that is no error was thrown' };
}

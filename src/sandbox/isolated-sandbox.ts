import {
  DEATH,
  MESSAGE,
  MessageChannel,
  receiveMessageOnPort,
  startWatched,
  type MessagePort,
  type ResourceLimits,
  type Worker,
} from '#platform/threads.ts';
import {
  DEFAULT_LIMITS,
  DEFAULT_PATIENCE_MS,
  SandboxEndedError,
  SandboxLostError,
  type Limits,
  type SandboxHost,
} from './host.ts';
import { errorOf, thrownOf, threadFailed } from './fault.ts';
import { ownFile } from './own-file.ts';
import type { Runner } from './runner.ts';
import type { WorkerAnswer, WorkerCall, FromSandbox } from './isolation.ts';

/** The inner clock ends every loop, and allows more time on a busy machine; this only catches a thread that never answers. */
const GRACE_MS = 60_000;

export interface IsolationOptions {
  readonly host: SandboxHost;
  readonly limits?: Limits;
  readonly patienceMs?: number;
  /** JavaScript that was made of clauses before, as `SourceCache` knows it. */
  readonly known?: ReadonlyMap<string, string>;
  /** The machine's limits for the thread. */
  readonly resourceLimits?: ResourceLimits;
}

/** A sandbox in its own thread, which can be ended from outside. It behaves like any other. */
export async function isolatedSandbox({
  host,
  limits = DEFAULT_LIMITS,
  patienceMs = (limits.patienceMs ?? DEFAULT_PATIENCE_MS) + GRACE_MS,
  known = new Map(),
  resourceLimits = {},
}: IsolationOptions): Promise<{ readonly runner: Runner }> {
  const { port1: ours, port2: theirs } = new MessageChannel();
  const woken = new Int32Array(new SharedArrayBuffer(8));
  const file = ownFile(new URL('./isolated-main.ts', import.meta.url)).href;
  const worker = startWatched({ file, resourceLimits, port: theirs, woken }, { limits, known });
  await new Promise<void>((resolve, reject) => {
    worker.once('message', () => resolve());
    worker.once('error', reject);
    worker.once('exit', () => {
      reject(threadFailed('the thread of a sandbox ended before it began'));
    });
  });
  worker.unref();
  // Once it has begun, the flag tells how it ends.
  worker.on('error', () => undefined);
  const line: Line = {
    worker,
    ours,
    woken,
    host,
    patienceMs,
    limits,
    ended: false,
    fault: null,
  };
  const runner = new Proxy({} as Runner, {
    get: (_, method) => callerOf(line, String(method)),
  });
  return { runner };
}

interface Line {
  readonly worker: Worker;
  readonly ours: MessagePort;
  readonly woken: Int32Array;
  readonly limits: Limits;
  readonly patienceMs: number;
  host: SandboxHost;
  /** This side ended the thread. */
  ended: boolean;
  /** An error on this side while the other one waited for an answer. */
  fault: { readonly error: unknown } | null;
}

/** Resolves a property name on this side's runner. */
function callerOf(line: Line, method: string): unknown {
  // A proxy with a `then` would be taken for a promise.
  if (method === 'then') return undefined;
  if (method === 'limits') return line.limits;
  if (method === 'serve') {
    return (host: SandboxHost): void => {
      line.host = host;
    };
  }
  if (method === 'dispose') {
    return (): void => {
      end(line);
    };
  }
  if (method === 'dead' && (line.ended || hasDied(line))) return true;
  if (method === 'dead' || method === 'heapBytes') return ask(line, { method, args: [], property: true });
  return (...args: unknown[]) => ask(line, { method, args, property: false });
}

function hasDied({ woken }: Line): boolean {
  return Atomics.load(woken, DEATH) !== 0;
}

function end(line: Line): void {
  line.ended = true;
  void line.worker.terminate();
}

function ask(line: Line, call: WorkerCall): unknown {
  if (line.ended) throw new SandboxEndedError();
  line.fault = null;
  Atomics.store(line.woken, MESSAGE, 0);
  line.ours.postMessage(call);
  const deadline = performance.now() + line.patienceMs;
  for (;;) {
    const left = deadline - performance.now();
    if (!hasDied(line) && (left <= 0 || Atomics.wait(line.woken, MESSAGE, 0, left) === 'timed-out')) {
      end(line);
      throw SandboxLostError.late(call.method, line.patienceMs);
    }
    Atomics.store(line.woken, MESSAGE, 0);
    for (
      let got = receiveMessageOnPort(line.ours);
      got !== undefined;
      got = receiveMessageOnPort(line.ours)
    ) {
      const message = got.message as FromSandbox;
      if (message.type === 'answer') return unwrap(line, message);
      reply(line, message);
    }
    if (hasDied(line)) throw threadFailed('the thread of a sandbox was ended by this machine');
  }
}

/** Answers the worker's request for a draw or a ledger line, which it must not hold itself. */
function reply(line: Line, question: FromSandbox & { readonly type: 'question' }): void {
  const { host } = line;
  const answer = ((): WorkerAnswer => {
    try {
      if (question.what === 'draw')
        return { ok: true, value: host.draw(question.given as Parameters<SandboxHost['draw']>[0]) };
      if (question.what === 'ledger-length') return { ok: true, value: host.ledger.length };
      return { ok: true, value: host.ledger.at(question.given as number) ?? null };
    } catch (error) {
      line.fault = { error };
      return { ok: false, thrown: thrownOf(error) };
    }
  })();
  question.port.postMessage(answer);
  Atomics.store(question.answered, 0, 1);
  Atomics.notify(question.answered, 0);
}

/** Throws an error of this side as it was, not as the other side reports it. */
function unwrap({ fault }: Line, answer: WorkerAnswer): unknown {
  if (answer.ok) return answer.value;
  throw fault === null ? errorOf(answer.thrown) : fault.error;
}

// Runs an isolated sandbox in a thread, with no secret and no access to the outside except its channel.
import {
  MessageChannel,
  parentPort,
  receiveMessageOnPort,
  workerData,
  type MessagePort,
} from '#platform/threads.ts';
import type { Count } from '../kernel/count.ts';
import { errorOf, thrownOf } from './fault.ts';
import type { Limits, SandboxHost } from './host.ts';
import type { WorkerAnswer, WorkerCall, FromSandbox } from './isolation.ts';
import { SandboxCaches } from './sandbox-caches.ts';
import { Sandbox } from './sandbox.ts';

const { port, limits, woken, known } = workerData as {
  readonly port: MessagePort;
  readonly limits: Limits;
  readonly woken: Int32Array;
  readonly known: ReadonlyMap<string, string>;
};

function wake(): void {
  Atomics.store(woken, 0, 1);
  Atomics.notify(woken, 0);
}

/** Blocks until the other side answers, because the sandbox can't continue without it. */
function ask(what: 'draw' | 'ledger-length' | 'ledger-at', given: unknown): unknown {
  const { port1, port2 } = new MessageChannel();
  const answered = new Int32Array(new SharedArrayBuffer(4));
  port.postMessage({ type: 'question', what, given, port: port2, answered } satisfies FromSandbox, [port2]);
  wake();
  Atomics.wait(answered, 0, 0);
  const answer = receiveMessageOnPort(port1)?.message as WorkerAnswer;
  port1.close();
  if (answer.ok) return answer.value;
  throw errorOf(answer.thrown);
}

const host: SandboxHost = {
  draw: (question) => ask('draw', question) as Count,
  ledger: {
    get length() {
      return ask('ledger-length', null) as number;
    },
    at: (index) => ask('ledger-at', index),
  },
};

async function begin(): Promise<Sandbox> {
  const caches = new SandboxCaches();
  caches.sources.learn(known);
  return Sandbox.create(host, limits, caches);
}

const sandbox = await begin();

function answerTo({ method, args, property }: WorkerCall): WorkerAnswer {
  try {
    const member = (sandbox as unknown as Record<string, unknown>)[method];
    const value = property
      ? member
      : (member as (...given: readonly unknown[]) => unknown).apply(sandbox, [...args]);
    return { ok: true, value };
  } catch (error) {
    return { ok: false, thrown: thrownOf(error) };
  }
}

port.on('message', (call: WorkerCall) => {
  try {
    port.postMessage({ type: 'answer', ...answerTo(call) } satisfies FromSandbox);
  } catch (error) {
    // The answer can't be sent.
    port.postMessage({ type: 'answer', ok: false, thrown: thrownOf(error) } satisfies FromSandbox);
  }
  wake();
});
parentPort?.postMessage('ready');

import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten';
import { engineModule } from './modules.ts';

/** The guest's functions that are called from outside. */
export interface GuestFunctions {
  readonly call: QuickJSHandle;
  readonly register: QuickJSHandle;
  readonly spin: QuickJSHandle;
  /**
   * The address of the step count, its limit, and the mark of the rule whose code runs. The guest reads the first two, because asking the
   * host takes as long as a rule's answer, and writes the third.
   */
  readonly countsAt: number;
}

const COUNTS_BYTES = 12;

/** Loads the guest and removes what clauses must not have. The host's handles are properties of `own`, where no clause finds them. */
export function bootGuest(context: QuickJSContext, own: QuickJSHandle, load: (module: string) => void): void {
  offerCounts(context, own);
  load(engineModule('sandbox/guest/main.ts'));
  const guest = context.getProp(context.global, 'gitnomic');
  for (const name of ['call', 'register'])
    context.getProp(guest, name).consume((handle) => context.setProp(own, name, handle));
  guest.dispose();
  // A clause with access to the guest could answer in the kernel's place.
  context.unwrapResult(context.evalCode('delete globalThis.gitnomic')).dispose();
  load(engineModule('sandbox/guest/harden.ts'));
  const spin = context.unwrapResult(context.evalCode('() => { for (;;); }'));
  context.setProp(own, 'spin', spin);
  spin.dispose();
}

/** The context hides this: its API copies buffers and doesn't give their addresses. */
interface Inside {
  readonly ctx: { readonly value: number };
  readonly memory: {
    newHeapBufferPointer(bytes: Uint8Array): { readonly value: { readonly pointer: number } };
    heapValueHandle(pointer: number): QuickJSHandle;
  };
  readonly ffi: { QTS_NewArrayBuffer(context: number, pointer: number, length: number): number };
}

function offerCounts(context: QuickJSContext, own: QuickJSHandle): void {
  const { ctx, memory, ffi } = context as unknown as Inside;
  const { pointer } = memory.newHeapBufferPointer(new Uint8Array(COUNTS_BYTES)).value;
  const counts = memory.heapValueHandle(ffi.QTS_NewArrayBuffer(ctx.value, pointer, COUNTS_BYTES));
  context.getProp(context.global, 'host').consume((host) => context.setProp(host, 'counts', counts));
  counts.dispose();
  context.newNumber(pointer).consume((at) => context.setProp(own, 'countsAt', at));
}

export function holdGuest(context: QuickJSContext, own: QuickJSHandle): GuestFunctions {
  const get = (name: string): QuickJSHandle => context.getProp(own, name);
  const countsAt = get('countsAt').consume((at) => context.getNumber(at));
  return { call: get('call'), register: get('register'), spin: get('spin'), countsAt };
}

export function letGoOfGuest({ call, register, spin }: GuestFunctions): void {
  for (const handle of [call, register, spin]) handle.dispose();
}

type Offer = (given: QuickJSHandle) => string | number;

/** Gives these functions to the guest as its global `host`, and passes what they throw to `failed`. */
export function offerTo(
  context: QuickJSContext,
  failed: (error: unknown) => void,
  offers: Readonly<Record<string, Offer>>,
): void {
  const host = context.newObject();
  for (const [name, run] of Object.entries(offers)) {
    const made = context.newFunction(name, (given) => {
      try {
        const answer = run(given);
        return typeof answer === 'number' ? context.newNumber(answer) : context.newString(answer);
      } catch (error) {
        failed(error);
        throw error;
      }
    });
    context.setProp(host, name, made);
    made.dispose();
  }
  context.setProp(context.global, 'host', host);
  host.dispose();
}

import type { QuickJSContext, QuickJSHandle } from 'quickjs-emscripten';
import { engineModule } from './modules.ts';

/** The guest's functions that are called from outside. */
export interface GuestFunctions {
  readonly call: QuickJSHandle;
  readonly register: QuickJSHandle;
  readonly spin: QuickJSHandle;
}

/**
 * Loads the guest, and takes away what clauses must not have. What this side holds on to of it hangs at `own`, where no clause
 * finds it.
 */
export function bootGuest(context: QuickJSContext, own: QuickJSHandle, load: (module: string) => void): void {
  load(engineModule('sandbox/guest/main.ts'));
  const guest = context.getProp(context.global, 'gitnomic');
  for (const name of ['call', 'register'])
    context.getProp(guest, name).consume((handle) => context.setProp(own, name, handle));
  guest.dispose();
  // A clause that got hold of the guest could answer in the kernel's place.
  context.unwrapResult(context.evalCode('delete globalThis.gitnomic')).dispose();
  load(engineModule('sandbox/guest/harden.ts'));
  const spin = context.unwrapResult(context.evalCode('() => { for (;;); }'));
  context.setProp(own, 'spin', spin);
  spin.dispose();
}

export function holdGuest(context: QuickJSContext, own: QuickJSHandle): GuestFunctions {
  const get = (name: string): QuickJSHandle => context.getProp(own, name);
  return { call: get('call'), register: get('register'), spin: get('spin') };
}

export function letGoOfGuest({ call, register, spin }: GuestFunctions): void {
  for (const handle of [call, register, spin]) handle.dispose();
}

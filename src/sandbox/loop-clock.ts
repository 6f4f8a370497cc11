import type { QuickJSRuntime } from 'quickjs-emscripten';

import { LEFT, RUNTIME_POINTER } from './interruptible.ts';
import type { Engine } from './quickjs.ts';

/** Loop rounds between two looks at the clock, a few milliseconds' worth. */
const ROUNDS = 1 << 20;

/** Makes loops in the engine ask whether to go on, while a machine runs. */
export function watchLoops({ memory }: Engine, runtime: QuickJSRuntime): void {
  const view = new DataView(memory.buffer);
  view.setInt32(LEFT, ROUNDS, true);
  const { rt } = runtime as unknown as { readonly rt: { readonly value: number } };
  view.setInt32(RUNTIME_POINTER, rt.value, true);
}

export function leaveLoops({ memory }: Engine): void {
  const view = new DataView(memory.buffer);
  view.setInt32(LEFT, 0, true);
  view.setInt32(RUNTIME_POINTER, 0, true);
}

/** Whether a loop is asking rather than QuickJS between two steps; if so, grants it as many rounds again. */
export function isLoopAsking({ memory }: Engine): boolean {
  const view = new DataView(memory.buffer);
  if (view.getInt32(LEFT, true) > 0) return false;
  view.setInt32(LEFT, ROUNDS, true);
  return true;
}

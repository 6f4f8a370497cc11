import { utf8Length, writeUtf8 } from '#platform/bytes.ts';
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  RELEASE_SYNC,
  type QuickJSWASMModule,
  type QuickJSRuntime,
} from 'quickjs-emscripten';
import { LEFT, RUNTIME_POINTER } from './interruptible.ts';

const PAGE = 64 * 1024;
/** Emscripten stores this in memory, by default the running file's path, but every machine's memory must look the same. */
const NAMED: object = { thisProgram: 'gitnomic' };

const FIRST_PAGES = 256;

export interface Engine {
  readonly quickjs: QuickJSWASMModule;
  readonly memory: WebAssembly.Memory;
  /** How many runtimes have used this memory. */
  machines: number;
  /** A call was stopped in the middle, so nothing in this memory can be trusted. */
  isBroken: boolean;
  /** Whether it asked for more memory than allowed. QuickJS and clauses may have continued as if nothing had happened. */
  readonly ranOut: () => boolean;
  /** Frees the leftovers of a disposed machine. */
  clearUp: () => void;
}

export function isWell(engine: Engine | null): engine is Engine {
  return engine !== null && !engine.isBroken && !engine.ranOut();
}

/** QuickJS asks for more than it needs, then for less, and gives up after this many refusals in a row. */
const LAST_REFUSAL = 3;

/**
 * QuickJS in its own memory with a hard limit. QuickJS's own limit doesn't work here: built for WebAssembly, it
 * doesn't know the size of its allocations and counts almost nothing.
 */
export async function newEngine(
  compiled: WebAssembly.Module,
  memoryBytes: number,
  firstBytes = 0,
): Promise<Engine> {
  const initial = Math.max(FIRST_PAGES, Math.ceil(firstBytes / PAGE));
  const memory = new WebAssembly.Memory({
    initial,
    maximum: Math.max(initial, Math.ceil(memoryBytes / PAGE)),
  });
  let refusals = 0;
  const grow = memory.grow.bind(memory);
  memory.grow = (pages) => {
    refusals += 1;
    const before = grow(pages);
    if (refusals <= LAST_REFUSAL) refusals = 0;
    return before;
  };
  const ranOut = (): boolean => refusals >= LAST_REFUSAL;
  const variant = newVariant(RELEASE_SYNC, {
    wasmModule: compiled,
    wasmMemory: memory,
    emscriptenModule: NAMED,
  });
  const quickjs = await newQuickJSWASMModuleFromVariant(variant);
  handOverTextsAtOnce(quickjs, memory);
  return {
    quickjs,
    memory,
    machines: 0,
    isBroken: false,
    ranOut,
    clearUp: () => undefined,
  };
}

/** Shorter texts are written faster without looking up the memory. */
const FEW_LETTERS = 64;

interface Writer {
  lengthBytesUTF8: (text: string) => number;
  stringToUTF8: (text: string, at: number, room: number) => number;
}

/** Emscripten writes texts letter by letter, which takes as long as reading them if they are clauses or a game. */
function handOverTextsAtOnce(quickjs: QuickJSWASMModule, memory: WebAssembly.Memory): void {
  const { module } = quickjs as unknown as { readonly module: Writer };
  const { lengthBytesUTF8, stringToUTF8 } = module;
  // The two encode lone surrogates differently.
  const isForBoth = (text: string): boolean => text.length >= FEW_LETTERS && text.isWellFormed();
  module.lengthBytesUTF8 = (text) => (isForBoth(text) ? utf8Length(text) : lengthBytesUTF8(text));
  module.stringToUTF8 = (text, at, room) => {
    if (!isForBoth(text) || room <= utf8Length(text)) return stringToUTF8(text, at, room);
    const bytes = new Uint8Array(memory.buffer, at, room);
    const written = writeUtf8(text, bytes);
    bytes[written] = 0;
    return written;
  };
}

/** Loop rounds between two checks of the clock, a few milliseconds' worth. */
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

/** Returns true if a loop asks, rather than QuickJS between two steps, and then grants it as many rounds again. */
export function isLoopAsking({ memory }: Engine): boolean {
  const view = new DataView(memory.buffer);
  if (view.getInt32(LEFT, true) > 0) return false;
  view.setInt32(LEFT, ROUNDS, true);
  return true;
}

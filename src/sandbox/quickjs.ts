import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  RELEASE_SYNC,
  type QuickJSWASMModule,
} from 'quickjs-emscripten';

const PAGE = 64 * 1024;
/** Emscripten puts this into its memory, and else the path of the file that runs: what lies where in memory is to be the same for all. */
const NAMED: object = { thisProgram: 'gitnomic' };

/** The memory that QuickJS itself needs to begin with. */
const FIRST_PAGES = 256;

export interface Engine {
  readonly quickjs: QuickJSWASMModule;
  readonly memory: WebAssembly.Memory;
  /** The number of runtimes that have been made in this memory. */
  machines: number;
  /** Something in it was ended in the middle: nothing in this memory can be trusted any more. */
  isBroken: boolean;
  /** Whether it asked for more memory than there is. QuickJS and clauses may have gone on as though nothing was amiss. */
  readonly ranOut: () => boolean;
  /** Frees what a machine has left there that is gone. */
  clearUp: () => void;
}

export function isWell(engine: Engine | null): engine is Engine {
  return engine !== null && !engine.isBroken && !engine.ranOut();
}

/** QuickJS asks for more than it needs, then for less, and does without after so many refusals in a row. */
const LAST_REFUSAL = 3;

/**
 * QuickJS in a memory of its own that can't grow beyond its bound. QuickJS's own limit is no bound here: built for
 * WebAssembly it doesn't know how large what it asks for turns out to be, and counts almost nothing.
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

/** A text that is shorter is written sooner than its place in the memory is looked up. */
const FEW_LETTERS = 64;

interface Writer {
  lengthBytesUTF8: (text: string) => number;
  stringToUTF8: (text: string, at: number, room: number) => number;
}

/** Emscripten writes texts into its memory letter by letter, which for the sources of clauses, and for a game, takes as long as to read them. */
function handOverTextsAtOnce(quickjs: QuickJSWASMModule, memory: WebAssembly.Memory): void {
  const { module } = quickjs as unknown as { readonly module: Writer };
  const { lengthBytesUTF8, stringToUTF8 } = module;
  // Of half a letter the two make different bytes.
  const isForBoth = (text: string): boolean => text.length >= FEW_LETTERS && text.isWellFormed();
  module.lengthBytesUTF8 = (text) => (isForBoth(text) ? Buffer.byteLength(text) : lengthBytesUTF8(text));
  module.stringToUTF8 = (text, at, room) => {
    if (!isForBoth(text) || room <= Buffer.byteLength(text)) return stringToUTF8(text, at, room);
    const bytes = Buffer.from(memory.buffer, at, room);
    const written = bytes.write(text);
    bytes[written] = 0;
    return written;
  };
}

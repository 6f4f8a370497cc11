import releaseSync from '@jitl/quickjs-wasmfile-release-sync';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSSyncVariant,
  type QuickJSWASMModule,
} from 'quickjs-emscripten-core';

const PAGE = 64 * 1024;
/** What QuickJS itself wants to begin with. */
const FIRST_PAGES = 256;

export interface Engine {
  readonly quickjs: QuickJSWASMModule;
  readonly memory: WebAssembly.Memory;
  /** How many have been made in this memory. */
  machines: number;
}

/** The package's types say what `require` would give; imported, it is the variant itself. */
const release = releaseSync as unknown as QuickJSSyncVariant;

let compiled: Promise<WebAssembly.Module> | null = null;

async function compile(): Promise<WebAssembly.Module> {
  const { resolve } = createRequire(import.meta.url);
  return WebAssembly.compile(await readFile(resolve('@jitl/quickjs-wasmfile-release-sync/wasm')));
}

/**
 * QuickJS in a memory of its own that can't grow beyond its bound. QuickJS's own limit is no bound here: built for
 * WebAssembly it doesn't know how large what it asks for turns out to be, and counts almost nothing.
 */
export async function newEngine(memoryBytes: number, firstBytes = 0): Promise<Engine> {
  compiled ??= compile();
  const initial = Math.max(FIRST_PAGES, Math.ceil(firstBytes / PAGE));
  const memory = new WebAssembly.Memory({
    initial,
    maximum: Math.max(initial, Math.ceil(memoryBytes / PAGE)),
  });
  const variant = newVariant(release, { wasmModule: await compiled, wasmMemory: memory });
  return { quickjs: await newQuickJSWASMModuleFromVariant(variant), memory, machines: 0 };
}

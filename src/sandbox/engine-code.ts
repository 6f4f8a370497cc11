import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

import { putFile } from '../repository/write-files.ts';
import { interruptible } from './interruptible.ts';
import { engineFingerprint, isCompiled } from './own-file.ts';
import { setUntilTheEnd } from './v8-flags.ts';

/** The name under which this build of QuickJS imports the function that it asks whether to stop. */
const INTERRUPT = 'i';
const MADE_BY = new URL('./interruptible.ts', import.meta.url);
/** Beside the engine's packages: whoever can write there can change the engine. */
export const SANDBOX_CACHE = new URL('../../node_modules/.cache/gitnomic-sandbox/', import.meta.url);

/** The published package comes with what was made. */
const PUBLISHED = new URL('./quickjs.wasm', import.meta.url);

/** The one that was made for the engine that is named before it: to make sure by the texts of which it is made takes longer than to compile it. */
const OF_ENGINE = new URL('quickjs.made', SANDBOX_CACHE);

/**
 * For a process that works for half a second what V8 optimises is ready when it is done, and took a quarter of its time: so V8 may optimise one
 * part of QuickJS alone, which has a number that none has.
 */
const NO_PART = 1_000_000;
const ANY_PART = -1;

/** QuickJS, compiled so that every loop in it can be interrupted. */
export function compileQuickJs(isForAMoment = false): WebAssembly.Module {
  // V8 looks at it when it compiles a part, which is when that is first called.
  if (isForAMoment) setUntilTheEnd(`--wasm-tier-up-filter=${NO_PART}`, `--wasm-tier-up-filter=${ANY_PART}`);
  return compileFound();
}

function compileFound(): WebAssembly.Module {
  if (isCompiled) return compile(readFileSync(PUBLISHED));
  const fingerprint = engineFingerprint();
  if (fingerprint === null) return byContent().module;
  const engine = Buffer.from(fingerprint);
  try {
    const kept = readFileSync(OF_ENGINE);
    if (kept.subarray(0, engine.length).equals(engine)) return compile(kept.subarray(engine.length));
  } catch {
    // There is none yet, or it was cut short.
  }
  const { made, module } = byContent();
  keep(OF_ENGINE, Buffer.concat([engine, made]));
  return module;
}

function byContent(): { readonly made: Uint8Array; readonly module: WebAssembly.Module } {
  const wasm = readQuickJs();
  const hash = createHash('sha256').update(wasm).update(readFileSync(MADE_BY));
  const cached = new URL(`${hash.digest('hex').slice(0, 32)}.wasm`, SANDBOX_CACHE);
  try {
    const made = readFileSync(cached);
    return { made, module: compile(made) };
  } catch {
    // It has not been made yet, or it was cut short.
    const made = makeQuickJs(wasm);
    keep(cached, made);
    return { made, module: compile(made) };
  }
}

/** Functions are compiled when they are first called, so that to wait for another thread would take longer than this does. */
function compile(wasm: Uint8Array<ArrayBuffer>): WebAssembly.Module {
  return new WebAssembly.Module(wasm);
}

export function readQuickJs(): Uint8Array {
  const { resolve } = createRequire(createRequire(import.meta.url).resolve('quickjs-emscripten'));
  return readFileSync(resolve('@jitl/quickjs-wasmfile-release-sync/wasm'));
}

export function makeQuickJs(wasm = readQuickJs()): Uint8Array<ArrayBuffer> {
  return interruptible(wasm, INTERRUPT);
}

/** To make it takes a tenth of a second, which a short command would notice. */
function keep(path: URL, made: Uint8Array): void {
  try {
    putFile(fileURLToPath(path), made, { durable: false });
  } catch {
    // The folder may be read-only: then it is made anew each time.
  }
}

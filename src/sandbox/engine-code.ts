import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

import { putFile } from '../repository/write-files.ts';
import { interruptible } from './interruptible.ts';
import { engineFingerprint, isCompiled } from './own-file.ts';

/** The name under which this build of QuickJS imports the function that it asks whether to stop. */
const INTERRUPT = 'i';
const MADE_BY = new URL('./interruptible.ts', import.meta.url);
/** Beside the engine's packages: whoever can write there can change the engine. */
export const SANDBOX_CACHE = new URL('../../node_modules/.cache/gitnomic-sandbox/', import.meta.url);

/** The published package comes with what was made. */
const PUBLISHED = new URL('./quickjs.wasm', import.meta.url);

/** The one that was made for the engine that is named before it: to make sure by the texts of which it is made takes longer than to compile it. */
const OF_ENGINE = new URL('quickjs.made', SANDBOX_CACHE);

/** QuickJS, compiled so that every loop in it can be interrupted. */
export function compileQuickJs(): WebAssembly.Module {
  if (isCompiled) return compile(readFileSync(PUBLISHED));
  const fingerprint = engineFingerprint();
  if (fingerprint === null) return byContent().module;
  const kept = readKept(OF_ENGINE, fingerprint);
  if (kept !== null) return compile(kept);
  const { made, module } = byContent();
  keep(OF_ENGINE, fingerprint, made);
  return module;
}

function byContent(): { readonly made: Uint8Array; readonly module: WebAssembly.Module } {
  const wasm = readQuickJs();
  const name = createHash('sha256').update(wasm).update(readFileSync(MADE_BY)).digest('hex').slice(0, 32);
  const cached = new URL(`${name}.wasm`, SANDBOX_CACHE);
  const kept = readKept(cached, name);
  const made = kept ?? makeQuickJs(wasm);
  if (kept === null) keep(cached, name, made);
  return { made, module: compile(made) };
}

const DIGEST_BYTES = 32;

/** Returns the file of this name, or null if there is none or any byte of it has changed. */
function readKept(path: URL, name: string): Uint8Array<ArrayBuffer> | null {
  try {
    const bytes = readFileSync(path);
    const made = bytes.subarray(DIGEST_BYTES);
    return digestOf(name, made).equals(bytes.subarray(0, DIGEST_BYTES)) ? made : null;
  } catch {
    return null;
  }
}

function digestOf(name: string, made: Uint8Array): Buffer {
  return createHash('sha256').update(`${name}\0`).update(made).digest();
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
function keep(path: URL, name: string, made: Uint8Array): void {
  try {
    putFile(fileURLToPath(path), Buffer.concat([digestOf(name, made), made]), { durable: false });
  } catch {
    // The folder may be read-only: then it is made anew each time.
  }
}

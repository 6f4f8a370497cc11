import { areEqual, concat } from '#platform/bytes.ts';
import { putFile, readBytes } from '#platform/files.ts';
import { digest, hexDigest } from '#platform/hash.ts';
import { findQuickJs } from '#platform/packages.ts';
import { pathOf } from '#platform/paths.ts';
import { interruptible } from './interruptible.ts';
import { engineFingerprint, isCompiled } from './own-file.ts';

/** The name under which this build of QuickJS imports its interrupt check. */
const INTERRUPT = 'i';
const MADE_BY = new URL('./interruptible.ts', import.meta.url);
/** The folder is among the engine's packages: anybody who can write there can change the engine anyway. */
export const SANDBOX_CACHE = new URL('../../node_modules/.cache/gitnomic-sandbox/', import.meta.url);

/** The published package contains the finished module. */
const PUBLISHED = new URL('./quickjs.wasm', import.meta.url);

/** Named after the engine package, because checking the texts it was made from takes longer than compiling. */
const OF_ENGINE = new URL('quickjs.made', SANDBOX_CACHE);

/** QuickJS, compiled so that every loop in it can be interrupted. */
export function compileQuickJs(): WebAssembly.Module {
  if (isCompiled) return compile(readBytes(PUBLISHED));
  const fingerprint = engineFingerprint();
  if (fingerprint === null) return byContent().module;
  const cached = readCached(OF_ENGINE, fingerprint);
  if (cached !== null) return compile(cached);
  const { made, module } = byContent();
  keep(OF_ENGINE, fingerprint, made);
  return module;
}

function byContent(): { readonly made: Uint8Array; readonly module: WebAssembly.Module } {
  const wasm = readQuickJs();
  const name = hexDigest('sha256', wasm, readBytes(MADE_BY)).slice(0, 32);
  const cached = new URL(`${name}.wasm`, SANDBOX_CACHE);
  const before = readCached(cached, name);
  const made = before ?? makeQuickJs(wasm);
  if (before === null) keep(cached, name, made);
  return { made, module: compile(made) };
}

const DIGEST_BYTES = 32;

/** Null if there is no such file or any of its bytes has changed. */
function readCached(path: URL, name: string): Uint8Array<ArrayBuffer> | null {
  try {
    const bytes = readBytes(path);
    const made = bytes.subarray(DIGEST_BYTES);
    return areEqual(digestOf(name, made), bytes.subarray(0, DIGEST_BYTES)) ? made : null;
  } catch {
    return null;
  }
}

function digestOf(name: string, made: Uint8Array): Uint8Array {
  return digest('sha256', `${name}\0`, made);
}

/** V8 compiles functions when they are first called, so waiting for another thread would take longer. */
function compile(wasm: Uint8Array<ArrayBuffer>): WebAssembly.Module {
  return new WebAssembly.Module(wasm);
}

export function readQuickJs(): Uint8Array {
  return readBytes(findQuickJs());
}

export function makeQuickJs(wasm = readQuickJs()): Uint8Array<ArrayBuffer> {
  return interruptible(wasm, INTERRUPT);
}

/** Instrumenting takes a tenth of a second, which a short command would notice. */
function keep(path: URL, name: string, made: Uint8Array): void {
  try {
    putFile(pathOf(path), concat([digestOf(name, made), made]), { durable: false });
  } catch {
    // The folder may be read-only. Then each process instruments QuickJS again.
  }
}

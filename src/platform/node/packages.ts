import { createRequire } from 'node:module';

import type { SharpConstructor } from 'sharp';

/** Native packages that only some commands need and some machines can't have. */
export type Optional = 'sharp' | 'typescript';

/** Null if the package is not installed. */
export function findOptional(name: Optional, file = ''): string | null {
  try {
    return createRequire(import.meta.url).resolve(`${name}${file}`);
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === 'MODULE_NOT_FOUND') return null;
    throw error;
  }
}

export async function loadSharp(): Promise<SharpConstructor> {
  return (await import('sharp')).default;
}

export function findQuickJs(): string {
  const { resolve } = createRequire(createRequire(import.meta.url).resolve('quickjs-emscripten'));
  return resolve('@jitl/quickjs-wasmfile-release-sync/wasm');
}

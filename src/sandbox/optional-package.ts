import { createRequire } from 'node:module';

/** Packages that only some commands need: they are native, and not to be had for every machine. */
type Optional = 'sharp' | 'typescript';

/** Where a file of an optional package is; null where the package is not installed. */
export function findOptional(name: Optional, file = ''): string | null {
  try {
    return createRequire(import.meta.url).resolve(`${name}${file}`);
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === 'MODULE_NOT_FOUND') return null;
    throw error;
  }
}

export function sayMissing(name: Optional, what: string): string {
  return `${what}, since the optional package ${name} is not installed: \`npm install ${name}\` brings it.`;
}

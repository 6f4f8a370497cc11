import { createRequire } from 'node:module';

/** Native packages that only some commands need and some machines can't have. */
type Optional = 'sharp' | 'typescript';

/** Null if the package is not installed. */
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

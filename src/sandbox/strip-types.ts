import { createRequire } from 'node:module';

type Strip = (source: string, options: { mode: 'strip-only' }) => { readonly code: string };

let strip: Strip | null = null;

/**
 * TypeScript with its types taken out and everything else where it stood. This is done by a pinned dependency, so that a
 * newer Node never reads an old clause differently; it is four megabytes, and is loaded with the first clause that is new.
 */
export function stripTypes(typescript: string): string {
  strip ??= (createRequire(import.meta.url)('amaro') as { readonly transformSync: Strip }).transformSync;
  try {
    return strip(typescript, { mode: 'strip-only' }).code;
  } catch (error) {
    // What is thrown for a mistake in the source is a plain object.
    if (error instanceof Error) throw error;
    throw new SyntaxError((error as { readonly message: string }).message, { cause: error });
  }
}

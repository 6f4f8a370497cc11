import { createRequire } from 'node:module';

interface Amaro {
  transformSync(source: string, options: { mode: 'strip-only' }): { readonly code: string };
}

/**
 * TypeScript with its types taken out and everything else where it stood. A pinned dependency does this, so that a newer
 * Node never reads an old clause differently. It is four megabytes, and is loaded with the first clause that is new; `imports` of package.json say
 * from where, which is a file of the package's own where that is the published one.
 */
export function stripTypes(typescript: string): string {
  const { transformSync } = createRequire(import.meta.url)('#amaro') as Amaro;
  try {
    return transformSync(typescript, { mode: 'strip-only' }).code;
  } catch (error) {
    // Amaro throws a plain object for a mistake in the source.
    if (error instanceof Error) throw error;
    throw new SyntaxError((error as { readonly message: string }).message, { cause: error });
  }
}

import { findTypeStripper, type TypeStripper } from '#platform/type-stripper.ts';
import type { Optional } from '#platform/packages.ts';

/** Strips types from one text after another. */
export function typeStripper(): (typescript: string) => string {
  const find = findTypeStripper();
  return (typescript) => strip(find(), typescript);
}

/**
 * Strips types and leaves everything else in place. A pinned dependency does this, so that a newer Node can't read an old clause
 * differently. It has four megabytes and is loaded with the first new clause, from the place in `imports` of package.json.
 */
export function stripTypes(typescript: string): string {
  return typeStripper()(typescript);
}

function strip({ transformSync }: TypeStripper, typescript: string): string {
  try {
    return transformSync(typescript, { mode: 'strip-only' }).code;
  } catch (error) {
    // Amaro throws a plain object for a syntax error.
    if (error instanceof Error) throw error;
    throw new SyntaxError((error as { readonly message: string }).message, { cause: error });
  }
}

export function sayMissing(name: Optional, what: string): string {
  return `${what}, since the optional package ${name} is not installed: \`npm install ${name}\` brings it.`;
}

/** Mutants that live, and why nothing could notice them. */
export const LIVING: Readonly<
  Record<string, readonly { readonly was: string; readonly is: string; readonly why: string }[]>
> = {};

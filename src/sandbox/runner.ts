import type { Sandbox } from './sandbox.ts';

/** Whatever runs the kernel with its clauses: a sandbox in this thread, or in one of its own. */
export type Runner = { readonly [K in keyof Sandbox]: Sandbox[K] };

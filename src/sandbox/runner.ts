import type { Sandbox } from './sandbox.ts';

/** Runs the kernel and its clauses: a sandbox in this thread or its own. */
export type Runner = { readonly [K in keyof Sandbox]: Sandbox[K] };

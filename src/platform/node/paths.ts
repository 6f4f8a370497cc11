import { posix } from 'node:path';

export { basename, dirname, join, resolve } from 'node:path';
export { fileURLToPath as pathOf } from 'node:url';

/** Joins paths with `/` on every system, as Git writes them. */
export const joinSlashed = posix.join;
export const relativeSlashed = posix.relative;

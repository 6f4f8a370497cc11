import type * as node from '#platform/run-git.ts';

export type { RunGit } from '#platform/run-git.ts';

export const REMOTE_PROTOCOLS = '';
export const QUIET_GIT = Object.freeze({});

export const gitIn: typeof node.gitIn = () => () => noGit();
export const inNewFolder: typeof node.inNewFolder = () => noGit();

function noGit(): never {
  throw new Error('a browser runs no other programs, so there is no Git');
}

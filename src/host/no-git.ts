import { existsSync } from 'node:fs';

import { CodedError } from '../kernel/coded-error.ts';

export class GitMissingError extends CodedError<'no-git'> {
  constructor(cause: unknown) {
    super('no-git', 'This needs Git, which is not installed, or not where programs are looked for.', {
      next: 'Install Git, and run the same command again.',
      cause,
    });
  }
}

/**
 * Throws if a call failed because Git isn't installed, since any other message would mislead. The system reports a missing working folder
 * in the same way.
 */
export function assertGitRan(error: unknown, folder = '.'): void {
  const { code, syscall } = error as { readonly code?: unknown; readonly syscall?: unknown };
  const isMissing = code === 'ENOENT' && typeof syscall === 'string' && syscall.startsWith('spawn');
  if (isMissing && existsSync(folder)) throw new GitMissingError(error);
}

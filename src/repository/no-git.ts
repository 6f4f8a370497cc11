import { CodedError } from '../kernel/coded-error.ts';

export class GitMissingError extends CodedError<'no-git'> {
  constructor(cause: unknown) {
    super('no-git', 'This needs Git, which is not installed, or not where programs are looked for.', {
      next: 'Install Git, and run the same command again.',
      cause,
    });
  }
}

/** Throws where a call of Git failed since there is no Git: whatever else is said of it would lead nowhere. */
export function assertGitRan(error: unknown): void {
  const { code, syscall } = error as { readonly code?: unknown; readonly syscall?: unknown };
  if (code === 'ENOENT' && typeof syscall === 'string' && syscall.startsWith('spawn'))
    throw new GitMissingError(error);
}

import { CodedError, type ErrorDetails } from '../kernel/coded-error.ts';
import { whyBadName } from '../ruleset/file-names.ts';

export type RepositoryErrorCode =
  | 'bad-path'
  | 'bad-ref'
  | 'corrupt'
  | 'locked'
  | 'missing'
  | 'not-a-repository'
  | 'strange-settings'
  | 'too-large'
  | 'wrong-kind';

/** Something in or around a Git repository is not as it must be. `data` names it for reports. */
export class RepositoryError extends CodedError<RepositoryErrorCode> {
  readonly data: Readonly<Record<string, unknown>>;
  constructor(
    code: RepositoryErrorCode,
    message: string,
    data: Readonly<Record<string, unknown>> = {},
    options?: ErrorDetails,
  ) {
    super(code, message, options);
    this.data = data;
  }
}

/** Whether something that others may have pushed can't be read, and so is treated as absent. */
export function isUnreadable(error: unknown): error is RepositoryError {
  return (
    error instanceof RepositoryError && ['corrupt', 'missing', 'too-large', 'wrong-kind'].includes(error.code)
  );
}

export function nullIfUnreadable(error: unknown): null {
  if (isUnreadable(error)) return null;
  throw error;
}

/** Splits a path into its names. Throws `bad-path`, because writing there would be a bug of the engine. */
export function segmentsOf(path: string): readonly string[] {
  const names = path.split('/');
  for (const name of names) {
    const why = whyBadName(name);
    if (why === null) continue;
    throw new RepositoryError('bad-path', `Nothing is written to ${JSON.stringify(path)}: ${name} ${why}.`, {
      path,
    });
  }
  return names;
}

/** Whether `path` is `folder` or lies in it. Everything lies in ''. */
export function isWithin(path: string, folder: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`);
}

import { CodedError } from '../kernel/coded-error.ts';

export type ForgeErrorCode =
  | 'bad-request'
  | 'branch-taken'
  | 'log-broken'
  | 'log-lost'
  | 'no-such-comment'
  | 'no-such-commit'
  | 'no-such-post'
  | 'not-yours'
  | 'own-review'
  | 'settled'
  | 'unavailable';

/** The forge refuses or fails. After `unavailable` trying again may help; the other errors say what to change. */
export class ForgeError extends CodedError<ForgeErrorCode> {
  readonly data: Readonly<Record<string, unknown>>;
  constructor(
    code: ForgeErrorCode,
    message: string,
    data: Readonly<Record<string, unknown>> = {},
    options?: ErrorOptions,
  ) {
    super(code, message, options);
    this.data = data;
  }
}

/** For optional steps that may be skipped if the forge doesn't answer. */
export function nullIfUnavailable(error: unknown): null {
  if (error instanceof ForgeError && error.code === 'unavailable') return null;
  throw error;
}

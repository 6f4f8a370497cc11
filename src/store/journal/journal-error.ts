import { CodedError } from '../../kernel/coded-error.ts';

export type JournalErrorCode = 'broken' | 'contended';

/** The journal can't be read or written. After `contended`, trying again may help. */
export class JournalError extends CodedError<JournalErrorCode> {
  readonly data: Readonly<Record<string, unknown>>;
  constructor(code: JournalErrorCode, message: string, data: Readonly<Record<string, unknown>> = {}) {
    super(code, message);
    this.data = data;
  }
}

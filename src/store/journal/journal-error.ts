export type JournalErrorCode = 'broken' | 'contended';

/** The journal can't be read or written as it must. `contended` is worth trying again. */
export class JournalError extends Error {
  readonly code: JournalErrorCode;
  readonly data: Readonly<Record<string, unknown>>;
  constructor(code: JournalErrorCode, message: string, data: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.name = 'JournalError';
    this.code = code;
    this.data = data;
  }
}

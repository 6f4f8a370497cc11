export interface ErrorDetails extends ErrorOptions {
  /** The file, with its line if known: `content/game.yml:3`. */
  readonly where?: string | undefined;
  readonly expected?: string | undefined;
  /** A sentence that says what the reader can do about it. */
  readonly next?: string | undefined;
}

/** An error that is shown to people, with a stable code, a sentence, the place and the next step. All other errors are bugs. */
export class CodedError<Code extends string = string> extends Error {
  readonly code: Code;
  readonly where: string | undefined;
  readonly expected: string | undefined;
  readonly next: string | undefined;

  constructor(code: Code, message: string, { where, expected, next, ...options }: ErrorDetails = {}) {
    super(message, options);
    this.name = new.target.name;
    this.code = code;
    this.where = where;
    this.expected = expected;
    this.next = next;
  }
}

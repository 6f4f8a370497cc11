export interface ErrorDetails extends ErrorOptions {
  /** The file, with its line where that is known: `content/game.yml:3`. */
  readonly where?: string | undefined;
  readonly expected?: string | undefined;
  /** A sentence that says what somebody can do about it. */
  readonly next?: string | undefined;
}

/** An error that people are told of: a stable code, a sentence, where it is and what to do next. All others are bugs. */
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

/** Why the rules stay as they are, in a sentence that says what to do instead. */
export class RecoverError extends Error {
  readonly code: string;
  readonly next: string | undefined;
  constructor(code: string, message: string, next?: string) {
    super(message);
    this.name = 'RecoverError';
    this.code = code;
    this.next = next;
  }
}

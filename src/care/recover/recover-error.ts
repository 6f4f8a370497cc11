import { CodedError } from '../../kernel/coded-error.ts';

/** Why the rules stay as they are, with what to do instead. */
export class RecoverError extends CodedError {
  constructor(code: string, message: string, next?: string) {
    super(code, message, { next });
  }
}

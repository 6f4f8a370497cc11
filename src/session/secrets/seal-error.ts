import { CodedError } from '../../kernel/coded-error.ts';

/** Why sealing or opening failed. */
export type SealErrorCode =
  | 'no-recipient' // sealing: no key, or an invalid one
  | 'bad-envelope' // sealing: the content is not in order
  | 'not-sealed' // reading: not a sealed text
  | 'wrong-key' // opening: sealed to a key that the opener does not have
  | 'tampered' // opening: altered or cut short
  | 'malformed' // opening: the content is no envelope
  | 'commitment-mismatch' // opening: the sender promised something else in public
  | 'other-sender' // opening: somebody else's envelope, copied
  | 'other-game'
  | 'other-dynasty'
  | 'other-submission'
  | 'other-open'; // opening: the public words differ from the sealed ones

export class SealError extends CodedError<SealErrorCode> {}

import { CodedError } from '../../kernel/coded-error.ts';

/** Why a sealed text can't be made, read or believed. */
export type SealErrorCode =
  | 'no-recipient' // sealing: no key to seal to, or one that is none
  | 'bad-envelope' // sealing: what is to be sealed is not in order
  | 'not-sealed' // reading: no sealed text at all
  | 'wrong-key' // opening: sealed to a key that the opener does not have
  | 'tampered' // opening: altered on the way, or cut short
  | 'malformed' // opening: what was inside is no envelope
  | 'commitment-mismatch' // opening: the sender promised something else in public
  | 'other-sender' // opening: somebody else's envelope, copied
  | 'other-game'
  | 'other-dynasty'
  | 'other-submission'
  | 'other-open'; // opening: what was said in public is not what was sealed

export class SealError extends CodedError<SealErrorCode> {}

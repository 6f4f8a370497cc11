import { CodedError } from '../../kernel/coded-error.ts';

export type BeaconErrorCode =
  'no-time' | 'not-yet' | 'unreachable' | 'malformed' | 'other-round' | 'unverified';

/** The beacon could not be used. Except for `unverified` and `other-round` it is worth trying again later. */
export class BeaconError extends CodedError<BeaconErrorCode> {}

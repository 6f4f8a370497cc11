import { CodedError } from '../../kernel/coded-error.ts';

export type BeaconErrorCode =
  'no-time' | 'not-yet' | 'unreachable' | 'malformed' | 'other-round' | 'unverified';

/** The beacon could not be used. Trying again later may help, except for `unverified` and `other-round`. */
export class BeaconError extends CodedError<BeaconErrorCode> {}

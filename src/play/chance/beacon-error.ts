export type BeaconErrorCode =
  'no-time' | 'not-yet' | 'unreachable' | 'malformed' | 'other-round' | 'unverified';

/** The beacon could not be used. Except for `unverified` and `other-round` it is worth trying again later. */
export class BeaconError extends Error {
  readonly code: BeaconErrorCode;
  constructor(code: BeaconErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'BeaconError';
    this.code = code;
  }
}

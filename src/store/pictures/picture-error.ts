import { CodedError } from '../../kernel/coded-error.ts';

/** The reason why a picture is rejected, as told to its sender. */
export type PictureErrorCode =
  | 'no-address' // no https address
  | 'forbidden-address' // leads into a private network
  | 'unreachable' // nobody answers, or not in time
  | 'too-many-bytes'
  | 'no-picture' // some other kind of file, whatever its name
  | 'too-many-pixels'
  | 'damaged'
  | 'no-decoder'; // the picture may be fine, but this machine can't read pictures

export class PictureError extends CodedError<PictureErrorCode> {}

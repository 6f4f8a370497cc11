import type { Wording } from '../language/wording.ts';

/** In the game's language; a post without a status isn’t open for votes. */
export function sayStatus(status: string | null, { say }: Pick<Wording, 'say'>): string {
  switch (status) {
    case null:
      return say`post`;
    case 'pending':
      return say`pending`;
    case 'enacted':
      return say`enacted`;
    case 'failed':
      return say`failed`;
    case 'removed':
      return say`removed`;
    case 'passing':
      return say`passing`;
    case 'failing':
      return say`failing`;
    case 'undecided':
      return say`undecided`;
    case 'resolved':
      return say`resolved`;
    default:
      return status;
  }
}

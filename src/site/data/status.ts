import { say } from './say.ts';

/** The status of a post in the game's language; one without a status is not voted on. */
export function statusInWords(status: string | null): string {
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
    default:
      return status;
  }
}

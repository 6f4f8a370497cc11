import { sayStatus } from '../../decide/say-status.ts';
import { say } from './say.ts';

/** The status of a post in the language of the pages. */
export function statusInWords(status: string | null): string {
  return sayStatus(status, { say });
}

import type { PostSummary } from './site-data.ts';
import { sayStatus } from '../../decide/say-status.ts';
import { say } from './say.ts';

/** The status of a post in the language of the pages. */
export function statusInWords(status: string | null): string {
  return sayStatus(status, { say });
}

/** `3 for`, `1 against`, `quorum 4` */
export function tallyInWords({
  counts,
  needed,
  stands,
  status,
}: Pick<PostSummary, 'counts' | 'needed' | 'stands' | 'status'>): readonly string[] {
  return [
    ...counts.map(({ title, count }) => `${count} ${title}`),
    ...(needed === null ? [] : [`${needed.title.toLowerCase()} ${needed.count}`]),
    ...(stands === null || stands === status || stands === 'undecided' ? [] : [stands]),
  ];
}

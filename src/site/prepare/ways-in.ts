import type { ModelDescription } from '../../kernel/describe-model.ts';
import { inWords } from '../../decide/naming.ts';
import type { SiteData } from '../data/site-data.ts';

/** The kinds of posts that the rules declare as requests to join. */
export function waysIn({ kinds }: ModelDescription): SiteData['waysIn'] {
  return Object.entries(kinds)
    .filter(([, { purpose, engineOnly }]) => purpose === 'join' && !engineOnly)
    .map(([kind, { title }]) => ({ kind, title: title ?? inWords(kind) }));
}

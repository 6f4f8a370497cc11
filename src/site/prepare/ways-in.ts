import type { ModelDescription } from '../../kernel/describe-model.ts';
import { inWords } from '../../decide/naming.ts';
import type { SiteData } from '../data/site-data.ts';

/** The ways into the game: the kinds of posts of which the rules say that one asks by them to be let in. */
export function waysIn({ kinds }: ModelDescription): SiteData['waysIn'] {
  return Object.entries(kinds)
    .filter(([, { purpose, engineOnly }]) => purpose === 'join' && !engineOnly)
    .map(([kind, { title }]) => ({ kind, title: title ?? inWords(kind) }));
}

import type { Caches } from '../../cache/caches.ts';
import { askPromises } from '../../rehearse/ask-promises.ts';
import type { ContentFiles } from '../../store/paths.ts';
import type { Finding } from './finding.ts';

/** Promises that aren't kept, or that people could come to break. */
export async function lookAtPromises(
  files: ContentFiles,
  now: string | undefined,
  caches: Caches,
): Promise<readonly Finding[]> {
  return (await askPromises(files, now, caches)).map(({ rule, says, broken, line }) => ({
    code: 'promise-broken',
    level: 'note',
    what: `${rule} promises that ${says}. ${broken}`,
    where: line,
    next: 'Change the rule that breaks it, or the promise, by a proposal.',
  }));
}

import type { Caches } from '../../cache/caches.ts';
import { askRulesInForce } from '../../rehearse/ask-promises.ts';
import { sayBroken } from '../../rehearse/say-trial.ts';
import { SHORT } from '../../rehearse/search-promises.ts';
import { IN_ENGLISH } from '../../language/wording.ts';
import { RULESET, type ContentFiles } from '../../store/paths.ts';
import type { Finding } from './finding.ts';

/** Promises that aren't kept, or that people could come to break. */
export async function checkPromises(
  files: ContentFiles,
  now: string | undefined,
  caches: Caches,
): Promise<readonly Finding[]> {
  return (await askRulesInForce(files, now ?? '', caches, SHORT)).flatMap((asked): Finding[] => {
    const what = sayBroken(asked, IN_ENGLISH);
    if (what === null) return [];
    return [
      {
        code: 'promise-broken',
        level: 'note',
        what,
        where: `${RULESET}${asked.path}.md:${asked.line}`,
        next: 'Change the rule that breaks it, or the promise, by a proposal.',
      },
    ];
  });
}

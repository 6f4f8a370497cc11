import type { Terms } from '../kernel/manifest.ts';
import type { PromiseMade } from '../kernel/promises.ts';
import { mayPromise, readPromises } from '../promises/read-promises.ts';
import { vocabularyOf } from '../tables/collect-names.ts';
import type { Vocabulary } from '../tables/vocabulary.ts';
import type { Problem } from './problem.ts';
import type { RuleFile } from './rule-file.ts';

/** The promises of all rules, by rule, and lines that begin like one and can't be read. */
export function promisesIn(
  read: ReadonlyMap<string, RuleFile>,
  files: ReadonlyMap<string, string>,
  terms: Terms,
): { readonly made: ReadonlyMap<string, readonly PromiseMade[]>; readonly doubts: readonly Problem[] } {
  let known: Vocabulary | null = null;
  const names = (): Vocabulary =>
    (known ??= vocabularyOf(
      [...read.values()].flatMap(({ parse }) => parse.all),
      [...files].flatMap(([path, text]) => (path.endsWith('.ts') ? [text] : [])),
      terms,
    ));
  const made = new Map<string, readonly PromiseMade[]>();
  const doubts: Problem[] = [];
  for (const [path, { body, bodyLine }] of read) {
    if (!mayPromise(body)) continue;
    const { promises, problems } = readPromises(body, bodyLine, names);
    made.set(path, promises);
    doubts.push(...problems.map((one) => ({ ...one, code: 'no-such-promise', file: `${path}.md` })));
  }
  return { made, doubts };
}

import type { ReadCache, RuleFile } from '../ruleset/rule-file.ts';
import { keep, recall } from '../cache/keep-reads.ts';

/** A cache of rule files that also remembers what commands before this one have read. */
export function keepOnDisk(cache: ReadCache): ReadCache {
  return {
    get: (key) => cache.get(key) ?? (recall('rule', [key]) as RuleFile | undefined),
    set(key, value) {
      cache.set(key, value);
      keep('rule', [key], value);
    },
  };
}

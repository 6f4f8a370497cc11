import { hexDigest } from '#platform/hash.ts';

import type { Memo } from '../../ruleset/memo.ts';
import { readRuleset, type RulesetRead } from '../../ruleset/read.ts';
import type { ModuleSources } from '../../sandbox/modules.ts';
import type { Edition } from './play-options.ts';

/** Cached for play and rehearsals under the same rules. */
export function readEdition({ files, terms }: Edition, memo?: Memo): RulesetRead {
  const read = (): RulesetRead => readRuleset(files, terms, memo);
  return memo?.once?.(files, `read ${JSON.stringify(terms)}`, read) ?? read();
}

/** A change to any clause, or to a table that is one, makes all of them new modules. */
export function moduleSources(
  files: ReadonlyMap<string, string>,
  tables: ReadonlyMap<string, string> = new Map(),
): ModuleSources {
  return { files: new Map([...files, ...tables]), version: versionOfClauses(files, tables) };
}

/** A clause may import any other, so the hash covers all of them. */
export function versionOfClauses(
  files: ReadonlyMap<string, string>,
  tables: ReadonlyMap<string, string> = new Map(),
): string {
  const clauses = [...files].filter(([path]) => path.endsWith('.ts'));
  const all = [...clauses, ...tables].sort(([a], [b]) => (a < b ? -1 : 1));
  return hexDigest('sha256', all.map(([path, text]) => `${path}\0${text}\0`).join('')).slice(0, 16);
}

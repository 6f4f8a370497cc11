import { createHash } from 'node:crypto';

import type { Memo } from '../ruleset/memo.ts';
import { readRuleset, type RulesetRead } from '../ruleset/read.ts';
import type { ModuleSources } from '../sandbox/modules.ts';
import type { Edition } from './play-options.ts';

/** Read once for whoever plays by these rules, and for whoever rehearses them. */
export function readEdition(edition: Edition, memo?: Memo): RulesetRead {
  return memo?.once?.(edition, 'read', () => readAnew(edition, memo)) ?? readAnew(edition, memo);
}

function readAnew({ files, terms, privacy }: Edition, memo?: Memo): RulesetRead {
  const { manifest, problems } = readRuleset(files, terms, memo);
  return { manifest: privacy === undefined ? manifest : { ...manifest, privacy }, problems };
}

/** The sandbox's access to the clauses of a tree of rule files. A change to any of them makes all of them new. */
export function moduleSources(files: ReadonlyMap<string, string>): ModuleSources {
  return { files, version: versionOfClauses(files) };
}

/** A clause may import any other file, so that only all of them together tell whether something changed. */
export function versionOfClauses(files: ReadonlyMap<string, string>): string {
  const hash = createHash('sha256');
  for (const path of [...files.keys()].filter((name) => name.endsWith('.ts')).sort()) {
    hash
      .update(path)
      .update('\0')
      .update(files.get(path) ?? '')
      .update('\0');
  }
  return hash.digest('hex').slice(0, 16);
}

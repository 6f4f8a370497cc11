import { createHash } from 'node:crypto';

import type { Memo } from '../ruleset/memo.ts';
import { readRuleset, type RulesetRead } from '../ruleset/read.ts';
import type { ModuleSources } from '../sandbox/modules.ts';
import type { Edition } from './play-options.ts';

/** Cached for play and rehearsals under the same rules. */
export function readEdition(edition: Edition, memo?: Memo): RulesetRead {
  return memo?.once?.(edition, 'read', () => readAnew(edition, memo)) ?? readAnew(edition, memo);
}

function readAnew({ files, terms, privacy }: Edition, memo?: Memo): RulesetRead {
  const { manifest, problems } = readRuleset(files, terms, memo);
  return { manifest: privacy === undefined ? manifest : { ...manifest, privacy }, problems };
}

/** A change to any clause makes all of them new modules. */
export function moduleSources(files: ReadonlyMap<string, string>): ModuleSources {
  return { files, version: versionOfClauses(files) };
}

/** A clause may import any other, so the hash covers all of them. */
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

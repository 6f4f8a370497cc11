import { createHash } from 'node:crypto';

/** Names a version of the rules: the same files, the same name. Ledger lines say by it which rules they were under. */
export function versionOfRules(ruleset: ReadonlyMap<string, string>): string {
  const hash = createHash('sha256');
  for (const path of [...ruleset.keys()].sort())
    hash
      .update(path)
      .update('\0')
      .update(ruleset.get(path) ?? '')
      .update('\0');
  return hash.digest('hex').slice(0, 16);
}

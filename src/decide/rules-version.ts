import { createHash } from 'node:crypto';

/** The same files give the same name. Ledger lines use it to say which rules applied. */
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

import { hexDigest } from '#platform/hash.ts';

/** The same files give the same name. Ledger lines use it to say which rules applied. */
export function versionOfRules(ruleset: ReadonlyMap<string, string>): string {
  const paths = [...ruleset.keys()].sort();
  const parts = paths.flatMap((path) => [path, '\0', ruleset.get(path) ?? '', '\0']);
  return hexDigest('sha256', ...parts).slice(0, 16);
}

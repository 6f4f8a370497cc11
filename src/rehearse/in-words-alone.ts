import { readEdition } from '../play/ruleset-sources.ts';
import type { Amendment, Edition } from '../play/play-options.ts';
import type { RuleEntry } from '../kernel/manifest.ts';

/**
 * The rules that read otherwise, where that is all that two trees differ in; null where clauses are told of anything else that is not the
 * same. The values, lists and tables that stand in a text are told apart from it.
 */
export function differInWordsAlone(
  before: Edition,
  after: Edition,
  caches: Amendment['caches'],
): readonly string[] | null {
  if (!hasSameClauses(before.files, after.files)) return null;
  const [{ manifest: then }, { manifest: now }] = [readEdition(before, caches), readEdition(after, caches)];
  const { rules, ...rest } = now;
  const { rules: others, ...restThen } = then;
  if (asText(rest) !== asText(restThen) || rules.length !== others.length) return null;
  const differ = rules.filter((rule, at) => rule.text !== others[at]?.text);
  const isSame = rules.every((rule, at) => asText(withoutText(rule)) === asText(withoutText(others[at])));
  return isSame ? differ.map(({ path }) => path) : null;
}

function hasSameClauses(before: Edition['files'], after: Edition['files']): boolean {
  return [...new Set([...before.keys(), ...after.keys()])].every(
    (path) => !path.endsWith('.ts') || before.get(path) === after.get(path),
  );
}

function withoutText(rule: RuleEntry | undefined): Partial<RuleEntry> {
  return { ...rule, text: '' };
}

function asText(value: unknown): string {
  return JSON.stringify(value);
}

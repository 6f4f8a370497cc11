import type { Change, Game, Matter } from 'gitnomic/rules';

type Asked = Matter['changes'][number];

/**
 * Whether a change is of the same rule as the first that its matter asks for. A rule's words and its clause are one rule, and so
 * is a new file that the clause brings along.
 */
export function oneOf(ruleset: Game['ruleset'], asked: readonly Asked[], change: Change): boolean {
  const touched = ruleOf(change);
  if (asked.some((one) => one.verb === 'file' && isBrought(one) && plain(one.path) === touched)) return true;
  const first = asked.find((one) => one.verb !== 'file' || !isBrought(one));
  return first === undefined || ruleOfAsked(ruleset, first) === touched;
}

/** A new file among those that clauses share. */
function isBrought({ path, base }: Extract<Asked, { verb: 'file' }>): boolean {
  return (base ?? null) === null && path.includes('/helpers/');
}

function ruleOfAsked(ruleset: Game['ruleset'], asked: Asked): string {
  if (asked.verb === 'file') return plain(asked.path);
  if (asked.verb === 'add-rule') return `a new rule ${asked.title}`;
  if (asked.verb === 'set') return asked.path;
  return ruleset.find(asked.rule)?.path ?? plain(asked.rule);
}

function ruleOf({ verb, rule, path, words }: Change): string {
  if (rule !== null) return rule.path;
  if (verb === 'add-rule') return words.replace(/^add the rule/, 'a new rule');
  return verb === 'set' ? (path ?? '') : plain(words.replace(/^\w+ /, ''));
}

function plain(path: string): string {
  return path.replace(/^content\/ruleset\//, '').replace(/\.(?:md|ts)$/, '');
}

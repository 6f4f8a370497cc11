const CLAUSE = 'ruleset:';

/** The first place in a clause in a QuickJS stack, such as `core/votes.ts:12`, or null. */
export function placeInClause(stack: string): string | null {
  const from = stack.indexOf(CLAUSE);
  if (from < 0) return null;
  // As in `    at popular (ruleset:core/votes.ts?1b2c:12:7)`.
  const found = /^([^?\n]*)\?[^:\n]*:(\d+)/.exec(stack.slice(from + CLAUSE.length));
  return found === null ? null : `${found[1] ?? ''}:${found[2] ?? ''}`;
}

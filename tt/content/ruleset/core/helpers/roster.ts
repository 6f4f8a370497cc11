/** What is asked of a person here; every era's roster keeps this much. */
export interface OnRoster {
  readonly label: string;
  readonly state: string;
}

/** Active or idle: somebody the roster lists. */
export function isOnRoster(person: OnRoster): boolean {
  return person.state === 'active' || person.state === 'idle';
}

/** Why somebody is not on the roster, or null where they are. */
export function whyOffRoster(person: OnRoster): string | null {
  return isOnRoster(person) ? null : `${person.label} is not on the roster`;
}

interface Placed {
  readonly path: string;
  readonly title: string;
}

/** Whether a rule is one of those titled so, or a sub-rule of one; a dynastic rule that happens to share a title is not meant. */
export function isAmong(rule: Placed | null, titles: readonly string[], rules: readonly Placed[]): boolean {
  // What stands above a dynastic rule is dynastic too.
  if (rule === null || rule.path.startsWith('dynastic/')) return false;
  return rules.some(({ title, path }) => isAtOrBelow(rule.path, path) && titles.includes(title));
}

function isAtOrBelow(path: string, root: string): boolean {
  return path.startsWith(root) && (path.length === root.length || path.at(root.length) === '/');
}

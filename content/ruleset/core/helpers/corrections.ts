/** A line of the ledger, as far as corrections look at it. */
export interface Line {
  readonly n: number;
  readonly by: string | null;
  readonly what: string;
  readonly changes: readonly {
    readonly path: readonly string[];
    readonly before: unknown;
    readonly after: unknown;
  }[];
}

interface Lines {
  readonly length: number;
  at(index: number): unknown;
}

export function lineAt(ledger: Lines, index: number): Line | null {
  const place = index < 0 ? ledger.length + index : index;
  const line = ledger.at(place) as Partial<Line> | null | undefined;
  if (line === null || line === undefined) return null;
  return { n: place, by: line.by ?? null, what: line.what ?? 'this', changes: line.changes ?? [] };
}

interface Field {
  readonly id: string;
  readonly rule: { readonly section: string; readonly title: string };
}

/** What of a line can be taken back: what is tracked, and whose turn it used up; not who is on the roster. */
export function revertible({ changes }: Line, playerFields: readonly Field[]): Line['changes'] {
  return changes.filter(
    ({ path }) =>
      path[0] === 'things' ||
      path[0] === 'taken' ||
      (path.length > 1 && whyNotCorrected(path.join('.'), playerFields) === null),
  );
}

/** Why a place isn't for anybody to correct: who is on the roster, and who rules, has rules of its own. */
export function whyNotCorrected(path: string, playerFields: readonly Field[]): string | null {
  const [scope, , variable] = path.split('.');
  if (['dynasty', 'emperor', 'posts', 'submissions'].includes(scope ?? '') || path.startsWith('game.terms'))
    return `${path} changes by rules of its own only`;
  if (scope !== 'players') return null;
  const field = playerFields.find(({ id }) => id === variable);
  if (field === undefined) return `${path} names nothing that is tracked`;
  return field.rule.section === 'core' ? `${path} changes by the rule ${field.rule.title} only` : null;
}

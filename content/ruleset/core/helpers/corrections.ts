import type { Game } from 'gitnomic/rules';

/** A line of the ledger, as far as corrections look at it. */
export interface Line {
  readonly n: number;
  readonly by: string | null;
  readonly at: string;
  readonly what: string;
  readonly with: Readonly<Record<string, unknown>>;
  readonly result: Readonly<Record<string, unknown>>;
  /** It was refused: nothing of it was done, and only what was rolled for it is on record. */
  readonly refused: boolean;
  readonly draws: readonly { readonly kind: string; readonly size: number; readonly result: unknown }[];
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
  return {
    n: place,
    by: line.by ?? null,
    at: line.at ?? '',
    what: line.what ?? 'this',
    with: line.with ?? {},
    result: isRecord(line.result) ? line.result : {},
    refused: line.refused !== undefined,
    draws: line.draws ?? [],
    changes: line.changes ?? [],
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** `line 14, “throw the die” by Bo` */
export function nameOfLine({ n, what, by }: Line, people: Game['players']): string {
  const done = `line ${n}, “${what.replaceAll('-', ' ')}”`;
  const who = by === null ? null : people.get(by);
  return who === null ? done : `${done} by ${who.label}`;
}

/** How far back somebody is offered what can be undone. */
const FEW = 60;

/** The latest lines, newest first. */
export function latestLines(ledger: Lines): readonly Line[] {
  return Array.from({ length: Math.min(FEW, ledger.length) }, (_, back) => lineAt(ledger, -1 - back)).filter(
    (line) => line !== null,
  );
}

/** The latest line that answers to a description, of those after the one with number `n`. */
export function latestAfter(ledger: Lines, n: number, isIt: (line: Line) => boolean): Line | null {
  for (let at = ledger.length - 1; at > n; at--) {
    const line = lineAt(ledger, at);
    if (line !== null && isIt(line)) return line;
  }
  return null;
}

/** Which line this one took back or did again; null if it did neither. */
function corrected({ n, with: { ledger }, result }: Line): number | null {
  if (typeof ledger !== 'number' || !('undone' in result || 'completed' in result)) return null;
  return ledger < 0 ? n + ledger : ledger;
}

/** Whether what a line did was taken back, and not done again since. */
export function isUndone(ledger: Lines, n: number): boolean {
  const last = latestAfter(ledger, n, (line) => corrected(line) === n);
  if (last === null) return false;
  return 'undone' in last.result || isUndone(ledger, last.n);
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

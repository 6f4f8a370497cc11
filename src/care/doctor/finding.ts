/** A problem or an oddity, with advice. */
export interface Finding {
  /** Stable, in kebab-case. */
  readonly code: string;
  /** A note doesn't keep anybody from playing. */
  readonly level: 'problem' | 'note';
  readonly what: string;
  readonly where?: string;
  readonly next: string;
  /** What `--fix` does. */
  readonly fix?: Fix;
}

export interface Fix {
  readonly does: string;
  readonly run: () => Promise<void>;
}

/** One thing to look at; the title says what it is about. */
export interface Check {
  readonly title: string;
  readonly look: () => Promise<readonly Finding[]>;
}

export interface CheckResult {
  readonly title: string;
  readonly findings: readonly Finding[];
}

/** Better words for an error, or null to use its own. */
type Explain = (
  error: unknown,
) => { readonly code: string; readonly what: string; readonly next?: string } | null;

/** Runs all checks in turn. A check that fails is itself a finding. */
export async function runChecks(
  checks: readonly Check[],
  explain: Explain = () => null,
): Promise<readonly CheckResult[]> {
  const results: CheckResult[] = [];
  for (const { title, look } of checks)
    results.push({ title, findings: await look().catch((error: unknown) => asFinding(error, explain)) });
  return results;
}

function asFinding(error: unknown, explain: Explain): readonly Finding[] {
  const own = error as { code?: unknown; next?: unknown };
  const {
    code,
    what,
    next = 'Correct that first, and ask again.',
  } = explain(error) ?? {
    code: typeof own.code === 'string' ? own.code.toLowerCase() : 'check-failed',
    what: error instanceof Error ? error.message : String(error),
    ...(typeof own.next === 'string' && { next: own.next }),
  };
  return [{ code, level: 'problem', what, next }];
}

/** Something that is wrong, or worth a look, and what to do about it. */
export interface Finding {
  /** Stable, in kebab-case. */
  readonly code: string;
  /** A note keeps nobody from playing. */
  readonly level: 'problem' | 'note';
  readonly what: string;
  readonly where?: string;
  readonly next: string;
  /** The cure by `--fix`. */
  readonly fix?: Fix;
}

export interface Fix {
  readonly does: string;
  readonly run: () => Promise<void>;
}

/** One thing that is looked at. It says in a few words what it is about, whatever it finds. */
export interface Check {
  readonly title: string;
  readonly look: () => Promise<readonly Finding[]>;
}

export interface Looked {
  readonly title: string;
  readonly findings: readonly Finding[];
}

/** An error in words that say more than its own; null where its own are all there is. */
type Explain = (
  error: unknown,
) => { readonly code: string; readonly what: string; readonly next?: string } | null;

/** Looks at everything, one after the other. What can't be looked at is itself something that was found. */
export async function lookAt(
  checks: readonly Check[],
  explain: Explain = () => null,
): Promise<readonly Looked[]> {
  const looked: Looked[] = [];
  for (const { title, look } of checks)
    looked.push({ title, findings: await look().catch((error: unknown) => asFinding(error, explain)) });
  return looked;
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

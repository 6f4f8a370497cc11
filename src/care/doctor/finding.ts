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

/** Looks at everything, one after the other. What can't be looked at is itself something that was found. */
export async function lookAt(checks: readonly Check[]): Promise<readonly Looked[]> {
  const looked: Looked[] = [];
  for (const { title, look } of checks) looked.push({ title, findings: await look().catch(asFinding) });
  return looked;
}

function asFinding(error: unknown): readonly Finding[] {
  const { code, next } = error as { code?: unknown; next?: unknown };
  const finding: Finding = {
    code: typeof code === 'string' ? code.toLowerCase() : 'check-failed',
    level: 'problem',
    what: error instanceof Error ? error.message : String(error),
    next: typeof next === 'string' ? next : 'Correct that first, and ask again.',
  };
  return [finding];
}

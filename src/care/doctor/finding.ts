import { globSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { draftOwner, isDraft } from '#platform/files.ts';

/** A problem or an oddity, with advice. */
export interface Finding {
  /** Stable, in kebab-case. */
  readonly code: string;
  /** A note doesn't keep anybody from playing. */
  readonly level: 'problem' | 'note';
  readonly what: string;
  readonly where?: string | undefined;
  readonly next: string;
  /** What `--fix` does. */
  readonly fix?: Fix;
}

export interface Fix {
  readonly does: string;
  readonly run: () => Promise<void>;
}

/** A single check; its title says what it looks at. */
export interface Check {
  readonly title: string;
  readonly check: () => Promise<readonly Finding[]>;
}

export interface CheckResult {
  readonly title: string;
  readonly findings: readonly Finding[];
}

/** Better words for an error, or null to use its own. */
type Explain = (
  error: unknown,
) => { readonly code: string; readonly what: string; readonly next?: string } | null;

/** Runs all checks in turn. A check that fails is itself a finding; others that fail for the same reason tell nothing more. */
export async function runChecks(
  checks: readonly Check[],
  explain: Explain = () => null,
): Promise<readonly CheckResult[]> {
  const results: CheckResult[] = [];
  for (const { title, check } of checks) {
    const findings = await check().catch((error: unknown) => asFinding(error, explain));
    const isKnown = ({ what, fix }: Finding): boolean =>
      fix === undefined && results.some((one) => one.findings.some((known) => what.endsWith(known.what)));
    if (findings.length === 0 || !findings.every(isKnown)) results.push({ title, findings });
  }
  return results;
}

function asFinding(error: unknown, explain: Explain): readonly Finding[] {
  const own = error as { code?: unknown; next?: unknown };
  const {
    code,
    what,
    next = 'Fix that first, then try again.',
  } = explain(error) ?? {
    code: typeof own.code === 'string' ? own.code.toLowerCase() : 'check-failed',
    what: error instanceof Error ? error.message : String(error),
    ...(typeof own.next === 'string' && { next: own.next }),
  };
  return [{ code, level: 'problem', what, next }];
}

const HOUR_MS = 3_600_000;
/** Folders that commands use while they run, and copies made by earlier engines. */
const WORKED_IN = /^(?:\.unfinished-\w{6}|gitnomic-(?:git|backup|types|forge|smoke)-\w{6}|forge\.new)$/u;
const SECRETS = '{,.gitnomic/}{private,links.json}';

/**
 * Finds what killed commands left in these folders, each with a fix that removes it. Other commands leave it alone, because it may still
 * be in use.
 */
export function findKilled(folders: readonly string[]): readonly Finding[] {
  return [...new Set(folders)].flatMap((folder) =>
    namesIn(folder)
      .map((name) => ({ name, path: join(folder, name) }))
      .filter(({ name, path }) =>
        isDraft(name) ? !isAlive(draftOwner(name)) : WORKED_IN.test(name) && isOld(path),
      )
      .map(({ path }): Finding => {
        const holds = globSync(SECRETS, { cwd: path }).length > 0 ? ' It holds secrets of a game.' : '';
        return {
          code: 'killed-command',
          level: 'note',
          what: `A killed command left this behind.${holds}`,
          where: path,
          next: '`gitnomic doctor --fix` removes it.',
          fix: {
            does: `remove ${path}`,
            run: async () => Promise.resolve(rmSync(path, { recursive: true, force: true })),
          },
        };
      }),
  );
}

/** A folder that is missing, or another user's, is skipped. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isOld(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && Date.now() - found.mtimeMs > HOUR_MS;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
}

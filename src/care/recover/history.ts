import type { Caches } from '../../cache/caches.ts';
import type { Forge } from '../../forge/port.ts';
import { readContent } from '../../tick/observe.ts';
import { firstParents } from '../../repository/commit.ts';
import type { Oid } from '../../repository/oid.ts';
import { whyStopped } from '../../rehearse/why-stopped.ts';
import { rulesThatRun } from '../../ruleset/rules-that-run.ts';
import { adminsOf, below, readGame } from '../../store/read-game.ts';
import { type ContentFiles, GAMESTATE, RULESET } from '../../store/paths.ts';
import { applyChanges } from '../../store/write-game.ts';

/** A state that a game could go back to. */
export interface Moment {
  readonly commit: Oid;
  readonly at: string;
  readonly files: ContentFiles;
  readonly changes: ReadonlyMap<string, string | null>;
  /** Matters enacted since, latest first, according to the commits. */
  readonly undone: readonly string[];
  /** The players just before the last of them. */
  readonly beforeLast: ContentFiles | null;
  /** The rules that are left out while everything else stays. */
  readonly repealed?: string;
}

const MOST_STEPS = 10_000;
const BOTH = [RULESET, GAMESTATE];

/** The reason why the rules or the gamestate keep a game from going on, or null if it can. */
export async function whyBroken(files: ContentFiles, now: string, caches?: Caches): Promise<string | null> {
  const stopped = await whyStopped(files, now, caches);
  if (stopped !== null) return stopped;
  return adminsOf(readGame(files)).length === 0 ? 'nobody is an Admin' : null;
}

/** Tries earlier rules with today's gamestate first, then with the gamestate of that time. */
export async function lastThatWorked(
  forge: Forge,
  main: Oid,
  { now, caches }: { readonly now: string; readonly caches: Caches | undefined },
): Promise<Moment | null> {
  const files = await readContent(forge, main);
  const tried = new Set([keyOf(new Map())]);
  for await (const then of back(forge, main)) {
    for (const folders of [[RULESET], BOTH]) {
      const changes = toBringBack(files, then.files, folders);
      const key = keyOf(changes);
      if (tried.has(key)) continue;
      tried.add(key);
      if ((await whyBroken(applyChanges(files, changes), now, caches)) === null) return { ...then, changes };
    }
  }
  return null;
}

/** Main without the rules that block the game. Null if that doesn't help either. */
export async function withoutRules(
  main: Oid,
  files: ContentFiles,
  rules: readonly string[],
  { now, caches }: { readonly now: string; readonly caches: Caches | undefined },
): Promise<Moment | null> {
  const paths = rules.map((rule) => `${RULESET}${rule}`);
  const own = [...files.keys()].filter((file) =>
    paths.some((path) => [`${path}.md`, `${path}.ts`].includes(file) || file.startsWith(`${path}/`)),
  );
  const changes = new Map(own.map((file) => [file, null]));
  if ((await whyBroken(applyChanges(files, changes), now, caches)) !== null) return null;
  const repealed = rules.join(' and ');
  return { commit: main, at: now, files, changes, undone: [], beforeLast: null, repealed };
}

/** The rules with a clause whose titles appear in a reason, and those that run a file named in it. */
export function rulesNamedIn(files: ContentFiles, reason: string): readonly string[] {
  const ruleset = below(files, RULESET);
  const named = reason.match(/[^\s:()]+\.(?:ts|md)\b/gu) ?? [];
  const withClause = [...ruleset].flatMap(([path, text]) => {
    const rule = path.replace(/\.md$/u, '');
    const title = /^title: (['"]?)(.+)\1$/mu.exec(text)?.[2];
    if (title === undefined || !ruleset.has(`${rule}.ts`)) return [];
    const cited = new RegExp(`\\(rule \\S* ?${RegExp.escape(title)}\\b`, 'u');
    return reason.includes(`(${title}, ${rule}`) || cited.test(reason) ? [rule] : [];
  });
  return [...new Set([...named.flatMap((file) => rulesThatRun(file, ruleset)), ...withClause])];
}

const MOST_LISTED = 30;

/** The latest moments to which a game could go back, latest first, each with the action that followed. */
export async function latestMoments(
  forge: Forge,
  main: Oid,
): Promise<readonly { readonly commit: Oid; readonly at: string; readonly next: string }[]> {
  const found: { commit: Oid; at: string; next: string }[] = [];
  let next: string | null = null;
  for await (const { oid, committer, message } of firstParents(forge.repository, main)) {
    if (next !== null) found.push({ commit: oid, at: committer.at, next });
    if (found.length === MOST_LISTED) break;
    [next = ''] = message.split('\n');
  }
  return found;
}

/** The commit whose id starts with `name`; null if main was never there. */
export async function momentOf(forge: Forge, main: Oid, name: string): Promise<Moment | null> {
  const files = await readContent(forge, main);
  for await (const then of back(forge, main))
    if (then.commit.startsWith(name)) return { ...then, changes: toBringBack(files, then.files, BOTH) };
  return null;
}

/** Walks main's commits, latest first. */
async function* back(forge: Forge, main: Oid): AsyncGenerator<Omit<Moment, 'changes'>> {
  const undone: string[] = [];
  let beforeLast: ContentFiles | null = null;
  let next: string | null = null;
  let steps = 0;
  for await (const { oid: commit, committer, message } of firstParents(forge.repository, main)) {
    if (next !== null) {
      const files = await readContent(forge, commit);
      if (/^Enact \S+: /u.test(next)) {
        undone.push(next);
        beforeLast ??= files;
      }
      yield { commit, at: committer.at, files, undone: [...undone], beforeLast };
    }
    if (++steps > MOST_STEPS) return;
    [next = ''] = message.split('\n');
  }
}

/** A key, so that equal changes are tried once. */
function keyOf(changes: Moment['changes']): string {
  return JSON.stringify([...changes]);
}

function toBringBack(now: ContentFiles, then: ContentFiles, folders: readonly string[]): Moment['changes'] {
  const within = (path: string): boolean => folders.some((folder) => path.startsWith(folder));
  const paths = new Set([...now.keys(), ...then.keys()].filter(within));
  return new Map(
    [...paths]
      .filter((path) => now.get(path) !== then.get(path))
      .sort()
      .map((path) => [path, then.get(path) ?? null]),
  );
}

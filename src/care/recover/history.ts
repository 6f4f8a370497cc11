import type { Caches } from '../../cache/caches.ts';
import type { Forge } from '../../forge/port.ts';
import { readContent } from '../../apply/look.ts';
import { readCommit } from '../../repository/commit.ts';
import type { Oid } from '../../repository/oid.ts';
import { whyStopped } from '../../rehearse/why-stopped.ts';
import { adminsOf } from '../../store/admins.ts';
import { type ContentFiles, GAMESTATE, RULESET } from '../../store/paths.ts';
import { readGame } from '../../store/read-game.ts';
import { applyChanges } from '../../store/write-game.ts';

/** A moment of a game to which it could go back. */
export interface Moment {
  readonly commit: Oid;
  readonly at: string;
  readonly files: ContentFiles;
  /** The change that brings main there. */
  readonly changes: ReadonlyMap<string, string | null>;
  /** The matters that were enacted since, the latest first, as their commits say. */
  readonly undone: readonly string[];
  /** The players just before the last of them. */
  readonly beforeLast: ContentFiles | null;
}

const MOST_STEPS = 10_000;
const BOTH = [RULESET, GAMESTATE];

/** Why a game can't go on by itself, be it for its rules or for its gamestate; null where it can. */
export async function whyBroken(files: ContentFiles, now: string, caches?: Caches): Promise<string | null> {
  const stopped = await whyStopped(files, now, caches);
  if (stopped !== null) return stopped;
  return adminsOf(readGame(files)).length === 0 ? 'nobody is an Admin' : null;
}

/** First with the gamestate as it is now; where the rules of then can't go on with that, with the one of then. */
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

/** The moment of a commit that starts with this name; null where main never was there. */
export async function momentOf(forge: Forge, main: Oid, name: string): Promise<Moment | null> {
  const files = await readContent(forge, main);
  for await (const then of back(forge, main))
    if (then.commit.startsWith(name)) return { ...then, changes: toBringBack(files, then.files, BOTH) };
  return null;
}

/** Main as it was, one commit after another, the latest first. */
async function* back(forge: Forge, main: Oid): AsyncGenerator<Omit<Moment, 'changes'>> {
  const undone: string[] = [];
  let beforeLast: ContentFiles | null = null;
  let { parents, message } = await readCommit(forge.repository, main);
  for (let step = 0; parents[0] !== undefined && step < MOST_STEPS; step++) {
    const [commit] = parents;
    const files = await readContent(forge, commit);
    const [title = ''] = message.split('\n');
    if (/^Enact \S+: /u.test(title)) {
      undone.push(title);
      beforeLast ??= files;
    }
    const read = await readCommit(forge.repository, commit);
    yield { commit, at: read.committer.at, files, undone: [...undone], beforeLast };
    ({ parents, message } = read);
  }
}

/** One text for one set of changes, so that each is tried once. */
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

import { Caches } from '../../cache/caches.ts';
import type { Forge } from '../../forge/port.ts';
import { readCommit } from '../../repository/commit.ts';
import { readBranch } from '../../repository/refs.ts';
import type { Oid } from '../../repository/oid.ts';
import { writeCommit } from '../../repository/write-commit.ts';
import { RecoverError } from './recover-error.ts';
import { addCheckpoint, CHECKPOINTS, type Checkpoint } from '../../store/checkpoints.ts';
import { whyStopped } from '../../rehearse/why-stopped.ts';
import { type ContentFiles, GAMESTATE, RULESET } from '../../store/paths.ts';
import { adminsOf } from '../../store/admins.ts';
import { readGame } from '../../store/read-game.ts';
import { readContent } from '../../apply/look.ts';
import { NoGameError } from '../../apply/tick.ts';

export interface Recovering {
  readonly forge: Forge;
  /** The player's id: an Admin, as the rules track it. */
  readonly by: string;
  readonly name: string;
  readonly now: string;
  /** Said in public. */
  readonly why?: string;
  /** Finds out, and changes nothing. */
  readonly dryRun?: boolean;
  readonly caches?: Caches | undefined;
}

export interface Recovered {
  /** Null where nothing was changed. */
  readonly commit: Oid | null;
  /** Where the rules come from that are in force now, and when it was made. */
  readonly from: Oid;
  readonly at: string;
  /** What was wrong with those before. */
  readonly broken: string;
  readonly changed: readonly string[];
}

/**
 * Goes back to the last rules under which the game could go on, where it can't: they are put back by one commit on
 * main that says so. What was played since stays; so does what was said, voted and archived. Only here is history walked.
 */
export async function recover({
  forge,
  by,
  name,
  now,
  why,
  dryRun,
  caches = new Caches(),
}: Recovering): Promise<Recovered> {
  const main = await readBranch(forge.repository, 'main');
  if (main === null) throw new NoGameError();
  const files = await readContent(forge, main);
  if (!adminsOf(readGame(files)).includes(by))
    throw new RecoverError('not-an-admin', `Only an Admin can do this, and ${name} is none.`);
  const broken = await whyStopped(files, now, caches);
  if (broken === null)
    throw new RecoverError(
      'not-broken',
      'The game can go on: its rules load, and something could be enacted under them.',
      'What is wrong with a rule is put right by a proposal.',
    );
  const working = await lastThatWorked({ forge, now, caches }, main, files);
  if (working === null)
    throw new RecoverError(
      'never-worked',
      'No state of this game could go on under this engine.',
      'If it could under an older engine, take that one again; `gitnomic doctor` tells what is wrong.',
    );
  const found = { from: working.commit, at: working.at, broken, changed: [...working.changes.keys()] };
  if (dryRun === true) return { commit: null, ...found };
  const record: Recovery = { kind: 'recovery', at: now, by, from: working.commit, broken, why: why ?? null };
  const commit = await writeCommit(forge.repository, {
    parents: [main],
    changes: new Map([...working.changes, [CHECKPOINTS, addCheckpoint(files.get(CHECKPOINTS), record)]]),
    author: { name, email: `${by}@players.invalid`, at: now },
    committer: { name: forge.engine.name, email: '', at: now },
    message: messageOf(record, name),
  });
  if ((await forge.advance('main', main, commit)) === 'moved')
    throw new RecoverError('contended', 'Somebody else moved main meanwhile.', 'Try again.');
  await forge.post({
    key: `recovery-${commit}`,
    kind: 'story',
    title: 'Back to the rules that worked',
    text: textOf(record, name),
  });
  return { commit, ...found };
}

type Recovery = Extract<Checkpoint, { kind: 'recovery' }>;

interface Working {
  readonly commit: Oid;
  readonly at: string;
  /** What brings main there. */
  readonly changes: ReadonlyMap<string, string | null>;
}

const MOST_STEPS = 10_000;

/** First with the gamestate as it is now; where the rules of then can't read that, with the one of then. */
async function lastThatWorked(
  { forge, now, caches }: Pick<Recovering, 'forge' | 'now' | 'caches'>,
  main: Oid,
  files: ContentFiles,
): Promise<Working | null> {
  let before = rulesOf(files);
  let commit: Oid | undefined = (await readCommit(forge.repository, main)).parents[0];
  for (let step = 0; commit !== undefined && step < MOST_STEPS; step++) {
    const { parents, committer } = await readCommit(forge.repository, commit);
    const then = await readContent(forge, commit);
    const rules = rulesOf(then);
    if (rules !== before) {
      for (const folders of [[RULESET], [RULESET, GAMESTATE]]) {
        const changes = toBringBack(files, then, folders);
        if ((await whyStopped(withChanges(files, changes), now, caches)) === null)
          return { commit, at: committer.at, changes };
      }
      before = rules;
    }
    commit = parents[0];
  }
  return null;
}

/** One text for one ruleset, so that states in which nothing of it changed are tried once. */
function rulesOf(files: ContentFiles): string {
  return JSON.stringify(
    [...files].filter(([path]) => path.startsWith(RULESET)).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

function toBringBack(
  now: ContentFiles,
  then: ContentFiles,
  folders: readonly string[],
): ReadonlyMap<string, string | null> {
  const within = (path: string): boolean => folders.some((folder) => path.startsWith(folder));
  const paths = new Set([...now.keys(), ...then.keys()].filter(within));
  return new Map(
    [...paths]
      .filter((path) => now.get(path) !== then.get(path))
      .sort()
      .map((path) => [path, then.get(path) ?? null]),
  );
}

function withChanges(files: ContentFiles, changes: ReadonlyMap<string, string | null>): ContentFiles {
  const result = new Map(files);
  for (const [path, text] of changes) {
    if (text === null) result.delete(path);
    else result.set(path, text);
  }
  return result;
}

function messageOf({ from, why, broken }: Recovery, name: string): string {
  return `Go back to the rules of ${from.slice(0, 7)}, by ${name}\n\n${why ?? broken}\n`;
}

function textOf({ from, why, broken }: Recovery, name: string): string {
  return [
    `${name} went back to the rules as they were in ${from.slice(0, 7)}, the last under which the game could go on.`,
    `What was wrong: ${broken}`,
    ...(why === null ? [] : [`${name} says: ${why}`]),
    'What was said, voted and played since stays as it is.',
  ].join('\n\n');
}

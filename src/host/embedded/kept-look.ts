import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { type Limits, type SandboxHost, SandboxError, SandboxLostError } from '../../sandbox/host.ts';
import { Sandbox } from '../../sandbox/sandbox.ts';
import type { Caches } from '../../cache/caches.ts';
import { readImageFile, readImageHead } from '../../cache/image-file.ts';
import { ENGINE_FOLDER } from '../game.ts';
import type { LeftGame } from '../../apply/resume-deciding.ts';
import { type Glance, type Status, statusFrom } from '../../apply/status.ts';

/**
 * The game as a command saw it: the rules with all that had happened taken in, ready to be asked what they say now. It
 * holds for as long as nothing happens.
 */
export interface LookHead {
  /** The world in which it was seen; see `worldOf`. */
  readonly world: string;
  /** The branches that the forge looks at. */
  readonly branches: readonly string[];
  readonly limits: Limits;
  readonly glance: Glance;
  /** The number of processes that have gone on in it since the game was loaded from its files. */
  readonly turns: number;
}

export function lookFile(folder: string): string {
  return join(folder, ENGINE_FOLDER, 'cache', 'look.image');
}

/** The status now, from what a command before this one saw; null where something has happened since, or none looked. */
export async function statusFromKeptLook(
  folder: string,
  now: string,
  caches: Caches,
): Promise<Status | null> {
  const kept = currentLook(folder, caches);
  if (kept === null) return null;
  const { head, image } = kept;
  const absent = { asked: false };
  caches.sandboxes.isForAMoment = caches.isBrief;
  const sandbox = await Sandbox.resume(hostWithout(absent), head.limits, image, caches.sandboxes);
  if (sandbox === null) return null;
  // Not disposed of: it has a memory of its own, and to clear up in it takes longer than the answer.
  try {
    const status = statusFrom(head.glance, now, (...path) => sandbox.query(now, [path])[0]?.value);
    return absent.asked ? null : status;
  } catch (error) {
    // Questions from which the rules don't come back are left out of a game that is opened anew.
    if (error instanceof SandboxLostError || error instanceof SandboxError) return null;
    throw error;
  }
}

/** In a memory that is gone on in for ever, what one process leaves behind would pile up. */
const MOST_TURNS = 50;

/** The game as the command before this one left it, for one that acts; null where something has happened since. */
export async function gameFromKeptLook(folder: string, caches: Caches): Promise<KeptInPlay | null> {
  const kept = currentLook(folder, caches);
  if (kept === null || kept.head.turns >= MOST_TURNS) return null;
  const left = kept.more() as LeftGame | null;
  if (left === null) return null;
  const { limits, turns } = kept.head;
  const host = hostWithout({ asked: false });
  caches.sandboxes.isForAMoment = caches.isBrief;
  const sandbox = await Sandbox.resume(host, limits, kept.image, caches.sandboxes, left.handed);
  return sandbox === null ? null : { sandbox, left, turns };
}

export interface KeptInPlay {
  readonly sandbox: Sandbox;
  readonly left: LeftGame;
  readonly turns: number;
}

/** Whether nothing has happened since a command looked last. */
export function isKeptLookCurrent(folder: string, { engine }: Caches): boolean {
  const head = engine === null ? null : readImageHead<LookHead>(lookFile(folder));
  return engine !== null && head !== null && isOfNow(folder, engine, head);
}

function currentLook(folder: string, { engine }: Caches): ReturnType<typeof readImageFile<LookHead>> {
  if (engine === null) return null;
  return readImageFile<LookHead>(lookFile(folder), (head) => isOfNow(folder, engine, head));
}

function isOfNow(folder: string, engine: string, { branches, world }: LookHead): boolean {
  return worldOf(folder, engine, branches) === world;
}

/** The ledger is not kept with it: where a rule asks for a line, the whole game has to be opened for the answer. */
function hostWithout(absent: { asked: boolean }): SandboxHost {
  const ask = (): never => {
    absent.asked = true;
    throw new Error('the ledger is not at hand');
  };
  return {
    draw: ask,
    ledger: {
      get length(): number {
        return ask();
      },
      at: ask,
    },
  };
}

/**
 * Everything on which it depends how the game stands, but for the time: the engine, the forge's log, where branches stand
 * (commits are named by what they hold), and what is private on this machine. Of files that are only added to, or replaced
 * and never written into, their sizes and dates say whether they are the same.
 */
export function worldOf(folder: string, engine: string, branches: readonly string[]): string {
  const own = join(folder, ENGINE_FOLDER);
  const stood = [...branchesIn(own, branches)].map(([name, oid]) => `${name} ${oid ?? 'none'}`);
  return [engine, dateOf(own, 'forge/events.jsonl'), ...stood, privateIn(folder)].join('\n');
}

/** Where branches of the embedded forge stand, as Git keeps them. */
export function branchesIn(own: string, names: readonly string[]): ReadonlyMap<string, string | null> {
  const gitdir = join(own, 'forge/repository.git');
  let packed: string | null = null;
  const found = names.map((name): [string, string | null] => {
    const loose = textOf(join(gitdir, 'refs/heads', name)).trim();
    if (loose !== '') return [name, loose];
    packed ??= textOf(join(gitdir, 'packed-refs'));
    const line = packed.split('\n').find((one) => one.slice(41).trim() === `refs/heads/${name}`);
    return [name, line?.slice(0, 40) ?? null];
  });
  return new Map(found);
}

/** The private files on this machine, by names and dates. */
export function privateIn(folder: string): string {
  const own = join(folder, ENGINE_FOLDER, 'private');
  if (!existsSync(own)) return '';
  const names = readdirSync(own, { recursive: true, encoding: 'utf8' }).sort();
  return names.map((name) => dateOf(own, name)).join('\n');
}

function dateOf(folder: string, name: string): string {
  const found = statSync(join(folder, name), { bigint: true, throwIfNoEntry: false });
  if (found === undefined) return `${name} none`;
  const { size, mtimeNs, ctimeNs, ino } = found;
  return `${name} ${size} ${mtimeNs} ${ctimeNs} ${ino}`;
}

function textOf(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

import { hexOf } from '#platform/bytes.ts';
import { randomBytes } from '#platform/machine.ts';
import type { Disk } from '../../repository/disk.ts';
import { readBranch } from '../../repository/refs.ts';
import type { Repository } from '../../repository/repository.ts';
import { type Person, ForgeError } from '../events.ts';
import { appendRecords, readLog, setTornAside, checkRecord, type LogRecord } from './records.ts';
import { loadForgeState, recordsBetweenSnapshots, writeForgeSnapshot } from './snapshot.ts';
import { applyRecord, emptyForgeState, type ForgeState, type PostState } from './state.ts';

export const logPath = 'events.jsonl';
export const snapshotPath = 'state.json';
const lockPath = 'forge.lock';

export interface CoreOptions {
  readonly disk: Disk;
  readonly repository: Repository;
  readonly engine: Person;
  /** The current time, `2021-06-18T09:00:00Z`. */
  readonly clock: () => string;
  /** The prefix of event ids. By default it is drawn when the forge is created. */
  readonly forgeId?: string;
}

/** The part of the embedded forge that the engine's side and the people's side share. */
export interface Core extends CoreOptions {
  state: ForgeState;
  offset: number;
}

export function makeCore(options: CoreOptions): Core {
  return { ...options, state: emptyForgeState(), offset: 0 };
}

/** A record before the forge gives it its id and time; each kind of record keeps its own fields. */
export type Unsigned<R> = R extends LogRecord ? Omit<R, 'id' | 'at'> & { readonly at?: string } : never;

/** Runs `act` with the current state, while no other process acts on this forge. */
export function inTurn<T>(core: Core, act: () => Promise<T>): Promise<T> {
  return core.disk.withLock(lockPath, async () => {
    await bringUpToDate(core);
    return act();
  });
}

async function bringUpToDate(core: Core): Promise<void> {
  const { disk } = core;
  const size = (await disk.stat(logPath))?.size ?? 0;
  if (core.offset === 0 || size < core.offset) {
    const { state, offset } = await loadForgeState(disk, logPath, snapshotPath);
    Object.assign(core, { state, offset });
  } else if (size > core.offset) {
    const { records, offset } = await readLog(disk, logPath, core.offset);
    for (const record of records) applyRecord(core.state, record);
    core.offset = offset;
  }
  if (size > core.offset) await setTornAside(disk, logPath, core.offset);
  if (core.state.records === 0) {
    if ((await readBranch(core.repository, 'main')) !== null)
      throw new ForgeError(
        'log-lost',
        `The forge’s log (${logPath}) is gone or empty, and there is a game on its main branch. \`gitnomic doctor\` says what can be done.`,
        { path: logPath },
      );
    await append(core, { type: 'begun', forge: core.forgeId ?? hexOf(randomBytes(4)) });
  }
}

/** Appends one record. The act counts once the record is on the disk, and not before. The caller must hold the lock. */
export async function append(core: Core, unsigned: Unsigned<LogRecord>): Promise<LogRecord> {
  const forge = unsigned.type === 'begun' ? unsigned.forge : core.state.forge;
  const record = checkRecord({
    id: `${forge}-${core.state.records + 1}`,
    ...unsigned,
    at: unsigned.at ?? core.clock(),
  });
  await appendRecords(core.disk, logPath, [record]);
  applyRecord(core.state, record);
  core.offset = (await core.disk.stat(logPath))?.size ?? 0;
  if (core.state.records % recordsBetweenSnapshots === 0) {
    await writeForgeSnapshot(core.disk, snapshotPath, { offset: core.offset, state: core.state });
  }
  return record;
}

/** Returns a post if it can still be changed. */
export function openPostOf(core: Core, post: string): PostState {
  const found = core.state.posts[post];
  if (found !== undefined && Object.hasOwn(core.state.posts, post)) return found;
  if (/^[1-9]\d*$/u.test(post) && Number(post) <= core.state.lastPost) {
    throw new ForgeError('settled', `Post ${post} is settled: it can be read, but no longer changed.`, {
      post,
    });
  }
  throw new ForgeError('no-such-post', `There is no post ${JSON.stringify(post)}.`, { post });
}

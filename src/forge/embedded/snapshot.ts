import { utf8 } from '#platform/bytes.ts';
import { hexDigest } from '#platform/hash.ts';
import type { Disk } from '../../repository/disk.ts';
import { readLog } from './records.ts';
import { applyRecord, emptyForgeState, type ForgeState } from './state.ts';

interface Snapshot {
  /** The position in the log up to which the state goes. */
  readonly offset: number;
  readonly state: ForgeState;
}

/** With snapshots, opening an old game needn't read its whole log. They can be deleted at any time. */
export const recordsBetweenSnapshots = 1000;

export async function writeForgeSnapshot(disk: Disk, path: string, snapshot: Snapshot): Promise<void> {
  try {
    const json = JSON.stringify(snapshot);
    await disk.write(path, utf8(`${hexDigest('sha256', json)}\n${json}`));
  } catch {
    // The act is already recorded, so a full disk must not make it look like a failure.
  }
}

/** The state after the whole log, starting from the snapshot if it fits the log, otherwise from the beginning. */
export async function loadForgeState(disk: Disk, log: string, snapshot: string): Promise<Snapshot> {
  const from = (await readSnapshot(disk, log, snapshot)) ?? { offset: 0, state: emptyForgeState() };
  const { records, offset } = await readLog(disk, log, from.offset);
  for (const record of records) applyRecord(from.state, record);
  return { offset, state: from.state };
}

const longestFirstLine = 1000;

async function readSnapshot(disk: Disk, log: string, path: string): Promise<Snapshot | null> {
  const bytes = await disk.read(path);
  if (bytes === null) return null;
  try {
    const [sum, json = ''] = new TextDecoder().decode(bytes).split('\n');
    if (sum !== hexDigest('sha256', json)) return null;
    const snapshot = JSON.parse(json) as Snapshot;
    const first =
      new TextDecoder().decode(await disk.readFrom(log, 0, longestFirstLine)).split('\n')[0] ?? '';
    const size = (await disk.stat(log))?.size ?? 0;
    const fits =
      (JSON.parse(first) as { forge?: string }).forge === snapshot.state.forge && size >= snapshot.offset;
    return fits ? snapshot : null;
  } catch {
    // A snapshot only saves time and contains nothing that the log doesn't.
    return null;
  }
}

/** True if a snapshot is damaged or contradicts the log. */
export async function isSnapshotWrong(disk: Disk, log: string, path: string): Promise<boolean> {
  if ((await disk.read(path)) === null) return false;
  const cached = await readSnapshot(disk, log, path);
  if (cached === null) return true;
  const state = emptyForgeState();
  const { records } = await readLog(disk, log, 0);
  for (const record of records.slice(0, cached.state.records)) applyRecord(state, record);
  return JSON.stringify(state) !== JSON.stringify(cached.state);
}

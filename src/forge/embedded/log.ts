import type { Disk } from '../../repository/disk.ts';
import { parseLogRecord, type LogRecord } from './records.ts';

const newline = 0x0a;
const decoder = new TextDecoder();

export interface LogRead {
  readonly records: readonly LogRecord[];
  /** Where the next read begins: after the last whole line. */
  readonly offset: number;
  /** Bytes after the last whole line: what a killed process began to write. */
  readonly torn: number;
}

/** The whole lines from `offset` on. Done without the lock too: a line is whole once its newline is there. */
export async function readLog(disk: Disk, path: string, offset: number): Promise<LogRead> {
  const bytes = await disk.readFrom(path, offset);
  const end = bytes.lastIndexOf(newline) + 1;
  const lines = end === 0 ? [] : decoder.decode(bytes.subarray(0, end - 1)).split('\n');
  const records = lines.map((line, index) =>
    parseLogRecord(line, `${path}, line ${index + 1} after byte ${offset}`),
  );
  return { records, offset: offset + end, torn: bytes.length - end };
}

export function appendRecords(disk: Disk, path: string, records: readonly LogRecord[]): Promise<void> {
  const lines = records.map((record) => `${JSON.stringify(record)}\n`);
  return disk.append(path, Buffer.from(lines.join(''), 'utf8'));
}

/**
 * Moves a torn line out of the log to a file beside it. The caller has the lock, so nobody is about to finish it:
 * whoever began it was killed, and was never told that it was done.
 */
export async function setTornAside(disk: Disk, path: string, end: number): Promise<void> {
  const torn = await disk.readFrom(path, end);
  if (torn.length === 0) return;
  // First there, then gone from here: a kill in between leaves it twice beside, never lost.
  await disk.append(`${path}.torn`, Buffer.concat([torn, Buffer.from('\n')]));
  await disk.truncate(path, end);
}

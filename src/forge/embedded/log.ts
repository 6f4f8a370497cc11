import { concat, utf8 } from '#platform/bytes.ts';
import type { Disk } from '../../repository/disk.ts';
import { parseLogRecord, type LogRecord } from './records.ts';

const newline = 0x0a;
const decoder = new TextDecoder();

export interface LogRead {
  readonly records: readonly LogRecord[];
  /** Where the next read begins: after the last complete line. */
  readonly offset: number;
  /** Bytes after the last complete line, from a killed process. */
  readonly torn: number;
}

/** Reads the complete lines from `offset` on. It needs no lock, because a line is complete once it has its newline. */
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
  return disk.append(path, utf8(lines.join('')));
}

/**
 * Moves an incomplete line from the log to a file beside it. The caller has the lock, so nobody else will complete it. The process that
 * began the line was killed before it could report success.
 */
export async function setTornAside(disk: Disk, path: string, end: number): Promise<void> {
  const torn = await disk.readFrom(path, end);
  if (torn.length === 0) return;
  // Copies first and deletes then, so that a kill in between can duplicate the line but never lose it.
  await disk.append(`${path}.torn`, concat([torn, utf8('\n')]));
  await disk.truncate(path, end);
}

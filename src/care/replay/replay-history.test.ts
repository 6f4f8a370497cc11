import { expect, test } from 'vitest';
import { localForgeOn } from '../../forge/embedded/local-forge.ts';
import { memoryDisk } from '../../repository/memory-disk.ts';
import { writeCommit } from '../../repository/write-commit.ts';
import { emptyHead } from '../../store/journal/journal-head.ts';
import { recordPath, toJournalRecord, writeRecord } from '../../store/journal/journal-record.ts';
import { historyOf, type Replayed } from './replay-history.ts';

const AT = '2026-02-01T00:00:00Z';
const author = { name: 'Gitnomic', email: 'gitnomic@example.org', at: AT };

/** A game whose first commit states how many journal lines had been read, as after a move to another forge. */
async function gameThatHadRead(n: number, segment: string): Promise<Replayed> {
  const { forge } = await localForgeOn(memoryDisk(), { clock: () => AT, forgeId: 'f' });
  const record = toJournalRecord('0'.repeat(40), { ...emptyHead, n, segment });
  const first = await writeCommit(forge.repository, {
    parents: [],
    changes: new Map([[recordPath, writeRecord(record)]]),
    author,
    message: 'Begin',
  });
  return { forge, main: async () => first } as unknown as Replayed;
}

test.each([
  ['at its very first line', 5, '2026-01-0001'],
  ['later', 7, '2026-01-0001'],
  ['before it, so that all of the journal is needed', 4, ''],
])('replays a dynasty that began %s from the part that had been read then', async (_, from, segment) => {
  const game = await gameThatHadRead(5, '2026-01-0001');
  expect((await historyOf(game, from)).segment).toBe(segment);
});

// Reads main's commits for a replay: its start, the resolutions with their times, and the steps that the ledger records as stopped.
import { expect, test } from 'vitest';

import { localForgeOn } from '../../forge/embedded/local-forge.ts';
import { memoryDisk } from '../../repository/memory-disk.ts';
import { writeCommit } from '../../repository/write-commit.ts';
import { CHECKPOINTS } from '../../store/checkpoints.ts';
import { emptyHead } from '../../store/journal/journal-head.ts';
import { recordPath, toJournalRecord, writeRecord } from '../../store/journal/journal-record.ts';
import type { LedgerLine } from '../../store/ledger-line.ts';
import { GAME_FILE } from '../../store/paths.ts';
import { historyOf, recordedEndings, withUnread, type History, type Replayed } from './replay-history.ts';

const timeOf = (hour: number): string => `2026-02-01T0${hour}:00:00Z`;
const readUpTo = (n: number): Readonly<Record<string, string>> => ({
  [recordPath]: writeRecord(toJournalRecord('0'.repeat(40), { ...emptyHead, n, segment: `2026-01-000${n}` })),
});
const GAME = { [GAME_FILE]: 'name: Harbour\n' };

interface Made {
  readonly message?: string;
  readonly changes?: Readonly<Record<string, string>>;
  /** Merges a commit that only this one has as its parent. */
  readonly merges?: true;
}

/** The history of main with these commits, one per hour. Commits are given by their place. */
async function told(commits: readonly Made[], from?: number): Promise<object> {
  const { forge } = await localForgeOn(memoryDisk(), { clock: () => timeOf(0), forgeId: 'f' });
  const made: string[] = [];
  const heads = new Map<string, string>();
  for (const [hour, { message = 'x', changes = {}, merges }] of commits.entries()) {
    const author = { name: 'Gitnomic', email: '', at: timeOf(hour) };
    const write = (parents: readonly string[], all: Readonly<Record<string, string>>): Promise<string> =>
      writeCommit(forge.repository, {
        parents: [...parents],
        changes: new Map(Object.entries(all)),
        author,
        message: `${message}\n`,
      });
    const parents = made.slice(-1);
    const head = merges === true ? await write([], { [`head-${hour}`]: 'x' }) : null;
    if (head !== null) heads.set(head, `head ${hour}`);
    made.push(await write(head === null ? parents : [...parents, head], changes));
  }
  const main = made.at(-1) ?? '';
  const game = { forge, main: () => Promise.resolve(main) } as unknown as Replayed;
  const { first, merged, ...rest }: History = await historyOf(game, from);
  return {
    ...rest,
    first: made.indexOf(first),
    merged: [...merged].map(([head, before]) => [heads.get(head), made.indexOf(before)]),
  };
}

const BEGIN: Made = { changes: { ...GAME, ...readUpTo(2) } };
const WHOLE = { first: 0, read: 2, segment: '', whole: true, merged: [], ticks: [] };
const tick = (hour: number, line: number, wrote: number, more: object = {}): object => ({
  line,
  at: timeOf(hour),
  wrote,
  ...more,
});

test.each<[what: string, commits: readonly Made[], history: object, from?: number]>([
  ['a game that has just begun', [BEGIN], WHOLE],
  ['commits of people', [BEGIN, { message: 'Ledger 3: ana: buy', changes: readUpTo(4) }], WHOLE],
  [
    'resolutions, what happens at a time, and what is tried again',
    [
      BEGIN,
      { message: 'Enact 1: Tea\n\nLedger 3: engine: enact 1', changes: readUpTo(5), merges: true },
      { message: 'Ledger 4: engine: fail 2', changes: readUpTo(6) },
      { message: 'Ledger 5: engine: resolve 3' },
      { message: 'Ledger 6: engine: time tide', changes: readUpTo(7) },
      { message: 'Ledger 7: engine: try again 12' },
    ],
    {
      ...WHOLE,
      merged: [['head 1', 0]],
      ticks: [
        tick(1, 5, 3),
        tick(2, 6, 4),
        tick(3, 6, 5),
        tick(4, 7, 6, { time: 'time tide' }),
        tick(5, 7, 7, { again: 12 }),
      ],
    },
  ],
  [
    'what was resolved before anything was read',
    [{ changes: GAME }, { message: 'Ledger 3: engine: enact 1' }],
    { ...WHOLE, read: 0 },
  ],
  [
    'a part of the journal',
    [BEGIN, { changes: readUpTo(5) }, { message: 'Ledger 4: engine: fail 2', changes: readUpTo(8) }],
    { ...WHOLE, first: 1, read: 5, segment: '2026-01-0005', whole: false, ticks: [tick(2, 8, 4)] },
    6,
  ],
  [
    'a part that begins with its line',
    [BEGIN, { changes: readUpTo(5) }, { changes: readUpTo(8) }],
    { ...WHOLE, segment: '2026-01-0002' },
    5,
  ],
  [
    'a part after a change outside of play',
    [
      BEGIN,
      { changes: { [CHECKPOINTS]: '[1]', ...readUpTo(5) } },
      { message: 'Ledger 4: engine: fail 2', changes: readUpTo(8) },
    ],
    { ...WHOLE, first: 1, read: 5, whole: false, ticks: [tick(2, 8, 4)] },
  ],
  [
    'a game on top of something else',
    [{ changes: { 'README.md': 'x' } }, BEGIN, { message: 'x' }],
    { ...WHOLE, first: 1 },
  ],
])('a replay of %s', async (_, commits, history, from) => {
  expect(await told(commits, from)).toEqual(history);
});

const line = (n: number, what: string, more: Partial<LedgerLine> = {}): LedgerLine => ({
  n,
  at: timeOf(n),
  by: 'engine',
  what,
  draws: [],
  changes: [],
  ...more,
});

test('a step that the ledger records as stopped stays stopped; that of a matter, until it is resolved', () => {
  const dice = [
    { kind: 'dice', size: 6, result: 2 },
    { kind: 'dice', size: 20, result: 3 },
  ] as const;
  const ledger = [
    line(0, 'buy', { stopped: '7 buy', refused: 'slow', where: 'core/a.ts:3', draws: dice }),
    line(1, 'fail 4'),
    line(2, 'resolve 4', { stopped: 'resolve 4', refused: 'slow', fault: 'clause' as never, engine: 'x' }),
    line(3, 'fail 5'),
    line(4, 'enact 4'),
    line(5, 'resolve 6', { stopped: 'resolve 6', refused: 'slow' }),
    line(6, 'buy', { stopped: 'x' }),
    line(7, 'buy', { refused: 'slow' }),
  ];
  const ended = {
    reason: 'slow',
    where: undefined,
    dice: [],
    until: null,
    fault: undefined,
    engine: undefined,
  };
  expect(recordedEndings(ledger)).toEqual([
    { ...ended, key: '7 buy', where: 'core/a.ts:3', dice: [6, 20], from: { at: timeOf(0), lines: 0 } },
    {
      ...ended,
      key: 'resolve 4',
      from: { at: timeOf(2), lines: 2 },
      until: { at: timeOf(4), lines: 4 },
      fault: 'clause',
      engine: 'x',
    },
    { ...ended, key: 'resolve 6', from: { at: timeOf(5), lines: 5 } },
  ]);
});

test('gives each resolution the matters that couldn’t be read then', () => {
  const ticks = [tick(1, 5, 3), tick(2, 6, 4)] as History['ticks'];
  expect(withUnread(ticks, [line(3, 'fail 4'), line(4, 'fail 5', { unread: ['7'] } as never)])).toEqual([
    { ...ticks[0], unread: [] },
    { ...ticks[1], unread: ['7'] },
  ]);
});

import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';

import { openMemoryForge, type LocalForge } from '../../forge/embedded/local-forge.ts';
import type { Person } from '../../forge/events.ts';
import { faultyForge, type Fault } from '../../forge/fixtures/faulty-forge.ts';
import type { ForgeError } from '../../forge/forge-error.ts';
import type { Forge } from '../../forge/port.ts';
import { dyingDisk, Killed, type Moment } from '../../repository/fixtures/dying-disk.ts';
import { localForgeOn } from '../../forge/embedded/local-forge.ts';
import { memoryDisk } from '../../repository/memory-disk.ts';
import { readCommit } from '../../repository/commit.ts';
import { readFileText } from '../../repository/read-file.ts';
import { advance, readBranch } from '../../repository/refs.ts';
import { writeCommit, type NewContent } from '../../repository/write-commit.ts';
import { parseRecord, toJournalRecord, writeRecord, type JournalRecord } from './journal-record.ts';
import { keepJournal, type KeptJournal } from './keep-journal.ts';
import { eventOf, hashOfLine, type JournalLine } from './line.ts';
import { redactJournal } from './redact-journal.ts';
import { listSegments, readJournalLines } from './segments.ts';
import { verifyJournal } from './verify-journal.ts';
import { inspectJournal } from './inspect-journal.ts';

const ana: Person = { id: 'ana', name: 'Ana', bot: false };
const bo: Person = { id: 'bo', name: 'Bo', bot: false };
let now = '';
let local: LocalForge;
beforeEach(async () => {
  now = '2021-06-18T09:00:00Z';
  local = await openMemoryForge({ clock: () => now, forgeId: 'f' });
});

const salts = (): (() => string) => {
  let made = 0;
  return () => `salt-number-${String((made += 1)).padStart(6, '0')}`;
};
const keep = (record: JournalRecord | null = null, forge: Forge = local.forge): Promise<KeptJournal> =>
  keepJournal({ forge, record, now, newSalt: salts() });
const recordFrom = ({ commit, head }: KeptJournal): JournalRecord => toJournalRecord(commit ?? '', head);
const textsIn = (lines: readonly JournalLine[]): unknown[] =>
  lines.map((line) => (eventOf(line) as { text?: string }).text);
const segmentText = async (commit: string | null, segment = '2021-06-0001'): Promise<string> =>
  (await readFileText(local.forge.repository, commit ?? '', `${segment.slice(0, 4)}/${segment}.log`)) ?? '';

async function talk(): Promise<void> {
  const post = await local.table.open(ana, { kind: 'story', title: 'Hello', text: 'A story.' });
  await local.table.comment(bo, post, 'FOR');
  await local.table.comment(bo, post, 'I mean it.');
}

/** Puts other files on the journal's branch, as somebody with access to the repository could. */
async function tamper(changes: Record<string, NewContent>): Promise<string> {
  const { repository } = local.forge;
  const tip = await readBranch(repository, 'journal');
  const author = { name: 'Eve', email: '', at: now };
  const commit = await writeCommit(repository, {
    parents: [tip ?? ''],
    changes: new Map(Object.entries(changes)),
    author,
    message: 'Nothing to see',
  });
  await advance(repository, 'journal', tip, commit);
  return commit;
}

describe('keeping', () => {
  test('what happened is appended in order and chained', async () => {
    await talk();
    const first = await keep();
    await local.table.comment(ana, '1', 'Thanks.');
    const second = await keep(recordFrom(first));
    expect([first.added.length, second.added.length]).toEqual([3, 1]);
    const lines = await readJournalLines(local.forge.repository, second.commit ?? '');
    expect(lines.map((line) => line.n)).toEqual([1, 2, 3, 4]);
    expect(lines.slice(1).map((line) => line.prev)).toEqual(lines.slice(0, -1).map((line) => line.hash));
    expect(await verifyJournal(local.forge.repository, second.commit ?? '')).toMatchObject({
      ok: true,
      lines: 4,
    });
    expect((await readCommit(local.forge.repository, second.commit ?? '')).parents).toEqual([first.commit]);
    expect(lines.map((line) => eventOf(line))).toEqual((await local.forge.observe(null)).events);
  });

  test('nothing new makes no commit, and the same events again add nothing', async () => {
    await talk();
    const first = await keep();
    expect(await keep()).toMatchObject({ commit: first.commit, added: [] });
    const { forge } = local;
    const forgetful: Forge = { ...forge, observe: () => forge.observe(null) };
    expect(await keep(null, forgetful)).toMatchObject({ commit: first.commit, added: [] });
    await local.table.comment(ana, '1', 'New.');
    const second = await keep(null, forgetful);
    expect(textsIn(second.added)).toEqual(['New.']);
  });

  test('each month has its file, by when it was seen; a clock set back reopens none', async () => {
    await talk();
    await keep();
    now = '2021-08-01T00:00:00Z';
    await local.table.comment(ana, '1', 'August.');
    await keep();
    now = '2021-07-31T23:59:59Z';
    await local.table.comment(ana, '1', 'July?');
    const { commit } = await keep();
    const segments = await listSegments(local.forge.repository, commit ?? '');
    expect(segments.map((one) => one.name)).toEqual(['2021-06-0001', '2021-08-0001']);
    expect(
      textsIn(await readJournalLines(local.forge.repository, commit ?? '', { from: '2021-07' })),
    ).toEqual(['August.', 'July?']);
    expect(await verifyJournal(local.forge.repository, commit ?? '')).toMatchObject({ ok: true, lines: 5 });
    const forgetful: Forge = { ...local.forge, observe: () => local.forge.observe(null) };
    expect((await keep(null, forgetful)).added).toEqual([]);
  });

  test('a flood of long comments fills parts of a month, none too large to read', async () => {
    const post = await local.table.open(ana, { kind: 'story', title: 'Flood', text: '' });
    for (let n = 0; n < 6; n += 1) await local.table.comment(bo, post, 'x'.repeat(40_000));
    const first = await keep();
    await local.table.comment(bo, post, 'x'.repeat(65_536));
    await local.table.comment(bo, post, 'last');
    const { commit } = await keep(recordFrom(first));
    const segments = await listSegments(local.forge.repository, commit ?? '');
    expect(segments.map((one) => one.name)).toEqual([1, 2, 3, 4, 5].map((part) => `2021-06-000${part}`));
    expect(await verifyJournal(local.forge.repository, commit ?? '')).toMatchObject({ ok: true, lines: 9 });
    const forgetful: Forge = { ...local.forge, observe: () => local.forge.observe(null) };
    expect(await keep(recordFrom(first), forgetful)).toMatchObject({ commit, added: [] });
  });

  test.each(['journal/2021/2021-06-0001.log', 'journal/2021/2021-06-0001.jsonl'])(
    'a part that an older engine began as %s is gone on with, under the name that parts have now',
    async (place) => {
      await talk();
      const first = await keep();
      const text = await segmentText(first.commit);
      const older = await tamper({ '2021/2021-06-0001.log': null, [place]: text });
      const { repository } = local.forge;
      expect(await verifyJournal(repository, older)).toMatchObject({ ok: true, lines: 3 });
      expect(await inspectJournal(repository, older, recordFrom(first))).toBe('sound');
      await local.table.comment(ana, '1', 'Later.');
      const second = await keep(recordFrom(first));
      expect(second).toMatchObject({ restored: null, added: [{ n: 4 }] });
      expect(await readFileText(repository, second.commit ?? '', place)).toBeNull();
      expect((await segmentText(second.commit)).startsWith(text)).toBe(true);
      expect(await verifyJournal(repository, second.commit ?? '')).toMatchObject({ ok: true, lines: 4 });
      const forgetful: Forge = { ...local.forge, observe: () => local.forge.observe(null) };
      expect((await keep(recordFrom(second), forgetful)).added).toEqual([]);
      // The next month stands beside what was written before.
      now = '2021-07-18T10:00:00Z';
      await tamper({ '2021/2021-06-0001.log': null, [place]: await segmentText(second.commit) });
      await local.table.comment(ana, '1', 'Next month.');
      const third = await keep();
      expect(await verifyJournal(repository, third.commit ?? '')).toMatchObject({ ok: true, lines: 5 });
      expect((await listSegments(repository, third.commit ?? '')).map(({ name }) => name)).toEqual([
        '2021-06-0001',
        '2021-07-0001',
      ]);
    },
  );

  test('an event from the future is kept once, with both times', async () => {
    now = '2031-01-01T00:00:00Z';
    await talk();
    now = '2021-06-18T10:00:00Z';
    const { added, commit } = await keep();
    expect(added[0]).toMatchObject({ at: '2031-01-01T00:00:00Z', seen: '2021-06-18T10:00:00Z' });
    now = '2022-03-01T00:00:00Z';
    const forgetful: Forge = { ...local.forge, observe: () => local.forge.observe(null) };
    expect(await keep(null, forgetful)).toMatchObject({ commit, added: [] });
    expect(await verifyJournal(local.forge.repository, commit ?? '')).toMatchObject({ ok: true });
  });

  test('of several that keep it at once each event is written once', async () => {
    await talk();
    await Promise.all([keep(), keep(), keep(), keep()]);
    const commit = await readBranch(local.forge.repository, 'journal');
    expect(await verifyJournal(local.forge.repository, commit ?? '')).toMatchObject({ ok: true, lines: 3 });
  });

  test.each<Moment>(['before', 'half', 'after'])(
    'killed %s any write, the next one finishes',
    async (moment) => {
      for (let dieAt = 1; ; dieAt += 1) {
        const disk = memoryDisk();
        const whole = await localForgeOn(disk, { clock: () => now, forgeId: 'f' });
        const post = await whole.table.open(ana, { kind: 'story', title: 'Hello', text: '' });
        await whole.table.comment(bo, post, 'FOR');
        const dying = dyingDisk(disk, dieAt, moment);
        const { forge } = await localForgeOn(dying, { clock: () => now });
        await keep(null, forge).catch((error: unknown) => {
          if (!(error instanceof Killed)) throw error;
        });
        const { commit } = await keep(null, whole.forge);
        expect(await verifyJournal(whole.forge.repository, commit ?? '')).toMatchObject({
          ok: true,
          lines: 2,
        });
        if (dying.writes() < dieAt) break;
      }
    },
  );
});

test('a forge that answers late, twice or not at all costs no event and doubles none', async () => {
  const faults: readonly Fault[] = ['none', 'refused', 'answer-lost', 'late', 'repeated'];
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...faults), { minLength: 4, maxLength: 12 }), async (plan) => {
      local = await openMemoryForge({ clock: () => now, forgeId: 'f' });
      const forge = faultyForge(local.forge, (_call, n) => plan[n - 1] ?? 'none');
      const post = await local.table.open(ana, { kind: 'story', title: 'Hello', text: '' });
      for (let n = 0; n < 6; n += 1) {
        await local.table.comment(bo, post, `${n}`);
        const outcome = await keep(null, forge).then(
          () => 'kept',
          (error: ForgeError) => error.code,
        );
        expect(['kept', 'unavailable']).toContain(outcome);
      }
      const { commit } = await keep();
      const lines = await readJournalLines(local.forge.repository, commit ?? '');
      expect(lines.map((line) => eventOf(line))).toEqual((await local.forge.observe(null)).events);
      expect(await verifyJournal(local.forge.repository, commit ?? '')).toMatchObject({ ok: true });
    }),
    { numRuns: 60 },
  );
});

describe('verifying names the first line that was', () => {
  const lineTexts = async (): Promise<string[]> =>
    (await segmentText((await keep()).commit)).split('\n').slice(0, -1);
  const verdictOn = async (lines: readonly string[], tail = '\n'): Promise<unknown> => {
    const commit = await tamper({ '2021/2021-06-0001.log': lines.join('\n') + tail });
    return verifyJournal(local.forge.repository, commit);
  };

  test.each<[string, (lines: string[]) => string[], number, string]>([
    [
      'changed in its event',
      ([a = '', b = '', c = '']) => [a, b.replace('"bo"', '"cy"'), c],
      2,
      'its hash is not',
    ],
    [
      'changed in its words',
      ([a = '', b = '', c = '']) => [a, b.replace('FOR', 'NOT'), c],
      2,
      'its words are not',
    ],
    ['left out', ([a = '', , c = '']) => [a, c], 2, 'it says that it is line 3'],
    ['told twice', ([a = '', b = '', c = '']) => [a, b, b, c], 3, 'it says that it is line 2'],
    ['put elsewhere', ([a = '', b = '', c = '']) => [a, c, b], 2, 'it says that it is line 3'],
    ['made up', ([a = '', b = '', c = '']) => [a, b, c, '{"n":4}'], 4, 'it is no line of a journal'],
    ['cut short', ([a = '', b = '', c = '']) => [a, b, c.slice(0, 40)], 3, 'it is no line of a journal'],
    ['dropped at the end', ([a = '', b = '']) => [a, b], 2, 'head.json names line 3 as the last'],
    [
      'stripped of words',
      ([a = '', b = '']) => [a, b.replace(/"words":\{[^}]*\},/u, '')],
      2,
      'without being marked',
    ],
  ])('%s', async (_how, change, row, why) => {
    await talk();
    const verdict = await verdictOn(change(await lineTexts()));
    expect(verdict).toMatchObject({ ok: false, segment: '2021-06-0001', row });
    expect((verdict as { why: string }).why).toContain(why);
  });

  test('the one after a line that was changed and hashed anew', async () => {
    await talk();
    const [first = '', second = '', third = ''] = await lineTexts();
    const line = JSON.parse(second) as JournalLine;
    const forged = { ...line, event: { ...line.event, by: ana } };
    const hashed = JSON.stringify({ ...forged, hash: hashOfLine(forged) });
    expect(await verdictOn([first, hashed, third])).toMatchObject({
      ok: false,
      row: 3,
      why: expect.stringContaining('does not follow'),
    });
  });

  test('an earlier line that was changed, hashed anew and named by the next: that one would need another hash too', async () => {
    await talk();
    const [first = '', second = '', third = ''] = await lineTexts();
    const changed = JSON.parse(first.replace('"ana"', '"eve"')) as JournalLine;
    const anew = { ...changed, hash: hashOfLine(changed) };
    const next = { ...(JSON.parse(second) as JournalLine), prev: anew.hash };
    const lines = [JSON.stringify(anew), JSON.stringify(next), third];
    expect(anew.hash).not.toBe(changed.hash);
    expect(await verdictOn(lines)).toMatchObject({
      ok: false,
      n: 2,
      why: expect.stringContaining('its hash is not') as string,
    });
  });

  test('from a month on nothing before it is looked at, and all since then is', async () => {
    await talk();
    const lines = await lineTexts();
    now = '2021-08-01T00:00:00Z';
    await local.table.comment(ana, '1', 'August.');
    await local.table.comment(bo, '1', 'Warm.');
    const { commit } = await keep();
    const [august = '', warm = ''] = (await segmentText(commit, '2021-08-0001')).split('\n');
    const { repository } = local.forge;
    const since = async (changes: Record<string, string>): Promise<unknown> =>
      verifyJournal(repository, await tamper(changes), { from: '2021-08' });
    const [first = '', second = '', third = ''] = lines;
    const june = { '2021/2021-06-0001.log': `${first}\n${second.replace('FOR', 'NOT')}\n${third}\n` };
    expect(await since(june)).toMatchObject({ ok: true, lines: 5 });
    expect(await verifyJournal(repository, await tamper(june))).toMatchObject({ ok: false, row: 2 });
    for (const [text, row] of [
      [`${august.replace('"ana"', '"cy"')}\n${warm}\n`, 1],
      [`${august}\n${warm.replace('Warm', 'Cold')}\n`, 2],
      [`${warm}\n`, 1],
      [`${august}\n`, 1],
    ] as const) {
      const verdict = await since({ ...june, '2021/2021-08-0001.log': text });
      expect([text, verdict]).toEqual([text, expect.objectContaining({ ok: false, row })]);
    }
  });

  test('a whole chain made anew, against what main had read', async () => {
    await talk();
    const kept = await keep();
    const record = recordFrom(kept);
    const other = await openMemoryForge({ clock: () => now, forgeId: 'g' });
    await other.table.open(bo, { kind: 'story', title: 'Other', text: '' });
    const fake = await keep(null, other.forge);
    const files = { 'head.json': '', '2021/2021-06-0001.log': '' };
    for (const path of Object.keys(files)) {
      Object.assign(files, { [path]: await readFileText(other.forge.repository, fake.commit ?? '', path) });
    }
    const commit = await tamper(files);
    expect(await verifyJournal(local.forge.repository, commit)).toMatchObject({ ok: true });
    expect(await inspectJournal(local.forge.repository, commit, record)).toBe('rewritten');
    const restored = await keep(record);
    expect(restored).toMatchObject({ restored: 'rewritten', commit: kept.commit });
  });
});

describe('restoring', () => {
  test('a deleted journal comes back as main last knew it, with what happened since', async () => {
    await talk();
    const kept = await keep();
    await advance(local.forge.repository, 'journal', kept.commit, null);
    await local.table.comment(ana, '1', 'Meanwhile.');
    const restored = await keep(recordFrom(kept));
    expect(restored.restored).toBe('deleted');
    expect(textsIn(restored.added)).toEqual(['Meanwhile.']);
    const lines = await readJournalLines(local.forge.repository, restored.commit ?? '');
    expect(lines.slice(0, 3)).toEqual(kept.added);
    expect(await keep(recordFrom(kept))).toMatchObject({ restored: null, added: [] });
  });

  test('a journal that is gone altogether is read from the forge again, and says so in its first line', async () => {
    await talk();
    const record = { ...recordFrom(await keep()), commit: '1'.repeat(40) };
    await advance(
      local.forge.repository,
      'journal',
      await readBranch(local.forge.repository, 'journal'),
      null,
    );
    const restored = await keep(record);
    expect(restored.restored).toBe('deleted');
    expect(restored.added[0]?.event).toMatchObject({
      type: 'journal-restored',
      lost: { n: 3, hash: record.hash },
    });
    expect(restored.added.slice(1).map((line) => eventOf(line))).toEqual(
      (await local.forge.observe(null)).events,
    );
    expect(await verifyJournal(local.forge.repository, restored.commit ?? '')).toMatchObject({
      ok: true,
      lines: 4,
    });
  });

  test('a head or a month that somebody spoilt is noticed and put right', async () => {
    await talk();
    const kept = await keep();
    for (const changes of [
      { 'head.json': null },
      { 'head.json': '{"n":1' },
      { '2021': null },
      { '2021/2021-06-0001.log': 'no lines\n' },
    ]) {
      await tamper(changes);
      expect(await keep(recordFrom(kept))).toMatchObject({
        commit: kept.commit,
        added: [],
        restored: 'rewritten',
      });
    }
  });

  test('what main remembers is read as it was written, and nothing where it was spoilt', async () => {
    await talk();
    const record = recordFrom(await keep());
    expect(parseRecord(writeRecord(record))).toEqual(record);
    expect([parseRecord(null), parseRecord('{'), parseRecord('{"n":-1}')]).toEqual([null, null, null]);
  });
});

describe('redacting', () => {
  test('takes a person’s words out everywhere, and leaves the chain verifiable', async () => {
    await talk();
    await local.table.comment(ana, '1', 'Keep this.');
    const kept = await keep();
    const { repository } = local.forge;
    const { commit, lines } = await redactJournal(local.forge, { person: 'bo' }, now);
    expect(lines).toBe(2);
    const text = await segmentText(commit);
    expect(text).not.toMatch(/FOR|I mean it/u);
    expect(text).toContain('Keep this.');
    expect(await verifyJournal(repository, commit ?? '')).toMatchObject({ ok: true, lines: 4, redacted: 2 });
    expect((await readCommit(repository, commit ?? '')).parents).toEqual([]);
    expect(await inspectJournal(repository, commit, recordFrom(kept))).toBe('sound');
    await local.table.comment(bo, '1', 'Again.');
    expect(await keep(recordFrom(kept))).toMatchObject({ restored: null, added: [{ n: 5 }] });
    expect(await redactJournal(local.forge, { person: 'bo', post: '2' }, now)).toMatchObject({ lines: 0 });
  });

  test('does not make a marked line of one whose words were merely changed', async () => {
    await talk();
    const { commit } = await keep();
    const text = (await segmentText(commit)).replace('"text":"FOR"', '"text":""');
    const tampered = await tamper({ '2021/2021-06-0001.log': text });
    expect(await verifyJournal(local.forge.repository, tampered)).toMatchObject({ ok: false, row: 2 });
  });
});

test('the same play with the same salts gives the same journal to the byte', async () => {
  const commits = await Promise.all(
    [0, 1].map(async () => {
      local = await openMemoryForge({ clock: () => now, forgeId: 'f' });
      const { forge, table } = local;
      await table.open(ana, { kind: 'story', title: 'Hello', text: 'A story.' });
      return (await keepJournal({ forge, record: null, now, newSalt: salts() })).commit;
    }),
  );
  expect(commits[0]).toBe(commits[1]);
});

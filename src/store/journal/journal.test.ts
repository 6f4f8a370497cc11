import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { openMemoryForge, type LocalForge, localForgeOn } from '../../forge/embedded/local-forge.ts';
import type { Person, ForgeError } from '../../forge/events.ts';
import { faultyForge, type Fault } from '../../forge/fixtures/faulty-forge.ts';
import type { Forge } from '../../forge/port.ts';
import { dyingDisk, Killed, type Moment } from '../../repository/fixtures/dying-disk.ts';
import { memoryDisk } from '../../repository/memory-disk.ts';
import { readCommit } from '../../repository/commit.ts';
import { readFileText } from '../../repository/read-file.ts';
import { advance, readBranch } from '../../repository/refs.ts';
import { writeCommit, type NewContent } from '../../repository/write-commit.ts';
import { emptyHead, journalTip } from './journal-head.ts';
import { parseRecord, toJournalRecord, writeRecord, type JournalRecord } from './journal-record.ts';
import { keepJournal, type CachedJournal } from './keep-journal.ts';
import { eventOf, hashOfLine, type JournalLine } from './line.ts';
import { checkRow, checkStart, openPathOf, closedPathOf, parsePart } from './part.ts';
import { redactJournal } from './redact-journal.ts';
import { listSegments, readJournalLines } from './segments.ts';
import { verifyJournal } from './verify-journal.ts';
import { inspectJournal } from './inspect-journal.ts';
import { moreIfSlow } from '../../../test/slowly.ts';

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
const keep = (record: JournalRecord | null = null, forge: Forge = local.forge): Promise<CachedJournal> =>
  keepJournal({ forge, record, now, newSalt: salts() });
const recordFrom = ({ commit, head }: CachedJournal): JournalRecord => toJournalRecord(commit ?? '', head);
const textsIn = (lines: readonly JournalLine[]): unknown[] =>
  lines.map((line) => (eventOf(line) as { text?: string }).text);
const segmentText = async (commit: string | null, segment = '2021-06-0001'): Promise<string> =>
  (await readFileText(local.forge.repository, commit ?? '', openPathOf(segment))) ??
  (await readFileText(local.forge.repository, commit ?? '', closedPathOf(segment))) ??
  '';

async function talk(): Promise<void> {
  const post = await local.table.open(ana, { kind: 'story', title: 'Hello', text: 'A story.' });
  await local.table.comment(bo, post, 'FOR');
  await local.table.comment(bo, post, 'I mean it.');
}

/** Writes other files to the journal's branch, as somebody with access to the repository could. */
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

describe('writing', () => {
  test('reading on in a part that has grown gives the same as reading it whole', async () => {
    await talk();
    const before = await segmentText((await keep()).commit);
    await talk();
    const after = await segmentText((await keep()).commit);
    expect(after.length).toBeGreaterThan(before.length);
    const whole = parsePart(after);
    expect(parsePart(after, parsePart(before))).toEqual(whole);
    expect(parsePart(before, whole)).toEqual(parsePart(before));
    const other = after.replace('I mean it.', 'I do not.');
    expect(parsePart(other, whole)).toEqual(parsePart(other));
  });

  test('appends events in order and chains them', async () => {
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

  test('makes no commit if nothing is new, and adds nothing if the same events come again', async () => {
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

  test('gives each month its file by when an event was seen, and a clock set back reopens none', async () => {
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

  test('splits a month with many long comments into parts that can each be read', async () => {
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

  test('stores in a part only what doesn’t follow from the lines before', async () => {
    await talk();
    const { commit, added, head } = await keep();
    const [start = '', ...rows] = (await segmentText(commit)).trimEnd().split('\n');
    const salt = 'salt-number-000001';
    expect(JSON.parse(start)).toEqual({ after: { n: 0, hash: '0'.repeat(64) }, salt });
    expect(rows.map((row) => JSON.parse(row) as unknown)).toEqual(
      added.map(({ n, id, at, seen, event, words, hash }, index) => {
        const { salt: _, ...said } = words as { salt: string };
        const read = index === added.length - 1 ? { read: head.mark } : {};
        return { n, id, at, seen, event, words: said, hash: hash.slice(0, 6), ...read };
      }),
    );
  });

  test('stores a long mark in its own file, and asks the forge with it', async () => {
    await talk();
    const mark = 'f'.repeat(5000);
    const asked: (string | null)[] = [];
    const { forge } = local;
    const wordy: Forge = {
      ...forge,
      observe: async (since) => {
        asked.push(since);
        return { ...(await forge.observe(since === mark ? null : since)), mark };
      },
    };
    const { commit } = await keep(null, wordy);
    expect(await segmentText(commit)).not.toContain('ffff');
    expect(await keep(null, wordy)).toMatchObject({ commit, added: [] });
    expect(asked).toEqual([null, mark]);
    await local.table.comment(ana, '1', 'More.');
    expect(await keep()).toMatchObject({ added: [{ n: 4 }], head: { mark: expect.stringMatching(/^f:/u) } });
  });

  test('records an event from the future once, with both times', async () => {
    now = '2031-01-01T00:00:00Z';
    await talk();
    now = '2021-06-18T10:00:00Z';
    const { added, commit } = await keep();
    expect(added[0]).toMatchObject({ at: '2031-01-01T00:00:00Z', seen: '2021-06-18T10:00:00Z' });
    now = '2022-03-01T00:00:00Z';
    const forgetful: Forge = { ...local.forge, observe: () => local.forge.observe(null) };
    expect(await keep(null, forgetful)).toMatchObject({ commit, added: [] });
    expect(await verifyJournal(local.forge.repository, commit ?? '')).toMatchObject({ ok: true });
    await local.table.comment(bo, '1', 'In another part.');
    await keep();
    expect(await keep(null, forgetful)).toMatchObject({ added: [] });
  });

  test('writes each event only once if several write at the same time', async () => {
    await talk();
    await Promise.all([keep(), keep(), keep(), keep()]);
    const commit = await readBranch(local.forge.repository, 'journal');
    expect(await verifyJournal(local.forge.repository, commit ?? '')).toMatchObject({ ok: true, lines: 3 });
  });

  test.each<Moment>(['before', 'half', 'after'])(
    'if killed %s any write, the next run finishes',
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

test('a forge that answers late, twice or not at all loses and duplicates no event', async () => {
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
    { numRuns: moreIfSlow(25, 60) },
  );
});

describe('verifying', () => {
  let start = '';
  const lineTexts = async (): Promise<string[]> => {
    const [first = '', ...rows] = (await segmentText((await keep()).commit)).trimEnd().split('\n');
    start = first;
    return rows;
  };
  const verdictOn = async (lines: readonly string[], tail = '\n'): Promise<unknown> => {
    const commit = await tamper({ 'lines-2021-06-1.log': [start, ...lines].join('\n') + tail });
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
      'its hash is not',
    ],
    ['left out', ([a = '', , c = '']) => [a, c], 2, 'it says that it is line 3'],
    ['told twice', ([a = '', b = '', c = '']) => [a, b, b, c], 3, 'it says that it is line 2'],
    ['put elsewhere', ([a = '', b = '', c = '']) => [a, c, b], 2, 'it says that it is line 3'],
    ['made up', ([a = '', b = '', c = '']) => [a, b, c, '{"n":4}'], 4, 'it is no line of a journal'],
    ['cut short', ([a = '', b = '', c = '']) => [a, b, c.slice(0, 40)], 3, 'it is no line of a journal'],
    ['dropped at the end', ([a = '', b = '']) => [a, b], 2, 'it is not the last of what was written with it'],
    [
      'stripped of words',
      ([a = '', b = '']) => [a, b.replace(/"words":\{[^}]*\},/u, '')],
      2,
      'its hash is not',
    ],
  ])('finds the first line that was %s', async (_how, change, row, why) => {
    await talk();
    const verdict = await verdictOn(change(await lineTexts()));
    // The first row names the line before the part.
    const where = { segment: '2021-06-0001', path: 'lines-2021-06-1.log', row: row + 1 };
    expect(verdict).toMatchObject({ ok: false, ...where });
    expect((verdict as { why: string }).why).toContain(why);
  });

  const hashedAnew = (text: string, prev: string, salt: string): JournalLine => {
    const read = checkRow(text, { n: 0, hash: prev }, salt)?.line;
    if (read === undefined) throw new Error('it is no line');
    return { ...read, hash: hashOfLine(read) };
  };

  test('finds the line after one that was changed and rehashed', async () => {
    await talk();
    const [first = '', second = '', third = ''] = await lineTexts();
    const { salt = '' } = checkStart(start) ?? {};
    const { hash } = hashedAnew(first, '0'.repeat(64), salt);
    const changed = second.replace('"bo"', '"ana"');
    const forged = changed.replace(/"hash":"\w+"/u, () => {
      return `"hash":"${hashedAnew(changed, hash, salt).hash.slice(0, 6)}"`;
    });
    expect(forged).not.toBe(second);
    expect(await verdictOn([first, forged, third])).toMatchObject({
      ok: false,
      row: 4,
      n: 3,
      why: expect.stringContaining('its hash is not') as string,
    });
  });

  test('finds a part that starts after another line, or has another salt', async () => {
    await talk();
    const lines = await lineTexts();
    const whole = start;
    for (const [from, to, row] of [
      ['"n":0', '"n":1', 1],
      ['"hash":"0', '"hash":"1', 1],
      ['salt-number', 'salt-Number', 2],
    ] as const) {
      start = whole.replace(from, to);
      expect([to, await verdictOn(lines)]).toEqual([to, expect.objectContaining({ ok: false, row })]);
    }
  });

  test('given a month, checks everything since then and nothing before', async () => {
    await talk();
    await keep();
    now = '2021-07-19T10:00:00Z';
    await local.table.comment(ana, '1', 'July.');
    await keep();
    now = '2021-08-01T00:00:00Z';
    await local.table.comment(ana, '1', 'August.');
    await local.table.comment(bo, '1', 'Warm.');
    const { commit } = await keep();
    const [begin = '', august = '', warm = ''] = (await segmentText(commit, '2021-08-0001')).split('\n');
    const { repository } = local.forge;
    const since = async (changes: Record<string, string>): Promise<unknown> =>
      verifyJournal(repository, await tamper(changes), { from: '2021-08' });
    const past = await segmentText(commit, '2021-06-0001');
    const june = { '2021/lines-2021-06-1.log': past.replace('FOR', 'NOT') };
    expect(await since(june)).toMatchObject({ ok: true, lines: 6 });
    expect(await verifyJournal(repository, await tamper(june))).toMatchObject({ ok: false, row: 3 });
    for (const [text, row] of [
      [`${begin}\n${august.replace('"ana"', '"cy"')}\n${warm}\n`, 2],
      [`${begin}\n${august}\n${warm.replace('Warm', 'Cold')}\n`, 3],
      [`${begin}\n${warm}\n`, 2],
      [`${begin}\n${august}\n`, 2],
    ] as const) {
      const verdict = await since({ ...june, 'lines-2021-08-1.log': text });
      expect([text, verdict]).toEqual([text, expect.objectContaining({ ok: false, row })]);
    }
  });

  test('accepts a whole forged chain, but not against what main had read', async () => {
    await talk();
    const saved = await keep();
    const record = recordFrom(saved);
    const other = await openMemoryForge({ clock: () => now, forgeId: 'g' });
    await other.table.open(bo, { kind: 'story', title: 'Other', text: '' });
    const fake = await keep(null, other.forge);
    const files = { 'lines-2021-06-1.log': '' };
    for (const path of Object.keys(files)) {
      Object.assign(files, { [path]: await readFileText(other.forge.repository, fake.commit ?? '', path) });
    }
    const commit = await tamper(files);
    expect(await verifyJournal(local.forge.repository, commit)).toMatchObject({ ok: true });
    expect(await inspectJournal(local.forge.repository, commit, record)).toBe('rewritten');
    const restored = await keep(record);
    expect(restored).toMatchObject({ restored: 'rewritten', commit: saved.commit });
  });
});

describe('restoring', () => {
  test('restores a deleted journal as main last knew it, and adds what happened since', async () => {
    await talk();
    const saved = await keep();
    await advance(local.forge.repository, 'journal', saved.commit, null);
    await local.table.comment(ana, '1', 'Meanwhile.');
    const restored = await keep(recordFrom(saved));
    expect(restored.restored).toBe('deleted');
    expect(textsIn(restored.added)).toEqual(['Meanwhile.']);
    const lines = await readJournalLines(local.forge.repository, restored.commit ?? '');
    expect(lines.slice(0, 3)).toEqual(saved.added);
    expect(await keep(recordFrom(saved))).toMatchObject({ restored: null, added: [] });
  });

  test('rereads a lost journal from the forge, and says so in its first line', async () => {
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

  test('notices and repairs a damaged month', async () => {
    await talk();
    const saved = await keep();
    for (const changes of [
      { 'lines-2021-06-1.log': null },
      { 'lines-2021-06-1.log': 'no lines\n' },
      { 'lines-2021-06-1.log': '{"after":{"n":0,"hash":"0"}}\n' },
    ]) {
      await tamper(changes);
      expect(await keep(recordFrom(saved))).toMatchObject({
        commit: saved.commit,
        added: [],
        restored: 'rewritten',
      });
    }
  });

  test('reads back what main remembers, and nothing if it’s damaged', async () => {
    await talk();
    const record = recordFrom(await keep());
    expect(parseRecord(writeRecord(record))).toEqual(record);
    expect([parseRecord(null), parseRecord('{'), parseRecord('{"n":-1}')]).toEqual([null, null, null]);
  });
});

describe('inspecting', () => {
  const inspect = (tip: string | null, record: JournalRecord | null) =>
    inspectJournal(local.forge.repository, tip, record);

  test('a journal unknown to main is sound if it is intact', async () => {
    await talk();
    const saved = await keep();
    const tip = saved.commit ?? '';
    expect([await inspect(null, null), await inspect(tip, null)]).toEqual(['sound', 'sound']);
    const text = await segmentText(tip);
    const [start = '', ...rows] = text.split('\n');
    for (const [changes, state] of [
      [{ 'README.md': 'Others write here, too.' }, 'sound'],
      [{ 'lines-2021-06-1.log': text.replace('"bo"', '"eve"') }, 'rewritten'],
      [{ 'lines-2021-06-1.log': [start, ...rows.slice(0, -2), ''].join('\n') }, 'rewritten'],
      [{ 'lines-2021-06-1.log': text, 'lines-2021-05-1.log': text }, 'rewritten'],
      [{ 'lines-2021-06-1.log': '{' }, 'rewritten'],
      // With no line at all there is none that could be wrong.
      [{ 'lines-2021-06-1.log': null }, 'sound'],
    ] as const)
      expect([changes, await inspect(await tamper(changes), null)]).toEqual([changes, state]);
  });

  test('a journal that main had read is deleted if it’s gone, unless there was nothing to read', async () => {
    await talk();
    const record = recordFrom(await keep());
    expect([
      await inspect(null, record),
      await inspect(null, { ...record, n: 0 }),
      await inspect('1'.repeat(40), record),
      await inspect('1'.repeat(40), null),
    ]).toEqual(['deleted', 'sound', 'deleted', 'deleted']);
  });

  test('a journal that main had read still has that line, in its part', async () => {
    await talk();
    const saved = await keep();
    const [tip, record] = [saved.commit ?? '', recordFrom(saved)];
    await local.table.comment(bo, '1', 'More.');
    const grown = (await keep(record)).commit ?? '';
    const other = { ...record, hash: '0'.repeat(record.hash.length) };
    for (const [at, known, state] of [
      [tip, record, 'sound'],
      // If main knows the very commit, its own end counts.
      [tip, other, 'sound'],
      [grown, record, 'sound'],
      [grown, other, 'rewritten'],
      [grown, { ...record, segment: '2021-05-0001' }, 'rewritten'],
      [grown, { ...record, n: 9 }, 'rewritten'],
      [grown, { ...record, n: 0 }, 'sound'],
      // What main knew may have left the repository.
      [grown, { ...record, commit: '1'.repeat(40) }, 'sound'],
    ] as const)
      expect([known, await inspect(at, known)]).toEqual([known, state]);
  });

  test('a commit that main knows is rewritten if its own end is missing from it', async () => {
    await talk();
    await keep();
    for (const changes of [{ 'lines-2021-06-1.log': '{' }, { 'lines-2021-06-1.log': null }]) {
      const tip = await tamper(changes);
      expect(await inspect(tip, { ...toJournalRecord(tip, emptyHead), n: 3 })).toBe('rewritten');
    }
  });
});

describe('redacting', () => {
  test('removes a person’s words everywhere, and the chain can still be verified', async () => {
    await talk();
    await local.table.comment(ana, '1', 'Keep this.');
    const saved = await keep();
    const { repository } = local.forge;
    expect(await redactJournal(local.forge, { person: 'bo' }, now)).toBe(2);
    const commit = await journalTip(repository);
    const text = await segmentText(commit);
    expect(text).not.toMatch(/FOR|I mean it/u);
    expect(text).toContain('Keep this.');
    // With that secret, all salts of the part could be computed and the words guessed.
    expect(text).not.toContain('salt-number');
    const other = saved.added.flatMap(({ words }) => (words !== undefined && 'salt' in words ? words : []));
    expect(text).toContain(JSON.stringify(other.find((words) => words.text === 'Keep this.')));
    expect(await verifyJournal(repository, commit ?? '')).toMatchObject({ ok: true, lines: 4, redacted: 2 });
    expect((await readCommit(repository, commit ?? '')).parents).toEqual([]);
    expect(await inspectJournal(repository, commit, recordFrom(saved))).toBe('sound');
    await local.table.comment(bo, '1', 'Again.');
    expect(await keep(recordFrom(saved))).toMatchObject({ restored: null, added: [{ n: 5 }] });
    expect(await redactJournal(local.forge, { person: 'bo', post: '2' }, now)).toBe(0);
    // Words that were taken out before are not counted again, and a title is taken out as a text is.
    expect(await redactJournal(local.forge, { person: 'bo' }, now)).toBe(1);
    expect(await redactJournal(local.forge, { person: 'ana' }, now)).toBe(2);
    const last = await journalTip(repository);
    expect(await segmentText(last)).not.toMatch(/Hello|A story|Keep this|Again/u);
    expect(await verifyJournal(repository, last ?? '')).toMatchObject({ ok: true, redacted: 5 });
  });

  test('does nothing without a journal, and gives way if somebody else writes meanwhile', async () => {
    expect(await redactJournal(local.forge, { person: 'bo' }, now)).toBe(0);
    await talk();
    await keep();
    const moved: Forge = Object.assign(Object.create(local.forge) as Forge, {
      advance: () => Promise.resolve('moved' as const),
    });
    await expect(redactJournal(moved, { person: 'bo' }, now)).rejects.toMatchObject({ code: 'contended' });
  });

  test('a line whose words were merely changed doesn’t count as redacted', async () => {
    await talk();
    const { commit } = await keep();
    const text = (await segmentText(commit)).replace('"text":"FOR"', '"text":""');
    const tampered = await tamper({ 'lines-2021-06-1.log': text });
    expect(await verifyJournal(local.forge.repository, tampered)).toMatchObject({ ok: false, row: 3 });
  });
});

test('the same events with the same salts give an identical journal', async () => {
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

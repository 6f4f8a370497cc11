// Journals by somebody who knows how hashes are made. Every link is valid, but the journal isn't.
import { expect, test } from 'vitest';
import type { EventOf, ForgeEvent } from '../../forge/events.ts';
import { memoryDisk } from '../../repository/memory-disk.ts';
import type { Oid } from '../../repository/oid.ts';
import { createRepository, type Repository } from '../../repository/repository.ts';
import { writeCommit } from '../../repository/write-commit.ts';
import { genesisHash, hashOfLine, lineOf, restoredLine, type JournalLine } from './line.ts';
import { checkRow, checkStart, closedPathOf, openPathOf, saltOf, writePart, type PartStart } from './part.ts';
import { followSegment, verifyJournal, type JournalVerdict } from './verify-journal.ts';
import { listSegments } from './segments.ts';

const AT = '2021-06-18T09:00:00Z';
const PART_SALT = 'salt of the whole part';
const ana = { id: 'ana', name: 'Ana', bot: false };

const comment = (id: string, more: Partial<EventOf<'commented'>> = {}): ForgeEvent => ({
  id,
  at: AT,
  by: ana,
  type: 'commented',
  post: '1',
  comment: id,
  text: `words of ${id}`,
  ...more,
});

/** Lines that form a chain. */
function chained(
  events: readonly ForgeEvent[],
  seen = AT,
  after: PartStart['after'] = { n: 0, hash: genesisHash },
): JournalLine[] {
  const lines: JournalLine[] = [];
  for (const event of events) {
    const { n, hash } = lines.at(-1) ?? after;
    lines.push(lineOf(event, { n: n + 1, prev: hash, seen, salt: saltOf(PART_SALT, n + 1) }));
  }
  return lines;
}

const partOf = (
  lines: readonly JournalLine[],
  after: PartStart['after'] = { n: 0, hash: genesisHash },
): string =>
  writePart({
    start: { after, salt: PART_SALT },
    rows: lines.map((line, at) => (at === lines.length - 1 ? { line, read: 'mark' } : { line })),
  });

interface Written {
  readonly repository: Repository;
  readonly commit: Oid;
}

async function written(files: Readonly<Record<string, string>>): Promise<Written> {
  const repository = await createRepository(memoryDisk(), 'repository.git');
  const author = { name: 'Eve', email: '', at: AT };
  const commit = await writeCommit(repository, {
    parents: [],
    changes: new Map(Object.entries(files)),
    author,
    message: 'A journal',
  });
  return { repository, commit };
}

async function verdictOn(lines: readonly JournalLine[], part = '2021-06-0001'): Promise<JournalVerdict> {
  const { repository, commit } = await written({ [openPathOf(part)]: partOf(lines) });
  return verifyJournal(repository, commit);
}

test('accepts a chain of valid lines, and returns its length and last hash', async () => {
  const lines = chained([comment('a'), comment('b'), comment('c')]);
  expect(await verdictOn(lines)).toEqual({ ok: true, lines: 3, hash: lines[2]?.hash, redacted: 0 });
});

test('finds an event that occurs twice, even if every hash is right', async () => {
  expect(await verdictOn(chained([comment('a'), comment('b'), comment('a')]))).toEqual({
    ok: false,
    segment: '2021-06-0001',
    path: 'lines-2021-06-1.log',
    row: 4,
    n: 3,
    why: 'the event a stands in the journal already',
  });
});

test('finds an event that occurs in two parts', async () => {
  const june = chained([comment('a'), comment('b')]);
  const end = { n: 2, hash: june[1]?.hash ?? '' };
  const july = chained([comment('a')], '2021-07-01T00:00:00Z', end);
  const { repository, commit } = await written({
    [closedPathOf('2021-06-0001')]: partOf(june),
    [openPathOf('2021-07-0001')]: partOf(july, end),
  });
  expect(await verifyJournal(repository, commit)).toMatchObject({
    ok: false,
    segment: '2021-07-0001',
    row: 2,
    n: 3,
    why: 'the event a stands in the journal already',
  });
});

test('finds a part that doesn’t start where the one before ended', async () => {
  const june = chained([comment('a'), comment('b')]);
  const end = { n: 2, hash: june[1]?.hash ?? '' };
  for (const [after, n] of [
    [{ ...end, n: 1 }, 3],
    [{ ...end, hash: june[0]?.hash ?? '' }, 3],
  ] as const) {
    const { repository, commit } = await written({
      [closedPathOf('2021-06-0001')]: partOf(june),
      [openPathOf('2021-07-0001')]: partOf(chained([comment('c')], '2021-07-01T00:00:00Z', after), after),
    });
    expect(await verifyJournal(repository, commit)).toMatchObject({
      ok: false,
      segment: '2021-07-0001',
      row: 1,
      n,
      why: 'it does not follow on the part before',
    });
  }
});

test('finds a line seen in a later month than its part', async () => {
  expect(await verdictOn(chained([comment('a')], '2021-07-01T00:00:00Z'))).toMatchObject({
    ok: false,
    n: 1,
    why: 'it was seen in 2021-07',
  });
  // A clock that was set back reopens no part, so a later part may contain an earlier time.
  expect(await verdictOn(chained([comment('a')], '2021-05-31T00:00:00Z'))).toMatchObject({ ok: true });
});

test('finds an event that no forge could have reported', async () => {
  const odd = chained([comment('a'), comment('b', { type: 'coronated' as 'commented' })]);
  expect(await verdictOn(odd)).toMatchObject({
    ok: false,
    n: 2,
    why: 'it holds no event that a forge could have told',
  });
  const nameless = chained([comment('a', { by: { ...ana, id: '' } })]);
  expect(await verdictOn(nameless)).toMatchObject({ ok: false, n: 1 });
});

test('accepts the line with which a journal says it was restarted, but not a made-up one', async () => {
  const lost = { n: 3, hash: 'a'.repeat(64), commit: 'b'.repeat(40) };
  const restored = restoredLine(lost, { n: 1, prev: genesisHash, seen: AT });
  expect(await verdictOn([restored])).toMatchObject({ ok: true, lines: 1 });
  const { hash: _, ...odd } = { ...restored, event: { type: 'journal-restored', lost: 'all' } };
  expect(await verdictOn([{ ...odd, hash: hashOfLine(odd) }])).toMatchObject({ ok: false, n: 1 });
});

test('counts redacted lines, which leave the chain valid', async () => {
  const [a, b] = chained([comment('a'), comment('b')]);
  if (a === undefined || b === undefined) throw new Error('there are two lines');
  const taken: JournalLine = { ...a, words: { redacted: true, text: null } };
  expect(await verdictOn([taken, b])).toMatchObject({ ok: true, lines: 2, redacted: 1 });
});

test('finds a part whose last line is cut off, and a journal without lines', async () => {
  const text = partOf(chained([comment('a')]));
  const { repository, commit } = await written({ 'lines-2021-06-1.log': text.slice(0, -1) });
  expect(await verifyJournal(repository, commit)).toMatchObject({
    ok: false,
    row: 2,
    n: 1,
    why: 'it is cut off',
  });
  const empty = await written({ 'README.md': 'no journal' });
  expect(await verifyJournal(empty.repository, empty.commit)).toMatchObject({
    ok: false,
    why: 'it is not the last of what was written with it',
  });
});

test('follows an unaltered part from where the one before it ended, and from nowhere else', async () => {
  const lines = chained([comment('a'), comment('b')]);
  const end = { n: 2, hash: lines[1]?.hash ?? '' };
  const start = { n: 0, hash: genesisHash };
  const follow = async (part: string, from = start): Promise<unknown> => {
    const { repository, commit } = await written({ 'lines-2021-06-1.log': part });
    const [segment] = await listSegments(repository, commit);
    if (segment === undefined) throw new Error('there is one part');
    return followSegment(repository, segment, from);
  };
  expect(await follow(partOf(lines))).toEqual(end);
  expect(await follow(partOf(lines), { n: 1, hash: genesisHash })).toBeNull();
  expect(await follow(partOf(lines), { n: 0, hash: end.hash })).toBeNull();
  expect(await follow(partOf(lines).replace('words of b', 'words of c'))).toBeNull();
  expect(await follow(partOf(lines).replace(/"words":\{[^}]*\},/u, ''))).toBeNull();
  // A line whose words are gone must be marked as redacted.
  const { words: _, ...stripped } = lines[0] as JournalLine;
  expect(await follow(partOf([stripped, lines[1] as JournalLine]))).toBeNull();
});

test.each(['', '{', 'null', '[]', '{"n":1}'])('%j is neither a start nor a row', (text) => {
  expect([checkStart(text), checkRow(text, { n: 0, hash: genesisHash }, undefined)]).toEqual([null, null]);
});

test('only words that somebody wrote are salted, and the hash changes with them', () => {
  const made = (more: object): JournalLine =>
    lineOf({ id: 'a', at: AT, by: ana, type: 'edited', post: '1', ...more } as never, {
      n: 1,
      prev: genesisHash,
      seen: AT,
      salt: 'salt',
    });
  expect(made({}).words).toBeUndefined();
  expect(made({}).digest).toBeUndefined();
  expect(made({ title: 'Tea' }).words).toEqual({ salt: 'salt', title: 'Tea' });
  expect(made({ text: 'Please.' }).words).toEqual({ salt: 'salt', text: 'Please.' });
  expect(made({ title: 'Tea', text: '' }).words).toEqual({ salt: 'salt', title: 'Tea', text: '' });
  expect(made({ title: 'Tea' }).event).not.toHaveProperty('title');
  expect(
    new Set([made({}), made({ title: 'Tea' }), made({ title: 'Tee' })].map(({ hash }) => hash)).size,
  ).toBe(3);
});

test('rejects a line that is nested too deeply to be read', async () => {
  const deep = `${'{"a":'.repeat(60_000)}1${'}'.repeat(60_000)}`;
  const row = `{"n":1,"id":"a","at":"${AT}","seen":"${AT}","event":${deep},"prev":"${genesisHash}","hash":"0"}\n`;
  const { repository, commit } = await written({
    'lines-2021-06-1.log': `{"after":{"n":0,"hash":"${genesisHash}"}}\n${row}`,
  });
  expect(await verifyJournal(repository, commit)).toMatchObject({ ok: false, n: 1 });
});

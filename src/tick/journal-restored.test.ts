import { expect, test } from 'vitest';
import { readBranch } from '../repository/refs.ts';
import { writeCommit } from '../repository/write-commit.ts';
import { readGame } from '../store/read-game.ts';
import { extend, filesOf } from '../store/journal/extend.ts';
import { emptyHead } from '../store/journal/journal-head.ts';
import { recordPath, writeRecord } from '../store/journal/journal-record.ts';
import { readRecordOf } from '../store/journal/fixtures/read-record.ts';
import { eventOf } from '../store/journal/line.ts';
import { openPathOf, closedPathOf } from '../store/journal/part.ts';
import { readJournalLines } from '../store/journal/segments.ts';
import { verifyJournal } from '../store/journal/verify-journal.ts';
import {
  ana,
  bo,
  dee,
  memoryVault,
  openTestGame,
  testGame,
  type TestGame,
} from './fixtures/embedded-game.ts';

const author = { name: 'mallory', email: '', at: '2024-03-01T10:00:00Z' };
const vault = memoryVault([4, 2, 17, 3, 9]);

/** A game with some recorded actions, and a vote that main has not read. */
async function played(): Promise<{ game: TestGame; story: string; early: string }> {
  const game = await testGame();
  const story = await game.table.open(bo, { kind: 'story', title: 'A story', text: 'Once.' });
  await game.tick({ vault });
  const early = (await readBranch(game.forge.repository, 'journal')) ?? '';
  await game.table.comment(bo, story, '/roll 2DICE6');
  game.later(1);
  await game.tick({ vault });
  await game.table.comment(ana, story, 'A fine story.');
  game.later(1);
  await game.tick({ vault });
  return { game, story, early };
}

/** Moves a branch like a forced push, without checking where it was. */
async function force(game: TestGame, branch: string, commit: string | null): Promise<void> {
  const { disk, gitdir } = game.forge.repository;
  if (commit === null) await disk.remove(`${gitdir}/refs/heads/${branch}`);
  else await disk.write(`${gitdir}/refs/heads/${branch}`, Buffer.from(`${commit}\n`));
}

/** A journal in which somebody changed a roll and rebuilt a valid chain. */
async function rewritten(game: TestGame): Promise<{ commit: string; record: string }> {
  const { repository } = game.forge;
  const tip = (await readBranch(repository, 'journal')) ?? '';
  const events = (await readJournalLines(repository, tip)).flatMap((line) => eventOf(line) ?? []);
  const forged = events.map((event) => (event.type === 'commented' ? { ...event, by: dee } : event));
  const options = { known: new Set<string>(), seen: game.now, mark: null, newSalt: () => 'x'.repeat(16) };
  const more = extend(emptyHead, forged, options);
  const { head } = more;
  const commit = await writeCommit(repository, {
    parents: [],
    changes: filesOf(emptyHead, more, ''),
    author,
    message: 'Lines\n',
  });
  expect(await verifyJournal(repository, commit)).toMatchObject({ ok: true });
  return { commit, record: writeRecord({ commit, n: head.n, hash: head.hash, segment: head.segment }) };
}

/** Continues the game, and returns why the journal was restored. The journal must be valid again and complete. */
async function goOn({ game, story }: { game: TestGame; story: string }): Promise<string | null> {
  const before = readGame(await game.content());
  await game.table.comment(dee, story, '/roll DICE20');
  game.later(1);
  const { restored, stuck } = await game.tick({ vault });
  expect(stuck).toEqual([]);
  expect((await game.tick({ vault })).restored).toBeNull();
  const { repository } = game.forge;
  const tip = (await readBranch(repository, 'journal')) ?? '';
  expect(await verifyJournal(repository, tip)).toMatchObject({ ok: true });
  const { ledger, state, problems } = readGame(await game.content());
  expect(problems).toEqual([]);
  expect(ledger.map(({ by, what }) => [by, what])).toEqual([
    ['bo', 'roll'],
    ['dee', 'roll'],
  ]);
  expect(ledger.slice(0, 1)).toEqual(before.ledger);
  expect(state?.posts[story]?.comments.map(({ by }) => by)).toEqual(['bo', 'ana', 'dee']);
  const said = (await readJournalLines(repository, tip)).flatMap((line) => eventOf(line) ?? []);
  expect(said.flatMap((event) => (event.type === 'commented' ? [event.by?.id] : []))).toEqual([
    'bo',
    'ana',
    'dee',
  ]);
  expect((await readRecordOf(game.forge, await game.mainTip()))?.n).toBeGreaterThan(0);
  return restored;
}

test('restores a journal that somebody rewrote and force-pushed', async () => {
  const at = await played();
  await force(at.game, 'journal', (await rewritten(at.game)).commit);
  expect(await goOn(at)).toBe('rewritten');
});

test('restores a journal that was cut short', async () => {
  const at = await played();
  await force(at.game, 'journal', at.early);
  expect(await goOn(at)).toBe('rewritten');
});

test('restores a journal whose last line was cut in two', async () => {
  const at = await played();
  const { repository } = at.game.forge;
  const tip = (await readBranch(repository, 'journal')) ?? '';
  const name = openPathOf('2024-03-0001');
  const { readFileText } = await import('../repository/read-file.ts');
  const text = (await readFileText(repository, tip, name)) ?? '';
  const cut = await writeCommit(repository, {
    parents: [tip],
    changes: new Map([[name, text.slice(0, -200)]]),
    author,
    message: 'Cut\n',
  });
  await force(at.game, 'journal', cut);
  expect(await goOn(at)).toBe('rewritten');
});

test('restores both a journal and a main that were rewritten to agree', async () => {
  const at = await played();
  const { game } = at;
  const { commit, record } = await rewritten(game);
  const main = await game.branch({
    [recordPath]: record,
    'content/gamestate/players/dee.md': (await game.content())
      .get('content/gamestate/players/dee.md')
      ?.replace('admin: false', 'admin: true') as string,
  });
  await force(game, 'main', main);
  await force(game, 'journal', commit);
  expect(await goOn(at)).toBe('rewritten');
  expect((await game.content()).get('content/gamestate/players/dee.md')).toContain('admin: false');
});

test('restores both a deleted journal and a main that has no record of it', async () => {
  const at = await played();
  const { game } = at;
  await force(game, 'main', await game.branch({ [recordPath]: null }));
  await force(game, 'journal', null);
  expect(await goOn(at)).toBe('rewritten');
});

test('restarts a journal that is lost for good, and repeats nothing even if the clock was put back', async () => {
  const { game, story } = await played();
  game.later(-26);
  await game.table.comment(dee, story, '/roll DICE20');
  await game.tick({ vault });
  const { commit = '' } = (await readRecordOf(game.forge, await game.mainTip())) ?? {};
  await force(game, 'journal', null);
  const { disk, gitdir } = game.forge.repository;
  await disk.remove(`${gitdir}/objects/${commit.slice(0, 2)}/${commit.slice(2)}`);
  game.later(1);
  await game.table.comment(bo, story, 'And then?');
  await game.table.comment(bo, story, '/roll DICE4');
  const restored = await openTestGame(game.disk, game.now);
  expect((await restored.tick({ vault })).restored).toBe('deleted');
  const { ledger, state } = readGame(await restored.content());
  expect(ledger.map(({ by, what, draws }) => [by, what, draws.map(({ size }) => size)])).toEqual([
    ['bo', 'roll', [6, 6]],
    ['dee', 'roll', [20]],
    ['bo', 'roll', [4]],
  ]);
  const said = ['bo', 'ana', 'dee', 'bo', 'bo'];
  expect(state?.posts[story]?.comments.map(({ by }) => by)).toEqual(said);
});

/** Ways to tamper with the lines of one part. */
const MEDDLING: readonly (readonly [string, (lines: string[]) => string[]])[] = [
  ['other words', (lines) => lines.map((line) => line.replace(/"text":"[^"]+"/u, '"text":"Not so."'))],
  [
    'somebody else',
    (lines) => lines.map((line) => line.replaceAll('"id":"bo","name":"bo"', '"id":"dee","name":"dee"')),
  ],
  [
    'another time',
    (lines) => lines.map((line) => line.replace(/"at":"2024-0(\d)-01T09/u, '"at":"2024-0$1-01T08')),
  ],
  ['a line less', (lines) => lines.slice(1)],
  ['a line twice', (lines) => [...lines.slice(0, 1), ...lines]],
  ['another order', (lines) => [...lines.slice(1, 2), ...lines.slice(0, 1), ...lines.slice(2)]],
  ['no line', () => []],
  ['cut off before its end', (lines) => lines.slice(0, -1)],
];

test.each(['2024-03-0001', '2024-04-0001', '2024-05-0001'])(
  'the first tick notices any tampering with lines of %s, whether main had read them or not',
  async (part) => {
    const { game, story } = await played();
    game.later(31 * 24);
    await game.table.comment(bo, story, 'April.');
    await game.table.comment(bo, story, '/roll DICE6');
    await game.tick({ vault });
    // Comments make no commit, so main has not read May.
    game.later(30 * 24);
    for (const words of ['May.', 'Still May.']) await game.table.comment(bo, story, words);
    await game.tick({ vault });
    const { repository } = game.forge;
    const { readFileText } = await import('../repository/read-file.ts');
    const tip = (await readBranch(repository, 'journal')) ?? '';
    const isLast = part === '2024-05-0001';
    const path = isLast ? openPathOf(part) : closedPathOf(part);
    const text = (await readFileText(repository, tip, path)) ?? '';
    const [start = '', ...rows] = text.trimEnd().split('\n');
    for (const [what, meddle] of MEDDLING) {
      const lines = meddle(rows);
      const changed = lines.length === 0 ? '' : [start, ...lines].map((line) => `${line}\n`).join('');
      // If only the last lines are missing, the journal was set back, and they are read from the forge again.
      if (changed === text || (isLast && changed === '')) continue;
      const changes = new Map([[path, changed === '' ? null : changed]]);
      const commit = await writeCommit(repository, { parents: [tip], changes, author, message: 'x\n' });
      await force(game, 'journal', commit);
      expect([what, await verifyJournal(repository, commit)]).toMatchObject([what, { ok: false }]);
      expect([what, (await game.tick({ vault })).restored]).toEqual([what, 'rewritten']);
      const now = (await readBranch(repository, 'journal')) ?? '';
      expect([what, await verifyJournal(repository, now)]).toMatchObject([what, { ok: true, lines: 7 }]);
      expect((await game.tick({ vault })).restored).toBeNull();
    }
  },
);

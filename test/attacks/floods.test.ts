// Nothing that the engine writes may be more than it reads: src/kernel/bounds.ts says how much of each thing that is.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { runCli } from '../../src/main/run-cli.ts';
import { makePaint } from '../../src/cli/terminal.ts';
import { BOUNDS, cutTo } from '../../src/kernel/bounds.ts';
import { readCommit, writeCommitObject } from '../../src/repository/commit.ts';
import { writeObject } from '../../src/repository/objects.ts';
import { advance, readBranch } from '../../src/repository/refs.ts';
import { entryFor } from '../../src/repository/tree-bytes.ts';
import { readTreeEntries, writeTreeEntries } from '../../src/repository/tree.ts';
import { appendToLedger, readLedger } from '../../src/store/ledger-files.ts';
import { readGame } from '../../src/store/read-game.ts';
import { assertReadable } from '../../src/store/write-game.ts';
import { isSoundEvent, lineOf } from '../../src/store/journal/line.ts';
import { verifyJournal } from '../../src/store/journal/verify-journal.ts';
import { type TestGame, ana, bo, cy, dee, eli, testGame } from '../../src/tick/fixtures/embedded-game.ts';
import { markOwnPost } from '../../src/session/take/own-post.ts';
import { parseReport, writeReport } from '../../src/wording/action-report.ts';

const MB = 1024 * 1024;
const NOTES = `---\ntitle: Notes\norder: 90\n---\nEach player has a motto and a pile.\n`;
const NOTES_CODE = `import { action, data, rule, text } from 'gitnomic/rules';
export default rule(({ post }) => ({
  player: { motto: text(), pile: data({ start: 0 }) },
  actions: {
    motto: action({ by: 'anybody', with: { words: text() }, effect({ actor, words }) { actor.motto = words; } }),
    double: action({ by: 'anybody', effect({ actor }) { actor.motto += actor.motto; } }),
    nest: action({ by: 'anybody', effect({ actor }) { actor.pile = [actor.pile]; } }),
    shout: action({ by: 'anybody', effect({ actor }) {
      post({ kind: 'story', title: 'Loud '.repeat(200), text: '<!-- '.repeat(12_000), author: actor });
    } }),
  },
}));
`;

/** A game with rules by which people can make things as large as they like, with a place to say so. */
async function largeGame(): Promise<{ game: TestGame; say: (...lines: string[]) => Promise<string[]> }> {
  const game = await testGame();
  const main = await game.mainTip();
  const rules = {
    'content/ruleset/dynastic/notes.md': NOTES,
    'content/ruleset/dynastic/notes.ts': NOTES_CODE,
  };
  await game.forge.advance('main', main, await game.branch(rules));
  const post = await game.table.open(bo, { kind: 'story', title: 'A story', text: '' });
  const say = async (...lines: string[]): Promise<string[]> => {
    for (const line of lines) await game.table.comment(bo, post, line);
    const { happened } = await game.tick();
    return happened.flatMap(({ outcome }) => (outcome.ok ? [] : [outcome.refusal.code]));
  };
  return { game, say };
}

/** The game as its files say it is, which has to be all of it. */
async function reread(game: TestGame): Promise<NonNullable<ReturnType<typeof readGame>['state']>> {
  const { state, problems } = readGame(await game.content());
  expect(problems).toEqual([]);
  if (state === null) throw new Error('there is no state');
  return state;
}

async function pushMain(game: TestGame, to: string): Promise<void> {
  await advance(game.forge.repository, 'main', await game.mainTip(), to);
}

async function isPlayable(game: TestGame): Promise<void> {
  const post = await game.table.open(bo, { kind: 'story', title: 'On it goes', text: '' });
  await game.table.comment(bo, post, '/roll DICE6');
  await game.tick({ draw: () => 1 });
  expect((await reread(game)).posts[post]).toBeDefined();
}

describe('the engine never writes more of anything than it reads', () => {
  const pairs = Object.entries(BOUNDS).flatMap(([name, bound]) =>
    'written' in bound && 'read' in bound ? [[name, bound.written, bound.read] as const] : [],
  );
  test('the table’s bounds fit, with room for UTF-8, escapes and indentation if they count', () => {
    expect(pairs.filter(([, written, read]) => written > read)).toEqual([]);
    expect(BOUNDS.message.written * 3 + BOUNDS.authorName.written * 12).toBeLessThan(BOUNDS.message.read);
    expect(BOUNDS.pending.written * 6).toBeLessThanOrEqual(BOUNDS.file.written);
    expect(BOUNDS.pending.opened + BOUNDS.asked.written + BOUNDS.talk.written).toBeLessThan(
      BOUNDS.pending.written,
    );
    expect(BOUNDS.tracked.written * 10).toBeLessThanOrEqual(BOUNDS.tracked.read);
  });

  test('a commit with a message and an author of any length', async () => {
    const { forge, mainTip, now } = await testGame();
    const { tree } = await readCommit(forge.repository, await mainTip());
    const author = { name: 'x'.repeat(2 * MB), email: 'y'.repeat(2 * MB), at: now };
    const commit = { tree, parents: [], author, committer: author, message: '𐂂'.repeat(2 * MB) };
    const oid = await writeCommitObject(forge.repository, commit);
    const read = await readCommit(forge.repository, oid);
    expect(read.message.length).toBeLessThanOrEqual(BOUNDS.message.written + 1);
    expect(read.message.isWellFormed()).toBe(true);
  });

  test('a journal line, even from a forge that counts letters differently', () => {
    const event = {
      type: 'commented',
      id: 'e',
      at: '2024-03-01T09:00:00Z',
      by: bo,
      post: '1',
      comment: 'c',
    } as const;
    const place = { n: 1, prev: '0'.repeat(64), seen: event.at, salt: 'for-tests-only-16' };
    expect(isSoundEvent(lineOf({ ...event, text: '𐂂'.repeat(65_536) }, place))).toBe(true);
  });

  test('the report of a decision made elsewhere', () => {
    const told = { changes: [], used: [], rolls: [], result: null };
    const write = (letters: number) =>
      parseReport(
        writeReport({
          call: 'c1',
          lines: 0,
          disclosed: { ...told, result: 'x'.repeat(letters) },
          pictures: null,
        }),
      );
    expect(write(3 * MB)).not.toBeNull();
    expect(write(BOUNDS.decided.written + 1)).toBeNull();
  });

  test('one of the engine’s own posts, however its text grows', () => {
    expect(markOwnPost('story-1', '<!--'.repeat(15_000)).length).toBeLessThanOrEqual(
      BOUNDS.forgeText.written,
    );
    expect(cutTo('a𐂂𐂂', 3)).toBe('a…');
  });

  test('a month’s ledger, in parts named in the order of their lines', () => {
    const files = new Map<string, string>();
    const at = '2024-03-01T09:00:00Z';
    for (let n = 0; n < 25; n++) {
      const line = { n, at, by: 'bo', what: 'x'.repeat(100_000), changes: [], draws: [] } as never;
      for (const [path, text] of appendToLedger(files, [line])) files.set(path, text);
    }
    expect([...files.keys()].sort()).toEqual(
      ['2024-03', '2024-03_0002', '2024-03_0003'].map((name) => `content/ledger/${name}.jsonl`),
    );
    expect(readLedger(files)).toMatchObject({ problems: [], lines: { length: 25 } });
    expect(Math.max(...[...files.values()].map(({ length }) => length))).toBeLessThan(2 * MB);
  });

  test('the game’s files: an unreadably large one isn’t written', () => {
    expect(() => assertReadable(new Map([['content/engine/x.json', 'x'.repeat(61 * MB)]]))).toThrow('x.json');
  });
});

describe('a flood through the rules', () => {
  test('tracked values grow until they couldn’t be read again, and are refused from then on', async () => {
    const { game, say } = await largeGame();
    expect(
      await say('/act motto words=0123456789abcdef', ...Array.from({ length: 15 }, () => '/act double')),
    ).toEqual(['too-large', 'too-large']);
    expect((await reread(game)).players['bo']?.['motto']).toHaveLength(16 * 2 ** 13);
    expect(await say(...Array.from({ length: 62 }, () => '/act nest'))).toContain('too-large');
    expect(JSON.stringify((await reread(game)).players['bo']?.['pile'])).toContain('[[[[[');
    await isPlayable(game);
  });

  test('brackets in text don’t make a tracked value or a post unreadable', async () => {
    const { game, say } = await largeGame();
    const motto = `é${'[{'.repeat(150)}"\\x5b[]{}`;
    await game.table.open(bo, { kind: 'story', title: `é${'[{'.repeat(120)}`, text: '' });
    expect(await say(`/act motto words=${motto}`, '/act double')).toEqual([]);
    const { players, posts } = await reread(game);
    expect(players['bo']?.['motto']).toBe(motto + motto);
    expect(posts['2']?.title).toHaveLength(241);
  });

  test('what the rules post is kept to a length that every forge and the journal accept', async () => {
    const { game, say } = await largeGame();
    expect(await say('/act shout')).toEqual([]);
    await game.tick();
    const tip = (await readBranch(game.forge.repository, 'journal')) ?? '';
    expect(await verifyJournal(game.forge.repository, tip)).toMatchObject({ ok: true });
    const opened = (await game.forge.observe(null)).events.filter(({ type }) => type === 'opened');
    expect(opened).toHaveLength(2);
    await reread(game);
  });
});

describe('a flood of text and changes before the votes', () => {
  const night = '---\ntitle: Night\n---\nIt is night.\n';

  test('long comments: the matter stays, can be voted on and is enacted', async () => {
    const { game, say } = await largeGame();
    const head = await game.branch({ 'content/ruleset/dynastic/night.md': night });
    const post = await game.table.open(bo, { kind: 'proposal', title: 'Night', text: '', head });
    for (let n = 0; n < 40; n++) await game.table.comment(bo, post, 'x'.repeat(59_000));
    await say('/act motto words=x');
    expect((await reread(game)).posts[post]?.comments.length).toBeGreaterThanOrEqual(40);
    for (const voter of [ana, cy, dee, eli])
      await game.table.comment(voter, post, `${'y'.repeat(50_000)} :for:`);
    game.later(13);
    await game.tick();
    expect((await reread(game)).posts[post]?.status).toBe('enacted');
  });

  test('long files: each is named on the matter and left out, and other matters stay', async () => {
    const { game, say } = await largeGame();
    const open = (title: string, changes: Record<string, string>): Promise<string> =>
      game
        .branch({ ...changes, 'content/ruleset/dynastic/a.md': night })
        .then((head) => game.table.open(bo, { kind: 'proposal', title, text: '', head }));
    const large = await open('Large', { 'content/ruleset/dynastic/large.md': 'x'.repeat(2 * MB - 1) });
    const many = await open(
      'Many',
      Object.fromEntries(
        Array.from({ length: 30 }, (_, n) => [`content/ruleset/dynastic/m${n}.md`, 'x'.repeat(140_000)]),
      ),
    );
    await say('/act motto words=x');
    const { posts } = await reread(game);
    expect(posts[large]?.changes).toHaveLength(1);
    expect(posts[many]?.changes.length).toBeLessThan(20);
    expect((await game.said(large)).join('\n')).toContain('large.md has');
    expect((await game.said(many)).join('\n')).toContain('is more than one proposal may change');
  });

  test('many matters: once too much is pending no more are accepted, and votes still count', async () => {
    const { game, say } = await largeGame();
    const files = Array.from({ length: 13 }, (_, n) => [
      `content/ruleset/dynastic/m${n}.md`,
      'x'.repeat(140_000),
    ]);
    const head = await game.branch(Object.fromEntries(files));
    const first = await game.table.open(bo, { kind: 'proposal', title: 'First', text: '', head });
    for (const by of [ana, cy, cy, dee, dee, eli])
      await game.table.open(by, { kind: 'proposal', title: 'More', text: '', head });
    expect(await say('/act motto words=x')).toContain('too-much-pending');
    await game.table.comment(ana, first, ':for:');
    await say('/act motto words=y');
    expect((await reread(game)).posts[first]?.uses).toHaveLength(1);
  });
});

describe('an unreadable push', () => {
  /** A commit whose `content` is a file that says it is a folder, on top of main. */
  async function unreadable(game: TestGame): Promise<string> {
    const { repository } = game.forge;
    const main = await game.mainTip();
    const { tree } = await readCommit(repository, main);
    const blob = await writeObject(repository, 'blob', new TextEncoder().encode('x'));
    const others = (await readTreeEntries(repository, tree)).filter(({ name }) => name !== 'content');
    const author = { name: 'eve', email: '', at: game.now };
    return writeCommitObject(repository, {
      tree: await writeTreeEntries(repository, [...others, entryFor('content', 'folder', blob)]),
      parents: [main],
      author,
      committer: author,
      message: 'x\n',
    });
  }

  /** As a hostile Git makes it, and as older engines did: with more of a message than any reader wants. */
  async function longCommit(game: TestGame, bytes: number, parent: string): Promise<string> {
    const { tree } = await readCommit(game.forge.repository, parent);
    const by = 'Gitnomic <> 1709283600 +0000';
    const head = `tree ${tree}\nparent ${parent}\nauthor ${by}\ncommitter ${by}\n\n`;
    return writeObject(
      game.forge.repository,
      'commit',
      Buffer.concat([Buffer.from(head), Buffer.alloc(bytes, 'x')]),
    );
  }

  /** Ten folders in each other, and each holds the next one ten times: ten thousand million files of one. */
  async function bomb(game: TestGame): Promise<string> {
    const { repository } = game.forge;
    const main = await game.mainTip();
    const blob = await writeObject(repository, 'blob', new TextEncoder().encode('x'));
    let inner = await writeTreeEntries(repository, [entryFor('x.md', 'file', blob)]);
    for (let depth = 0; depth < 10; depth++) {
      const entries = Array.from({ length: 10 }, (_, n) => entryFor(`f${n}`, 'folder', inner));
      inner = await writeTreeEntries(repository, entries);
    }
    const root = await readTreeEntries(repository, (await readCommit(repository, main)).tree);
    const content = root.find(({ name }) => name === 'content')?.oid ?? '';
    const others = (await readTreeEntries(repository, content)).filter(({ name }) => name !== 'gamestate');
    const tree = await writeTreeEntries(repository, [...others, entryFor('gamestate', 'folder', inner)]);
    const author = { name: 'eve', email: '', at: game.now };
    return writeCommitObject(repository, {
      tree: await writeTreeEntries(repository, [
        ...root.filter(({ name }) => name !== 'content'),
        entryFor('content', 'folder', tree),
      ]),
      parents: [main],
      author,
      committer: author,
      message: 'x\n',
    });
  }

  const hostile = {
    unreadable,
    bomb,
    'too long': async (game: TestGame) => longCommit(game, 65 * MB, await game.mainTip()),
  };
  const ways = ['unreadable', 'bomb', 'too long'] as const;

  test.each(ways)('%s, to main: main is restored, by itself or by hand', async (how) => {
    const game = await testGame();
    await pushMain(game, await hostile[how](game));
    expect((await game.tick()).undone).toEqual(['main itself']);
    await isPlayable(game);
    const good = await game.mainTip();
    await pushMain(game, await unreadable(game));
    await game.forge.observe(null);
    await pushMain(game, good);
    await isPlayable(game);
  });

  test.each(ways)('%s, on a proposed branch: the matter says so, and nothing stops', async (how) => {
    const game = await testGame();
    const head = await game.branch({
      'content/ruleset/dynastic/night.md': '---\ntitle: Night\n---\nNight.\n',
    });
    const post = await game.table.open(bo, {
      kind: 'proposal',
      title: 'Night',
      text: '',
      head,
      branch: 'night',
    });
    await game.tick();
    const bad = await hostile[how](game);
    await advance(game.forge.repository, 'night', head, bad);
    await game.tick();
    expect((await game.said(post)).join('\n')).toMatch(/can’t be read|shares no history/u);
    for (const voter of [ana, cy, dee, eli]) await game.table.comment(voter, post, ':for:');
    game.later(13);
    await game.tick();
    await isPlayable(game);
  });

  test('reads what an older engine wrote too long, and the game goes on from there', async () => {
    const game = await testGame();
    const main = await game.mainTip();
    const old = await longCommit(game, 2 * MB, main);
    await game.forge.advance('main', main, old);
    await pushMain(game, main);
    await isPlayable(game);
    expect((await game.tick()).undone).toEqual([]);
  });
});

test('50,000 files pushed to main: the command line plays on, and says what it put back', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'flood-'));
  const gitnomic = async (...words: string[]): Promise<{ code: number; said: string }> => {
    let said = '';
    const write = (text: string): void => void (said += text);
    const paint = makePaint(false);
    const terminal = { out: write, err: write, paint, paintErr: paint, progress: () => {} };
    const environment = { GITNOMIC_NOW: '2030-06-03T09:00:00Z' };
    return { code: await runCli({ words, folder, environment, terminal, caches }), said };
  };
  try {
    const players = ['ana', 'bo', 'cy'].flatMap((name) => ['--player', name]);
    await gitnomic('init', folder, '--core', '2021', ...players);
    const repository = join(folder, '.gitnomic/forge/repository.git');
    const git = (words: readonly string[], input = ''): string =>
      execFileSync('git', ['--git-dir', repository, ...words], { encoding: 'utf8', input }).trim();
    const main = git(['rev-parse', 'main']);
    // Long names make of a tenth of them the megabyte and more that 50,000 would be.
    const files = Array.from(
      { length: 6000 },
      (_, n) => `M 100644 :1 content/gamestate/things/${'x'.repeat(200)}${n}.md`,
    );
    const flood = `blob\nmark :1\ndata 2\nx\n\ncommit refs/heads/flood\ncommitter Eve <> 1906588800 +0000\ndata 5\nflood\nfrom ${main}\n${files.join('\n')}\n\n`;
    git(['fast-import', '--quiet'], flood);
    git(['update-ref', 'refs/heads/main', 'refs/heads/flood']);
    const status = await gitnomic('status');
    expect([status.code, status.said]).toEqual([0, expect.stringContaining('Roster')]);
    const doctor = await gitnomic('doctor');
    expect(doctor.said).toContain('[pushed-to-main]');
    const { code, said } = await gitnomic('tick');
    expect([code, said]).toEqual([0, expect.stringContaining('… and 5980 more')]);
    expect(said.length).toBeLessThan(10_000);
    for (const words of [['status'], ['roll', '1DICE6', '--as', 'bo'], ['tick'], ['lint']])
      expect([words, (await gitnomic(...words)).code]).toEqual([words, 0]);
    git(['update-ref', 'refs/heads/main', main]);
    for (const words of [['status'], ['tick'], ['doctor']])
      expect([words, (await gitnomic(...words)).code]).toEqual([words, 0]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

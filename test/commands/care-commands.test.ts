// Tests doctor, recover and upgrade on games that were broken on purpose.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { openLocalGame } from '../../src/host/embedded/local-game.ts';
import { journalBranch } from '../../src/store/journal/part.ts';
import { readBranch } from '../../src/repository/refs.ts';
import { writeCommit } from '../../src/repository/write-commit.ts';
import { runCli } from '../../src/main/run-cli.ts';
import { makePaint } from '../../src/cli/terminal.ts';

const NOW = '2030-06-03T09:00:00Z';
let template = '';
let folder = '';

// Begins one game; each test breaks a copy of it.
beforeAll(async () => {
  template = mkdtempSync(join(tmpdir(), 'care-'));
  folder = template;
  const players = ['ana', 'bo', 'cy', 'dee', 'eli'].flatMap((name) => ['--player', name]);
  await gitnomic('init', template, '--core', '2021', ...players);
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'care-'));
  cpSync(template, folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
afterAll(() => rmSync(template, { recursive: true, force: true }));

interface Said {
  readonly code: number;
  readonly json: Readonly<Record<string, unknown>>;
}

async function gitnomic(...words: string[]): Promise<Said> {
  return gitnomicAt(NOW, ...words);
}

async function gitnomicAt(now: string, ...words: string[]): Promise<Said> {
  let text = '';
  const code = await runCli({
    words: [...words, '--json'],
    folder,
    environment: { GITNOMIC_NOW: now },
    terminal: {
      out: (said) => (text += said),
      err: (said) => (text += said),
      paint: makePaint(false),
      paintErr: makePaint(false),
      progress: () => {},
    },
    caches,
  });
  return { code, json: JSON.parse(text) as Said['json'] };
}

const codesIn = ({ json }: Said): string[] =>
  (json['findings'] as { code: string; level: string }[])
    .filter(({ code }) => !['port-taken', 'no-own-node', 'packages-missing'].includes(code))
    .map(({ code }) => code);

/** Writes files to main that no play could produce. */
async function plant(changes: Readonly<Record<string, string | null>>): Promise<void> {
  const game = await openLocalGame(folder, { now: NOW, caches });
  const main = await game.main();
  const author = { name: 'Gitnomic', email: '', at: NOW };
  const commit = await writeCommit(game.forge.repository, {
    parents: [main],
    changes: new Map(Object.entries(changes)),
    author,
    message: 'Plant\n',
  });
  await game.forge.advance('main', main, commit);
}

const BROKEN_RULE = '---\ntitle: Gulls\norder: 10\n---\n\nGulls.\n';

describe('doctor', () => {
  test('finds nothing in a healthy game', async () => {
    const said = await gitnomic('doctor');
    expect(codesIn(said)).toEqual([]);
  });

  test('a rule whose clause doesn’t load: the game is stopped, and an Admin can go back', async () => {
    await plant({
      'content/ruleset/dynastic/gulls.md': BROKEN_RULE,
      'content/ruleset/dynastic/gulls.ts': 'export default 1 +;\n',
    });
    const said = await gitnomic('doctor');
    expect(said.code).toBe(3);
    // Doctor also finds that somebody may be playing in another window.
    const findings = said.json['findings'] as { where?: string; next: string }[];
    const found = findings.find(({ where }) => where?.includes('gulls.ts') === true);
    expect(found?.next).toContain('gitnomic doctor recover --as ana');
  });

  test('names the file of unreadable front matter', async () => {
    await plant({ 'content/ruleset/dynastic/gulls.md': '---\ntitle: [\n---\n\nGulls.\n' });
    const said = await gitnomic('doctor');
    expect(JSON.stringify(said.json['findings'])).toContain('content/ruleset/dynastic/gulls.md');
  });

  test('--fix restores a rewritten journal, whether main has read it or not', async () => {
    await gitnomic('roll', '1DICE6', '--as', 'bo');
    await gitnomic('post', 'story', 'Hello', '--text', 'Hello.', '--as', 'bo');
    const game = await openLocalGame(folder, { now: NOW, caches });
    const tip = (await readBranch(game.forge.repository, journalBranch)) ?? '';
    const path = execFileSync('git', ['ls-tree', '-r', '--name-only', tip], {
      cwd: join(folder, '.gitnomic/forge/repository.git'),
      encoding: 'utf8',
    })
      .split('\n')
      .find((name) => name.endsWith('.log'));
    const text = execFileSync('git', ['show', `${tip}:${path ?? ''}`], {
      cwd: join(folder, '.gitnomic/forge/repository.git'),
      encoding: 'utf8',
    });
    const commit = await writeCommit(game.forge.repository, {
      parents: [tip],
      changes: new Map([[path ?? '', text.replace('Hello', 'Hallo')]]),
      author: { name: 'x', email: '', at: NOW },
      message: 'x\n',
    });
    await game.forge.advance(journalBranch, tip, commit);
    expect(codesIn(await gitnomic('doctor'))).toEqual(['journal-broken']);
    const { code, json } = await gitnomic('log', 'journal', 'verify');
    expect([code, json['error']]).toMatchObject([3, { problems: [{ code: 'journal-broken' }] }]);
    expect(JSON.stringify((await gitnomic('replay')).json)).toContain('the journal is not intact');
    const fixed = await gitnomic('doctor', '--fix');
    expect(fixed.json['fixed']).toMatchObject([{ code: 'journal-broken', failed: null }]);
    expect(codesIn(fixed)).toEqual([]);
  });

  test('reports a deleted journal', async () => {
    await gitnomic('roll', '1DICE6', '--as', 'bo');
    await gitnomic('post', 'story', 'Hello', '--text', 'Hello.', '--as', 'bo');
    const repository = join(folder, '.gitnomic/forge/repository.git');
    execFileSync('git', ['update-ref', '-d', `refs/heads/${journalBranch}`], { cwd: repository });
    expect(codesIn(await gitnomic('doctor'))).toEqual(['journal-missing']);
    const gone = { code: 'journal-deleted', what: expect.stringContaining('main had read') };
    expect(await gitnomic('log', 'journal', 'verify')).toMatchObject({
      code: 3,
      json: { error: { problems: [gone] } },
    });
    expect(codesIn(await gitnomic('doctor', '--fix'))).toEqual([]);
  });

  test('--fix removes a lock that a stopped Git left, but not a fresh one', async () => {
    const lock = join(folder, '.gitnomic/forge/repository.git/packed-refs.lock');
    writeFileSync(lock, '');
    expect(codesIn(await gitnomic('doctor'))).toEqual([]);
    utimesSync(lock, 1_000_000_000, 1_000_000_000);
    // The engine's own lock file always exists.
    utimesSync(join(folder, '.gitnomic/forge/repository.git/gitnomic.lock'), 1_000_000_000, 1_000_000_000);
    expect(codesIn(await gitnomic('doctor'))).toEqual(['lock-left']);
    expect(codesIn(await gitnomic('doctor', '--fix'))).toEqual([]);
  });

  test('reports a clock behind the game’s, which --fix lets run ahead', async () => {
    await gitnomic('post', 'story', 'Hello', '--text', 'Hello.', '--as', 'bo');
    const early = '2030-06-01T09:00:00Z';
    expect(codesIn(await gitnomicAt(early, 'doctor'))).toEqual(['future-date']);
    expect(codesIn(await gitnomicAt(early, 'doctor', '--fix'))).toEqual([]);
  });

  test('reports a missing seed, then a different one, which --fix adopts on record', async () => {
    rmSync(join(folder, '.gitnomic/private/dice.seed'));
    expect(codesIn(await gitnomic('doctor'))).toEqual(['secret-missing']);
    expect((await gitnomic('roll', 'DICE6', '--as', 'bo')).code).toBe(1);
    expect(codesIn(await gitnomic('doctor'))).toEqual(['other-seed']);
    expect(codesIn(await gitnomic('doctor', '--fix'))).toEqual([]);
    expect((await gitnomic('roll', 'DICE6', '--as', 'bo')).code).toBe(0);
    const checkpoints = [{ kind: 'new-seed', before: expect.stringMatching(/^sha256:/u) as string }];
    expect((await gitnomic('log')).json).toMatchObject({ checkpoints });
    expect((await gitnomic('replay')).code).toBe(0);
    expect(codesIn(await gitnomic('doctor'))).toEqual([]);
  });

  test('reports a log with a broken line', async () => {
    const log = join(folder, '.gitnomic/forge/events.jsonl');
    writeFileSync(log, `{"type":\n${readFileSync(log, 'utf8')}`);
    const said = await gitnomic('doctor');
    expect([said.code, codesIn(said)]).toEqual([3, ['log-broken']]);
    expect(JSON.stringify(said.json)).toContain('events.jsonl, line 1 is no line');
    expect(JSON.stringify(said.json)).toContain('gitnomic doctor restore FROM');
  });

  test('reports a game of a newer engine', async () => {
    await plant({ 'content/format.json': '{"format":99}\n' });
    expect(codesIn(await gitnomic('doctor'))).toEqual(['newer-format']);
  });

  test('reports missing workflows in a working tree of a game on GitHub', async () => {
    const tree = join(folder, 'tree');
    mkdirSync(join(tree, 'content'), { recursive: true });
    writeFileSync(
      join(tree, 'content/game.yml'),
      'name: Harbour\nforge: { kind: github, repository: ana/harbour }\n',
    );
    const said = await gitnomic('doctor', '--game', tree);
    expect(codesIn(said)).toEqual(expect.arrayContaining(['workflow-missing']));
    expect(JSON.stringify(said.json['findings'])).toContain('tick.yml');
  });

  test('reports that there is no game', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'empty-'));
    expect(codesIn(await gitnomic('doctor', '--game', empty))).toEqual(['no-game']);
    rmSync(empty, { recursive: true });
  });
});

describe('recover', () => {
  const broken = {
    'content/ruleset/dynastic/gulls.md': BROKEN_RULE,
    'content/ruleset/dynastic/gulls.ts': 'export default 1 +;\n',
  };

  test('repeals the rule that doesn’t load, says so in public, and the game goes on', async () => {
    await plant(broken);
    expect((await gitnomic('tick')).code).not.toBe(0);
    const said = await gitnomic('doctor', 'recover', '--as', 'ana', '--why', 'Gulls did not load');
    expect(said.json).toMatchObject({ changed: Object.keys(broken) });
    const game = await openLocalGame(folder, { now: NOW, caches });
    const files = await game.content();
    expect(files.has('content/ruleset/dynastic/gulls.ts')).toBe(false);
    expect(JSON.parse(files.get('content/checkpoints.json') ?? '')).toMatchObject([
      { kind: 'recovery', by: 'ana', why: 'Gulls did not load', repealed: 'dynastic/gulls' },
    ]);
    const proposed = await gitnomic('propose', '--as', 'bo', '--add-rule', 'Manners', '--text', 'Please.');
    expect(proposed.code).toBe(0);
    expect((await gitnomic('log')).json).toMatchObject({ checkpoints: [{ kind: 'recovery', by: 'ana' }] });
    const journal = await gitnomic('log', 'journal');
    expect(JSON.stringify(journal.json)).toContain('A rule in the way was repealed');
    expect((await gitnomic('replay')).json).toMatchObject({ same: true });
  });

  test('also undoes a rule that waited until its trial was over', async () => {
    const ambush = {
      'content/ruleset/dynastic/ambush.md': '---\ntitle: Ambush\norder: 20\n---\n\nIt waits.\n',
      'content/ruleset/dynastic/ambush.ts':
        "import { rule } from 'gitnomic/rules';\nexport default rule((g) => ({ hooks: { 'resolution-order': (_, next) => (g.now > '2031-09-01' ? [] : next()) } }));\n",
    };
    await plant(ambush);
    expect(codesIn(await gitnomic('doctor'))).not.toContain('stopped');
    expect((await gitnomic('doctor', 'recover', '--as', 'ana')).code).not.toBe(0);
    const autumn = '2031-09-20T09:00:00Z';
    expect(codesIn(await gitnomicAt(autumn, 'doctor'))).toContain('stopped');
    const said = await gitnomicAt(
      autumn,
      'doctor',
      'recover',
      '--as',
      'ana',
      '--why',
      'Nothing comes up any more',
    );
    expect(said.json).toMatchObject({ changed: Object.keys(ambush) });
    expect(codesIn(await gitnomicAt(autumn, 'doctor'))).not.toContain('stopped');
  });

  test('is only for Admins, and only for games that can’t go on', async () => {
    expect((await gitnomic('doctor', 'recover', '--as', 'ana')).json['error']).toMatchObject({
      problems: [{ code: 'not-broken' }],
    });
    await plant(broken);
    expect((await gitnomic('doctor', 'recover', '--as', 'bo')).json['error']).toMatchObject({
      problems: [{ code: 'not-an-admin' }],
    });
  });

  test('a dry run changes nothing', async () => {
    await plant(broken);
    const before = await (await openLocalGame(folder, { now: NOW, caches })).main();
    expect((await gitnomic('doctor', 'recover', '--as', 'ana', '--dry-run')).json).toMatchObject({
      commit: null,
    });
    expect(await (await openLocalGame(folder, { now: NOW, caches })).main()).toBe(before);
  });
});

test('a game with an embedded forge is in this engine’s format', async () => {
  expect((await gitnomic('upgrade')).json).toEqual({ migrated: null });
});

test('a newcomer is named as the forge shows them, and every section has its folder', async () => {
  await gitnomic('post', 'join-request', 'May I join?', '--as', 'Kwame Mensah');
  await gitnomic('admin', 'join', 'kwame-mensah', '--as', 'ana');
  expect((await gitnomic('status')).json['roster']).toContainEqual(
    expect.objectContaining({ id: 'kwame-mensah', name: 'Kwame Mensah', state: 'active' }),
  );
  expect((await gitnomic('replay')).json).toMatchObject({ same: true });
  expect(readdirSync(join(folder, 'content/ruleset/dynastic'))).toEqual([]);
});

// game.yml says who is who and where dice come from: a push changes none of it, and an Admin does so in public.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { runCli } from '../../src/main/run-cli.ts';
import { makePaint } from '../../src/cli/terminal.ts';
import { writeYamlKeys } from '../../src/ruleset/front-matter-write.ts';
import type { ForgeEvent } from '../../src/forge/events.ts';
import { findRepair } from '../../src/tick/repair-main.ts';
import { readFileBytes, readFileText } from '../../src/repository/read-file.ts';
import { readTree } from '../../src/repository/read-tree.ts';
import { advance } from '../../src/repository/refs.ts';
import { writeCommit } from '../../src/repository/write-commit.ts';
import { commitmentToSeed, newSeed } from '../../src/session/chance/committed-seed.ts';
import { firstBentRoll } from '../../src/session/chance/recorded-dice.ts';
import type { RecordedLine } from '../../src/store/ledger-line.ts';
import { readGame } from '../../src/store/read-game.ts';
import { type TestGame, ana, bo, cy, dee, eli, testGame } from '../../src/tick/fixtures/embedded-game.ts';

const GAME_FILE = 'content/game.yml';

async function pushed(game: TestGame, values: Readonly<Record<string, unknown>>): Promise<void> {
  const text = (await game.content()).get(GAME_FILE) ?? '';
  const commit = await game.branch({ [GAME_FILE]: writeYamlKeys(text, values) });
  await advance(game.forge.repository, 'main', await game.mainTip(), commit);
}

describe('game.yml', () => {
  test.each([
    ['its Admins', { admins: ['bo'] }],
    ['how matters resolve', { resolution: 'by-admin' }],
    ['the hash of the dice', { dice: { source: 'committed', hash: commitmentToSeed(newSeed()) } }],
    ['the bounds of the rules', { sandbox: { steps: 100 } }],
    ['the words', { terms: { player: 'Sheep', emperor: 'Wolf' } }],
    ['the forge', { forge: { kind: 'github', repository: 'eve/evil' } }],
    ['what nobody can read', { admins: [[[[]]]], dice: 'mine' }],
  ])('%s, pushed to main, is put back before it decides anything', async (_, values) => {
    const game = await testGame();
    const before = (await game.content()).get(GAME_FILE);
    await game.tick();
    await pushed(game, values);
    expect((await game.tick()).undone).toEqual([GAME_FILE]);
    expect((await game.content()).get(GAME_FILE)).toBe(before);
    expect((await game.tick()).commits).toEqual([]);
  });

  test('only an Admin can change it by a command, and journal, ledger and an engine commit record it', async () => {
    const game = await testGame();
    const post = await game.table.open(bo, { kind: 'story', title: 'A story', text: '' });
    await game.table.comment(bo, post, '/game resolution=by-admin');
    await game.table.comment(ana, post, '/game admins=[bo]');
    await game.tick();
    expect(readGame(await game.content()).game.resolution).toBe('automatic');
    await game.table.comment(ana, post, '/game resolution=by-admin name="Pier"');
    const { commits } = await game.tick();
    expect(commits.map(({ message }) => message.split('\n')[0])).toEqual(['ana: set game.yml']);
    const { game: about, ledger } = readGame(await game.content());
    expect(about).toMatchObject({ resolution: 'by-admin', name: 'Pier', admins: ['ana'] });
    expect(ledger.at(-1)).toMatchObject({
      by: 'ana',
      what: 'set game.yml',
      with: { resolution: 'by-admin' },
    });
    expect((await game.said(post)).join('\n')).toContain('only an admin can do this');
    for (const line of ['pack=../clans', 'core=2019 pack=menagerie'])
      await game.table.comment(ana, post, `/game ${line}`);
    expect((await game.tick()).undone).toEqual([]);
    expect(readGame(await game.content()).game).toMatchObject({ core: '2019', pack: 'menagerie' });
    expect((await game.said(post)).join('\n')).toContain('core=… or pack=…');
  });

  test('refuses a roll from a seed other than the published one', async () => {
    const game = await testGame({ dice: { source: 'committed', hash: commitmentToSeed(newSeed()) } });
    const post = await game.table.open(bo, { kind: 'story', title: 'A story', text: '' });
    await game.table.comment(bo, post, '/roll DICE6');
    const { happened, commits } = await game.tick({ seeds: { dice: newSeed() } });
    expect(happened.at(-1)?.outcome).toMatchObject({
      ok: false,
      refusal: { reason: expect.stringContaining('seed') as string },
    });
    expect(commits).toEqual([]);
  });
});

describe('the look of the pages', () => {
  const LOOK = {
    'content/site.yml': 'theme: { accent: "#a00" }\n',
    'content/Site.css': '* { display: none }\n',
    'content/pages/mine.md': '# Mine\n',
  };
  const push = async (game: TestGame): Promise<void> => {
    const commit = await game.branch({ ...LOOK, 'README.md': 'Hello.\n' });
    await advance(game.forge.repository, 'main', await game.mainTip(), commit);
  };
  const at = async (game: TestGame, path: string): Promise<string | null> =>
    readFileText(game.forge.repository, await game.mainTip(), path);

  test('puts back what is pushed to main, and leaves files that aren’t part of the game', async () => {
    const game = await testGame();
    await game.tick();
    await push(game);
    expect([...(await game.tick()).undone].sort()).toEqual(Object.keys(LOOK).sort());
    for (const path of Object.keys(LOOK)) expect(await at(game, path)).toBeNull();
    expect(await at(game, 'README.md')).toBe('Hello.\n');
    expect((await game.tick()).undone).toEqual([]);
  });

  test('if the forge says who pushed, takes an Admin’s push but not what others pushed before or after it', async () => {
    const game = await testGame();
    const post = await game.table.open(ana, { kind: 'story', title: 'A story', text: '' });
    await game.table.comment(bo, post, 'Well.');
    await game.tick();
    const { repository } = game.forge;
    const trusted = await game.mainTip();
    const below = await game.branch({ 'content/pages/mine.md': '# Mine\n' });
    const admins = await game.branch({ 'content/site.yml': LOOK['content/site.yml'] }, below);
    const above = await game.branch({ 'content/site.css': '* {}\n', [GAME_FILE]: 'name: Mine\n' }, admins);
    const pushOf = (by: typeof ana, from: string, to: string): ForgeEvent => ({
      type: 'main-pushed',
      id: `push-${to}`,
      at: game.now,
      by,
      from,
      to,
    });
    const events = [pushOf(bo, trusted, below), pushOf(ana, below, admins), pushOf(bo, admins, above)];
    const { commit, undone } = await findRepair(game.forge, above, events, game.now);
    expect([...undone].sort()).toEqual([GAME_FILE, 'content/pages/mine.md', 'content/site.css']);
    const { files } = await readTree(repository, commit ?? '', {
      under: ['content/site.yml', 'content/pages'],
    });
    expect([...files.keys()]).toEqual(['content/site.yml']);
    expect(await findRepair(game.forge, admins, events.slice(1, 2), game.now)).toMatchObject({ undone: [] });
  });

  test('a proposal changes it, pictures included, only once enacted', async () => {
    const game = await testGame();
    const picture = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 255]);
    const head = await writeCommit(game.forge.repository, {
      parents: [await game.mainTip()],
      changes: new Map<string, string | Uint8Array>([
        ...Object.entries(LOOK),
        ['content/pages/a.png', picture],
      ]),
      author: { name: 'bo', email: '', at: game.now },
      message: 'Look\n',
    });
    const post = await game.table.open(bo, {
      kind: 'proposal',
      title: 'A look',
      text: '',
      head,
      branch: 'look',
    });
    await game.tick();
    expect((await game.said(post)).join('\n')).toContain('**content/site.yml** (new)');
    expect(await at(game, 'content/site.yml')).toBeNull();
    for (const one of [ana, cy, dee, eli]) await game.table.comment(one, post, ':for:');
    game.later(60);
    await game.tick();
    for (const [path, text] of Object.entries(LOOK)) expect(await at(game, path)).toBe(text);
    const tip = await game.mainTip();
    expect(await readFileBytes(game.forge.repository, tip, 'content/pages/a.png')).toEqual(picture);
    expect((await game.tick()).undone).toEqual([]);
  });
});

test('finds the line whose dice come from another seed than the published one', () => {
  const [own, other] = [commitmentToSeed(newSeed()), commitmentToSeed(newSeed())];
  const line = (n: number, commitment: string): RecordedLine => ({
    n,
    at: '2024-03-01T09:00:00Z',
    by: 'bo',
    what: 'roll',
    draws: [{ kind: 'dice', size: 6, result: 3 }],
    changes: [],
    proof: { from: 'committed-seed', commitment, purpose: `Harbour/roll#${n}`, draws: 1 },
  });
  const judge = (lines: readonly RecordedLine[], played = false): number | undefined =>
    firstBentRoll(
      lines,
      played ? new Map(lines.map(({ n, at }) => [n, { line: n, purpose: `roll#${n}`, at }])) : null,
      { names: ['Harbour'], beaconOnly: false, promised: [own] },
    )?.line;
  expect(judge([line(0, own), line(1, other), line(2, own)])).toBe(1);
  expect(judge([line(0, other), line(1, own)], true)).toBe(0);
  // A game that was taken over has lines from where it was played before.
  expect(judge([line(0, other), line(1, own)])).toBeUndefined();
});

describe('on the command line', () => {
  let folder = '';
  const gitnomic = async (...words: string[]): Promise<{ code: number; said: string }> => {
    let said = '';
    const write = (text: string): void => void (said += text);
    const paint = makePaint(false);
    const terminal = { out: write, err: write, paint, paintErr: paint, progress: () => {} };
    const environment = { GITNOMIC_NOW: '2030-06-03T09:00:00Z' };
    return { code: await runCli({ words, folder, environment, terminal, caches }), said };
  };
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'game-file-'));
    const people = ['ana', 'bo', 'cy', 'dee', 'eli'].flatMap((name) => ['--player', name]);
    await gitnomic('init', folder, '--core', '2021', ...people, '--admin', 'ana', '--admin', 'bo');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('replay repeats an Admin’s change as it was made', async () => {
    expect(await gitnomic('admin', 'game', 'resolution=by-admin', '--as', 'cy')).toMatchObject({ code: 1 });
    expect(await gitnomic('admin', 'game', 'resolution=by-admin', '--as', 'ana')).toMatchObject({ code: 0 });
    await gitnomic('roll', '2DICE6', '--as', 'bo');
    expect(readFileSync(join(folder, GAME_FILE), 'utf8')).toContain('by-admin');
    expect(await gitnomic('replay')).toMatchObject({ code: 0 });
    expect(await gitnomic('doctor')).toMatchObject({ code: 0 });
  });

  test('the look of the pages is proposed like anything in content/, and reaches the folder once enacted', async () => {
    const [path, text] = ['content/site.css', 'h1 { color: red }\n'];
    writeFileSync(join(folder, path), text);
    expect((await gitnomic('diff')).said).toContain(path);
    const proposed = await gitnomic('propose', '--title', 'Red', '--as', 'bo');
    expect(proposed).toMatchObject({ code: 0, said: expect.stringContaining(path) as string });
    expect(existsSync(join(folder, path))).toBe(false);
    for (const name of ['ana', 'cy']) await gitnomic('vote', 'for', 'Red', '--as', name);
    await gitnomic('tick', '--forward', '80h');
    await gitnomic('resolve', 'Red', 'enacted', '--as', 'ana');
    expect(readFileSync(join(folder, path), 'utf8')).toBe(text);
    expect(await gitnomic('doctor')).toMatchObject({ code: 0 });
  });

  test('an Admin who resigned in play can no longer recover, redact or change game.yml', async () => {
    expect(await gitnomic('doctor', 'recover', '--as', 'ana')).toMatchObject({
      said: expect.stringContaining('not-broken') as string,
    });
    expect(await gitnomic('admin', 'resign-admin', '--as', 'ana')).toMatchObject({ code: 0 });
    const none = { said: expect.stringMatching(/not-an-admin/u) as string };
    expect((await gitnomic('doctor', 'recover', '--as', 'ana')).said).toContain('not-an-admin');
    expect((await gitnomic('admin', 'redact', 'cy', '--as', 'ana')).said).toContain('not-an-admin');
    expect(await gitnomic('admin', 'game', 'name=Mine', '--as', 'ana')).toMatchObject(none);
    expect((await gitnomic('doctor', 'recover', '--as', 'bo')).said).toContain('not-broken');
  });

  test('with a seed other than the published one a roll is refused, and doctor says why', async () => {
    writeFileSync(join(folder, '.gitnomic/private/dice.seed'), Buffer.from(newSeed()).toString('hex'));
    expect((await gitnomic('roll', '1DICE6', '--as', 'bo')).said).toContain(
      'he seed of the dice here is not the one',
    );
    expect((await gitnomic('doctor')).said).toContain('[other-seed]');
  });
});

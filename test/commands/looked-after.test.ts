// doctor and upgrade, with a host whose game is in memory and whose folder is on the disk.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, expect, test, vi } from 'vitest';

import type { Check, Finding } from '../../src/care/doctor/finding.ts';
import { placedGames } from './fixtures/placed.ts';
import type { Typed } from '../../src/cli/commands/fixtures/typed.ts';
import type { EngineTaken, EngineWish, Remade } from '../../src/host/host.ts';
import { CodedError } from '../../src/kernel/coded-error.ts';

const { root, place: at, told } = placedGames();
const golden = (name: string): string => `./__golden__/${name}.txt`;

afterEach(() => vi.unstubAllEnvs());

const check = (title: string, ...findings: readonly (Partial<Finding> & { code: string })[]): Check => ({
  title,
  check: async () =>
    Promise.resolve(
      findings.map((one) => ({ level: 'problem', what: 'It is wrong.', next: 'Mend it.', ...one })),
    ),
});
const failing = (title: string, error: unknown): Check => ({
  title,
  check: async () => Promise.reject(error),
});

/** What doctor says of anything but the machine that it runs on. */
const ofGame = (said: string): string =>
  said.replace(/^(?:ok|note|problem) .*(?:Node|packages|port 4321|Port 4321).*\n(?: {9}.*\n)*/gmu, '');

test('doctor: what it finds, where, and what --fix does about it', async () => {
  const fixed: string[] = [];
  const fix = (does: string, run = (): Promise<void> => Promise.resolve(void fixed.push(does))) => ({
    does,
    run,
  });
  const isMended = (): boolean => fixed.includes('mend the roof');
  const home = {
    forgeChecks: () => Promise.resolve(null),
    checks: () =>
      Promise.resolve([
        check('the walls'),
        check(
          'the roof',
          ...(isMended() ? [] : [{ code: 'leak', where: 'roof.txt', fix: fix('mend the roof') }]),
        ),
        check('the floor', ...(isMended() ? [] : [{ code: 'wet', fix: fix('mend the roof') }])),
        check('the cellar', { code: 'dark', level: 'note', what: 'It is dark.', next: 'Bring a lamp.' }),
        failing('the attic', new CodedError('spiders', 'There are spiders.', { next: 'Wait.' })),
        failing('the well', new TypeError('x is not a function')),
        check('the door', {
          code: 'stuck',
          fix: fix('oil the door', () => Promise.reject(new Error('no oil'))),
        }),
        check('the gate', {
          code: 'lost',
          fix: fix('find the gate', () => Promise.reject('nowhere')),
        }),
      ]),
  };
  const typed = await at({ home });
  await expect(ofGame(await told(typed, 'doctor', 'doctor --fix', 'doctor'))).toMatchFileSnapshot(
    golden('doctor'),
  );
  expect(fixed).toEqual(['mend the roof']);
  expect(await typed.json('doctor --fix')).toMatchObject({
    results: expect.arrayContaining([
      { title: 'the walls', found: 0 },
      { title: 'the cellar', found: 1 },
    ]) as unknown,
    fixed: [
      { code: 'stuck', did: 'oil the door', failed: 'no oil' },
      { code: 'lost', did: 'find the gate', failed: 'nowhere' },
    ],
    findings: expect.arrayContaining([
      { code: 'dark', level: 'note', what: 'It is dark.', next: 'Bring a lamp.', fix: null },
      expect.objectContaining({ code: 'stuck', fix: 'oil the door' }),
    ]) as unknown,
  });
});

test('doctor: a single problem, only notes, and nothing at all', async () => {
  let checks: readonly Check[] = [];
  const home = { forgeChecks: () => Promise.resolve(null), checks: () => Promise.resolve(checks) };
  const typed = await at({ home });
  const said = async (): Promise<readonly [number, string]> => {
    const { code, out } = await typed.type('doctor');
    return [code, ofGame(out)];
  };
  checks = [check('the roof', { code: 'leak', fix: { does: 'mend it', run: () => Promise.resolve() } })];
  expect(await said()).toEqual([
    3,
    'ok       the folder\nproblem  It is wrong. [leak]\n         next   Mend it.\n         --fix  mend it\nok       what game.yml says of its forge\n\n1 problem.\n`gitnomic doctor --fix` puts right 1 of this.\n',
  ]);
  checks = [check('the roof', { code: 'leak', level: 'note' })];
  expect(await said()).toEqual([
    0,
    'ok       the folder\nnote     It is wrong. [leak]\n         next   Mend it.\nok       what game.yml says of its forge\n\nNothing is wrong apart from the notes above.\n',
  ]);
  checks = [check('the roof')];
  expect((await said())[1]).toMatch(/^ok {7}the roof\n[^]*\nNothing is wrong/mu);
});

test('doctor: the remains of a game, a game further up, and one in game/', async () => {
  const forge = check('the remains', { code: 'forge-lost', what: 'Its forge is lost.', next: 'Rebuild it.' });
  const lost = await at({ find: () => null, home: { forgeChecks: () => Promise.resolve([forge]) } });
  expect(ofGame(await told(lost, 'doctor'))).toBe(
    '$ gitnomic doctor\nok       the folder\nproblem  Its forge is lost. [forge-lost]\n         next   Rebuild it.\n\n1 problem.\n[3]\n',
  );
  const asked: unknown[] = [];
  const home = (found: readonly Check[] | null) => ({
    forgeChecks: (folder: string, copied: boolean) => {
      asked.push([folder.replace(/.*\//u, ''), copied]);
      return Promise.resolve(found);
    },
    checks: (folder: string) => Promise.resolve([check(`the game in ${folder.replace(/.*\//u, '')}`)]),
  });
  const titles = async (typed: Typed, line = 'doctor'): Promise<readonly string[]> => {
    const { results } = (await typed.json(line)) as { results: { title: string }[] };
    return results.map(({ title }) => title).filter((title) => !/^(?:Node|port|the packages)/u.test(title));
  };
  const OF_GAME = 'what game.yml says of its forge';
  // What is checked as the game itself isn't checked again as a folder of files.
  const usual = await at({ home: home(null) });
  await usual.type('tick');
  asked.length = 0;
  expect(await titles(usual)).toEqual([
    'the folder',
    `the game in ${usual.folder.replace(/.*\//u, '')}`,
    OF_GAME,
  ]);
  expect(asked).toEqual([[usual.folder.replace(/.*\//u, ''), false]]);
  // Nothing of the forge is lost here, and the game further up is the one that is meant.
  const up = await at({ find: (folder) => (folder.endsWith('/game') ? null : root), home: home(null) });
  expect(await titles(up)).toEqual(['the folder', `the game in ${root.replace(/.*\//u, '')}`, OF_GAME]);
  // A named folder means itself.
  expect(await titles(up, `doctor --game ${up.folder}`)).toEqual(['a game']);
  const remains = await at({ find: () => root, home: home([forge]) });
  expect(await titles(remains)).toEqual(['the folder', 'the remains']);
  // A folder with content/ that is continued in game/.
  const copied = await at({
    find: (folder) => join(folder.replace(/\/game$/u, ''), 'game'),
    home: home(null),
  });
  mkdirSync(join(copied.folder, 'content'));
  writeFileSync(join(copied.folder, 'content/game.yml'), 'name: Harbour\nforge: { kind: shelf }\n');
  asked.length = 0;
  const all = await titles(copied);
  expect(asked).toEqual([[copied.folder.replace(/.*\//u, ''), true]]);
  expect(all.slice(0, 3)).toEqual(['the folder', 'the game in game', OF_GAME]);
  expect(all.slice(3)).toContain(OF_GAME);
  expect((await told(copied, 'doctor')).match(/.*unknown-forge.*\n.*\n.*/u)?.[0]).toContain('shelf');
});

test('upgrade: the branch with this engine, what it changes, and how it gets to the forge', async () => {
  const asked: unknown[] = [];
  let taken: EngineTaken = { oldVersion: '1.0.0', newVersion: '1.1.0', branch: null, changed: [] };
  const upgrade = (folder: string, wish: EngineWish): Promise<EngineTaken> => {
    asked.push([folder.startsWith(root), wish]);
    return Promise.resolve(taken);
  };
  const changesPage = (remote: string, branch: string): string => `${remote}/compare/${branch}`;
  const typed = await at({ home: null, upgrade, changesPage });
  const said: string[] = [];
  const files = (many: number): readonly string[] =>
    Array.from({ length: many }, (_, at) => `file-${at}.yml`);
  for (const [branch, many, line] of [
    [null, 0, 'upgrade'],
    [null, 1, 'upgrade --dry-run --engine ana/engine'],
    [null, 1, 'upgrade --push --dry-run --json'],
    [null, 13, 'upgrade --dry-run'],
    ['engine-1', 12, 'upgrade'],
    ['engine-1', 1, 'upgrade --json'],
  ] as const) {
    taken = { ...taken, branch, changed: files(many) };
    said.push(await told(typed, line));
  }
  await expect(said.join('\n')).toMatchFileSnapshot(golden('upgrade'));
  expect(asked.slice(0, 2)).toEqual([
    [true, { engine: undefined, dryRun: false, now: expect.stringMatching(/^\d{4}-/u) as unknown }],
    [true, expect.objectContaining({ engine: 'ana/engine', dryRun: true })],
  ]);
});

test('upgrading a game at home that is already in this engine’s format writes nothing', async () => {
  const typed = await at();
  expect((await typed.type('upgrade')).out).toContain('nothing has to change');
  expect(existsSync(join(typed.folder, 'content'))).toBe(false);
});

test('upgrade --push: pushes the branch, or tells the person how to', async () => {
  const changesPage = (remote: string, branch: string): string => `${remote}/compare/${branch}`;
  const upgrade = (): Promise<EngineTaken> =>
    Promise.resolve({ oldVersion: '1.0.0', newVersion: '1.1.0', branch: 'engine-1', changed: ['a.yml'] });
  const typed = await at({ home: null, upgrade, changesPage });
  const other = join(root, 'origin.git');
  const git = (...words: readonly string[]): string =>
    execFileSync('git', ['-C', typed.folder, ...words], { encoding: 'utf8', stdio: 'pipe' });
  execFileSync('git', ['init', '--quiet', '--bare', other]);
  git('init', '--quiet');
  git(
    '-c',
    'user.name=Ana',
    '-c',
    'user.email=ana@example.org',
    'commit',
    '--quiet',
    '--allow-empty',
    '-m',
    'One',
  );
  git('branch', 'engine-1');
  git('remote', 'add', 'origin', other);
  const { code, err } = await typed.type('upgrade --push');
  expect([code, err]).toEqual([
    3,
    expect.stringMatching(
      /^error\[push-failed\] {2}The branch engine-1 was made, but could not be pushed: \S[^\n]+\n {2}next {6}Push it yourself: git push origin engine-1\./u,
    ),
  ]);
  // Something that looks like ssh, and runs what it is given on this machine.
  const ssh = join(root, 'ssh');
  writeFileSync(ssh, '#!/bin/sh\nfor last; do :; done\nexec sh -c "$last"\n');
  chmodSync(ssh, 0o755);
  vi.stubEnv('GIT_SSH_COMMAND', ssh);
  vi.stubEnv('GIT_SSH_VARIANT', 'simple');
  git('remote', 'set-url', 'origin', `ssh://harbour${other}`);
  expect((await typed.type('upgrade --push')).out).toContain(
    `Open the pull request: ssh://harbour${other}/compare/engine-1\n`,
  );
  expect(execFileSync('git', ['-C', other, 'branch'], { encoding: 'utf8' })).toContain('engine-1');
});

test('recover --forge: what a new forge would have, and what it would lack', async () => {
  let remade: Remade = {
    folder: '/a game',
    name: 'Harbour',
    from: 'journal',
    until: '2024-03-01T09:00:00Z',
    pending: ['1', '2'],
    lost: [],
    aside: '/a game/aside',
  };
  const asked: boolean[] = [];
  const remakeForge = (_: string, __: unknown, dryRun: boolean): Promise<Remade> => {
    asked.push(dryRun);
    return Promise.resolve(remade);
  };
  const typed = await at({ home: { remakeForge } });
  const said = [await told(typed, 'doctor recover --forge', 'doctor recover --forge --dry-run')];
  remade = {
    ...remade,
    from: 'content',
    until: null,
    pending: [],
    lost: ['The seed.', 'Votes.'],
    aside: null,
  };
  said.push(
    await told(
      typed,
      'doctor recover --forge',
      'doctor recover --forge --dry-run',
      'doctor recover --forge --yes',
      'doctor recover --forge --yes --json',
    ),
  );
  remade = { ...remade, until: '' };
  said.push(await told(typed, 'doctor recover --forge --yes'));
  await expect(said.join('\n')).toMatchFileSnapshot(golden('recover-forge'));
  expect(asked).toEqual([true, false, true, true, true, false, false, false]);
});

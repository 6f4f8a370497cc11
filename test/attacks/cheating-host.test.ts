// Whoever hosts a game at home has its files, its clock and its seeds. What they can do with them, and who sees it.
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { runIn } from '../../src/main/fixtures/run-in.ts';
import { slowTest } from '../slowly.ts';

const root = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'cheating-host-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const AT = '2030-06-03T09:00:00Z';
const gitnomic = (folder: string, ...words: readonly string[]) => runIn(join(root, folder), AT, words);
const forge = (folder: string): string => join(root, folder, '.gitnomic/forge/repository.git');
const git = (folder: string, ...words: readonly string[]): string =>
  execFileSync('git', words, { cwd: forge(folder), encoding: 'utf8' }).trim();

beforeAll(async () => {
  const people = ['ana', 'bo', 'cy', 'dee', 'eli'].flatMap((name) => ['--player', name]);
  await runIn(root, AT, ['init', 'fair', ...people, '--admin', 'ana']);
  await gitnomic('fair', 'propose', '--as', 'bo', '--add-rule', 'Manners', '--text', 'Please.');
  await gitnomic('fair', 'vote', 'against', '1', '--as', 'cy');
  await gitnomic('fair', 'roll', 'DICE6', '--as', 'ana');
  await gitnomic('fair', 'roll', 'DICE6', '--as', 'bo');
});

function copied(name: string): string {
  cpSync(join(root, 'fair'), join(root, name), { recursive: true });
  rmSync(join(root, name, '.gitnomic/cache'), { recursive: true, force: true });
  return name;
}

/** What everybody sees of the game. */
async function shown(folder: string): Promise<readonly string[]> {
  const all = await Promise.all([['log'], ['log', 'journal']].map((words) => gitnomic(folder, ...words)));
  return all.map(({ said }) => said);
}

async function verified(folder: string): Promise<{ readonly lines: number; readonly hash: string }> {
  const { said } = await gitnomic(folder, 'log', 'journal', 'verify', '--json');
  return JSON.parse(said) as { readonly lines: number; readonly hash: string };
}

test.each(['replace refs', 'grafts', 'a shallow history'])(
  'ignores another history by %s: each commit is what its name says',
  async (how) => {
    const game = copied(how.replaceAll(' ', '-'));
    const before = await shown('fair');
    const [main, earlier] = [git(game, 'rev-parse', 'main'), git(game, 'rev-parse', 'main~1')];
    if (how === 'replace refs') {
      git(game, 'replace', main, earlier);
      const [blob, other] = ['main', earlier].map((at) =>
        git(game, 'rev-parse', `${at}:content/ledger/2030-06.jsonl`),
      );
      git(game, 'replace', blob ?? '', other ?? '');
    } else writeFileSync(join(forge(game), how === 'grafts' ? 'info/grafts' : 'shallow'), `${main}\n`);
    expect(await shown(game)).toEqual(before);
    expect((await gitnomic(game, 'replay')).said).toContain('the game is the same');
    expect(await gitnomic(game, 'log', 'journal', 'verify')).toMatchObject({ code: 0 });
  },
);

test('the next tick restores main after it was set back, or rebased without a line of the ledger', async () => {
  for (const how of ['set-back', 'rebased']) {
    const game = copied(how);
    const parent = git(game, 'rev-parse', 'main~1');
    const kept =
      how === 'rebased'
        ? git(game, 'commit-tree', `${parent}^{tree}`, '-p', parent, '-m', 'bo: roll')
        : parent;
    git(game, 'update-ref', 'refs/heads/main', kept);
    await gitnomic(game, 'tick');
    expect((await gitnomic(game, 'log')).said).toBe((await gitnomic('fair', 'log')).said);
    expect((await gitnomic(game, 'replay')).said).toContain('the game is the same');
  }
});

test('a vote that the host alters in the log still counts as cast, since the journal has it', async () => {
  const game = copied('altered');
  const path = join(root, game, '.gitnomic/forge/events.jsonl');
  const text = readFileSync(path, 'utf8');
  const altered = text.replace('"text":":against:"', '"text":"   :for: "');
  expect(altered).not.toBe(text);
  expect(altered.length).toBe(text.length);
  writeFileSync(path, altered);
  await gitnomic(game, 'tick');
  expect((await gitnomic(game, 'show', '1')).said).toContain('1 for, 1 against');
  expect(await verified(game)).toEqual(await verified('fair'));
});

test('a vote that the host makes up counts, but shows under the player’s name, who can see it', async () => {
  const game = copied('made-up');
  const by = { id: 'dee', name: 'dee', bot: false };
  const line = { type: 'commented', id: 'made-up-1', at: AT, by, post: '1', comment: 'c999', text: ':for:' };
  appendFileSync(join(root, game, '.gitnomic/forge/events.jsonl'), `${JSON.stringify(line)}\n`);
  await gitnomic(game, 'tick');
  const { said } = await gitnomic(game, 'show', '1');
  expect(said).toContain('2 for, 1 against');
  expect(said).toMatch(/dee.*for/iu);
});

test('a vote that main hasn’t read yet comes back from the forge if the host drops it from the journal', async () => {
  const game = copied('dropped');
  await gitnomic(game, 'vote', 'for', '1', '--as', 'dee');
  const cast = await verified(game);
  git(game, 'update-ref', 'refs/heads/journal', 'journal~1');
  await gitnomic(game, 'tick');
  expect((await gitnomic(game, 'show', '1')).said).toContain('2 for, 1 against');
  expect((await verified(game)).lines).toBe(cast.lines);
});

test('a vote that the host drops from both forge and journal is lost, but the player can see that', async () => {
  const game = copied('left-out');
  const path = join(root, game, '.gitnomic/forge/events.jsonl');
  const before = readFileSync(path, 'utf8');
  await gitnomic(game, 'vote', 'for', '1', '--as', 'dee');
  const cast = await verified(game);
  writeFileSync(path, before);
  git(game, 'update-ref', 'refs/heads/journal', 'journal~1');
  await gitnomic(game, 'tick');
  expect(await gitnomic(game, 'log', 'journal', 'verify')).toMatchObject({ code: 0 });
  expect(await verified(game)).not.toEqual(cast);
  const { said } = await gitnomic(game, 'show', '1');
  expect(said).toContain('1 for, 1 against');
  expect(said).not.toMatch(/dee.*for/iu);
});

test('restoring the folder from a copy gives a sound game without later events: the hash differs, dice fall the same', async () => {
  const game = copied('put-back');
  await gitnomic(game, 'vote', 'for', '1', '--as', 'dee');
  const rolled = await gitnomic(game, 'roll', 'DICE100', '--as', 'cy');
  const noted = await verified(game);
  rmSync(join(root, game), { recursive: true });
  expect(await gitnomic(copied(game), 'log', 'journal', 'verify')).toMatchObject({ code: 0 });
  expect((await gitnomic(game, 'show', '1')).said).toContain('1 for, 1 against');
  expect(await gitnomic(game, 'roll', 'DICE100', '--as', 'cy')).toEqual(rolled);
  expect((await verified(game)).hash).not.toBe(noted.hash);
});

test('two machines that continue one game diverge at the first event: their journals end in different hashes', async () => {
  const [one, other] = [copied('here'), copied('there')];
  expect(await verified(one)).toEqual(await verified(other));
  await gitnomic(one, 'vote', 'for', '1', '--as', 'dee');
  await gitnomic(other, 'vote', 'against', '1', '--as', 'dee');
  const [here, there] = [await verified(one), await verified(other)];
  expect([here.lines === there.lines, here.hash === there.hash]).toEqual([true, false]);
});

slowTest(
  'dice fall alike whenever the host lets the engine run: sooner, later, after idle ticks, or twice',
  async () => {
    const rolls = await Promise.all(
      [[], [['tick'], ['tick']], [['tick', '--forward', '5h', '--yes']]].map(async (before, index) => {
        const game = copied(`timing-${index}`);
        for (const words of before) await gitnomic(game, ...words);
        return /\b\d\b/u.exec((await gitnomic(game, 'roll', 'DICE6', '--as', 'cy')).said)?.[0];
      }),
    );
    expect(new Set(rolls).size).toBe(1);
    expect(rolls[0]).toMatch(/^[1-6]$/u);
  },
);

slowTest(
  'a host who begins again until the first die pleases has a game in which nothing shows it',
  async () => {
    const people = ['ana', 'bo', 'cy'].flatMap((name) => ['--player', name]);
    let face: string | undefined;
    for (let tries = 0; tries < 60 && face !== '2'; tries++) {
      rmSync(join(root, 'again'), { recursive: true, force: true });
      await runIn(root, AT, ['init', 'again', ...people, '--admin', 'ana']);
      face = /\b[12]\b/u.exec((await gitnomic('again', 'roll', 'DICE2', '--as', 'cy')).said)?.[0];
    }
    expect(face).toBe('2');
    expect((await gitnomic('again', 'replay')).said).toContain('the game is the same');
    expect(await gitnomic('again', 'log', 'journal', 'verify')).toMatchObject({ code: 0 });
  },
);

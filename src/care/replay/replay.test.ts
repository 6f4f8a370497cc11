// Games in memory that are played again: dynasties one by one, and whatever somebody changed behind the game's back.
import { beforeAll, describe, expect, test } from 'vitest';

import type { Person } from '../../forge/events.ts';
import { readCommit } from '../../repository/commit.ts';
import { readFileText } from '../../repository/read-file.ts';
import { ownBranch } from '../../repository/repository.ts';
import { writeCommit } from '../../repository/write-commit.ts';
import { kernelCaches } from '../../scenario/on-kernel/fixtures/runner.ts';
import { commitmentToSeed } from '../../session/chance/committed-seed.ts';
import { readDynasties } from '../../store/dynasties/list-past.ts';
import { journalTip } from '../../store/journal/journal-head.ts';
import { journalBranch } from '../../store/journal/part.ts';
import { listSegments } from '../../store/journal/segments.ts';
import type { RecordedLine } from '../../store/ledger-line.ts';
import { readGame } from '../../store/read-game.ts';
import {
  ana,
  bo,
  cy,
  dee,
  eli,
  fay,
  kernelGame,
  memoryVault,
  openTestGame,
  type TestGame,
} from '../../tick/fixtures/embedded-game.ts';
import { BELLS, enactBells, plant } from '../recover/fixtures/enact-bells.ts';
import { recover } from '../recover/recover.ts';
import { compareFiles, compareLines } from './replay-compare.ts';
import { readForReplay, replay, type Replayed } from './replay.ts';

const SEED = new Uint8Array(32).fill(5);
const vault = { ...memoryVault(), seeds: { dice: SEED, secret: new Uint8Array(32) } };

const replayed = (of: TestGame, more: Partial<Replayed> = {}): Replayed => ({
  forge: of.forge,
  vault,
  pictures: { all: () => ({}), keep: () => '' },
  main: () => of.mainTip(),
  content: () => of.content(),
  now: () => of.now,
  caches: kernelCaches,
  ...more,
});

const VOTERS = [ana, bo, cy, dee, eli, fay];
let played: TestGame;

/** Two dynasties that somebody wins, with dice in each, and the beginning of a third. */
beforeAll(async () => {
  played = await kernelGame({ dice: { source: 'committed', hash: commitmentToSeed(SEED) } });
  const thread = await played.forge.post({ key: 'actions', kind: 'actions', title: 'Actions', text: '' });
  const tick = (): Promise<unknown> => played.tick({ vault });
  const says = async (by: Person, post: string, text: string): Promise<void> => {
    played.later(0.5);
    await played.table.comment(by, post, text);
  };
  await tick();
  for (const winner of [bo, cy]) {
    await says(dee, thread, '/roll 3DICE20');
    const dov = await played.table.open(winner, { kind: 'dov', title: `${winner.name} has won`, text: '' });
    for (const voter of VOTERS) if (voter !== winner) await says(voter, dov, ':for:');
    played.later(13);
    await tick();
    await says(winner, thread, `/ascend theme="What ${winner.name} likes"`);
    await tick();
  }
  await says(ana, thread, '/roll 2DICE6');
  await tick();
});

/** The same game, with main as somebody has changed it. */
async function bent(changes: Readonly<Record<string, string>>): Promise<TestGame> {
  const game = await openTestGame(played.disk.copy(), played.now);
  await plant(game, changes);
  return game;
}

const codeOf = (asked: Promise<unknown>): Promise<unknown> =>
  asked.catch(({ code }: { readonly code: unknown }) => code);

test('played again it is the same, all of it and each dynasty, from all lines of the journal in order', async () => {
  const lines = readGame(await played.content()).ledger.length;
  const heard: number[] = [];
  const whole = await replay(replayed(played, { noteLine: (line) => void heard.push(line) }));
  expect(whole).toMatchObject({ same: true, stopped: [], since: null });
  expect(whole.same && whole.lines).toBeGreaterThan(lines);
  expect(heard).toEqual(heard.toSorted((a, b) => a - b));
  expect([...new Set(heard)]).toEqual(Array.from({ length: heard.at(-1) ?? 0 }, (_, at) => at + 1));
  for (const dynasty of [1, 2])
    expect(await replay(replayed(played), dynasty)).toMatchObject({ same: true, since: null });
  expect(await replay(replayed(played), 3)).toMatchObject({ same: true, lines });
  expect(await codeOf(replay(replayed(played), 7))).toBe('no-such-dynasty');
});

test('what is read for a replay begins where the game began', async () => {
  const first = await readForReplay(replayed(played));
  expect((await readCommit(played.forge.repository, first)).parents).toEqual([]);
});

describe('what somebody bends is found, at its place', () => {
  test('a frozen dynasty differs only in itself', async () => {
    const frozen = await readDynasties(played.forge.repository, await played.mainTip());
    const path = [...frozen.keys()].find((one) => /dynasties\/1\/ledger\//u.test(one)) ?? '';
    const text = frozen.get(path) ?? '';
    const game = await bent({ [path]: text.replace('"dee"', '"eli"') });
    const differs = { same: false, line: null, path, why: expect.stringContaining('frozen copy') as string };
    expect(await replay(replayed(game))).toMatchObject(differs);
    expect(await replay(replayed(game), 1)).toMatchObject(differs);
    expect(await replay(replayed(game), 2)).toMatchObject({ same: true });
  });

  test('a value of the gamestate', async () => {
    const path = 'content/gamestate/players/bo.md';
    const game = await bent({ [path]: '---\nname: Boss\n---\n' });
    for (const dynasty of [null, 3])
      expect(await replay(replayed(game), dynasty)).toMatchObject({ same: false, line: null, path });
  });

  test('a roll, by its seed, which has to be the promised one', async () => {
    const ledger = [...(await played.content())].find(([path]) => path.startsWith('content/ledger/'));
    const [path, text] = ledger ?? ['', ''];
    const result = /"result":(\d)/u.exec(text)?.[1];
    const game = await bent({ [path]: text.replace(`"result":${result}`, `"result":${7 - Number(result)}`) });
    for (const dynasty of [null, 3])
      expect(await replay(replayed(game), dynasty)).toMatchObject({
        same: false,
        line: expect.any(Number) as number,
      });
  });

  test('the journal, of which nothing is believed then', async () => {
    const game = await openTestGame(played.disk.copy(), played.now);
    const { repository } = game.forge;
    const tip = (await journalTip(repository)) ?? '';
    const path = (await listSegments(repository, tip)).map(({ path: one }) => one).at(-1) ?? '';
    const text = (await readFileText(repository, tip, path)) ?? '';
    const commit = await writeCommit(repository, {
      parents: [],
      changes: new Map([[path, text.replace('/roll 2DICE6', '/roll 3DICE6')]]),
      author: { name: 'x', email: '', at: game.now },
      message: 'x\n',
    });
    await game.forge.advance(ownBranch(repository, journalBranch), tip, commit);
    for (const dynasty of [null, 3])
      expect(await replay(replayed(game), dynasty)).toEqual({
        same: false,
        line: null,
        path: expect.stringContaining(' of the journal') as string,
        why: expect.stringMatching(/^the journal is not intact: [^;]*$/u) as string,
      });
  });
});

test('after somebody went back, a replay begins there, and a dynasty that began before can’t be played again', async () => {
  const game = await kernelGame();
  await enactBells(game);
  const forge = { forge: game.forge, by: ana.id, name: ana.name, now: game.now, caches: kernelCaches };
  await plant(game, { 'content/ruleset/dynastic/gulls.md': '---\ntitle: Gulls\norder: "x\n---\nGulls.\n' });
  await recover(forge);
  const post = await game.table.open(bo, { kind: 'story', title: 'Tea', text: '' });
  await game.table.comment(bo, post, '/act take-pip');
  await game.tick();
  expect(await replay(replayed(game))).toMatchObject({ same: true, since: { kind: 'recovery' } });
  await plant(game, { [BELLS]: '---\ntitle: Bells\norder: 90\n---\nThere are gulls.\n' });
  expect(await replay(replayed(game))).toMatchObject({ same: false, path: BELLS });
  expect(await codeOf(replay(replayed(game), 1))).toBe('changed-since');
});

const line = (n: number, more: object = {}): RecordedLine => ({
  n,
  at: '2024-03-01T09:00:00Z',
  by: 'ana',
  what: 'wave',
  draws: [],
  changes: [],
  ...more,
});

test.each([
  ['by', { by: 'bo' }, /^its by differs: "bo" is recorded, but a replay gives "ana"$/u],
  ['at', { at: '2024-03-01T09:00:01Z' }, /^its at differs/u],
  ['what', { what: 'nod' }, /^its what differs/u],
  ['with', { with: { to: 'bo' } }, /^its with differs: .* but a replay gives null$/u],
  ['draws', { draws: [{ kind: 'dice', size: 6, result: 1 }] }, /^its draws differs/u],
  ['changes', { changes: [{ path: ['game', 'x'], before: 1, after: 2 }] }, /^its changes differs/u],
  ['result', { result: 3 }, /^its result differs/u],
  ['refused', { refused: 'no' }, /^its refused differs/u],
])('a line that differs in %s is told with both', (_, more, why) => {
  expect(compareLines([line(0), line(1)], [line(0), line(1, more)])).toMatchObject({
    same: false,
    line: 1,
    path: null,
    why: expect.stringMatching(why) as string,
  });
});

test('lines that only one of two ledgers has are told, and equal ones and files are no difference', () => {
  expect(compareLines([line(0)], [line(0)])).toBeNull();
  expect(compareLines([], [])).toBeNull();
  expect(compareLines([line(0), line(1)], [line(0)])).toMatchObject({
    line: 1,
    why: 'the ledger lacks a line: ana: wave',
  });
  expect(compareLines([], [line(0)])).toMatchObject({ line: 0, why: 'in a replay ana does not do wave' });
  const files = (more: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
    new Map(
      Object.entries({
        'content/ruleset/a.md': 'a',
        'content/gamestate/b.md': 'b',
        'content/posts/c.md': 'c',
        ...more,
      }),
    );
  expect(compareFiles(files({}), files({ 'content/posts/c.md': 'other' }))).toBeNull();
  for (const path of ['content/ruleset/a.md', 'content/gamestate/b.md', 'content/ruleset/0.md'])
    for (const [one, other] of [
      [files({}), files({ [path]: 'x' })],
      [files({ [path]: 'x' }), files({})],
    ] as const)
      expect(compareFiles(one, other)).toMatchObject({ same: false, line: null, path });
});

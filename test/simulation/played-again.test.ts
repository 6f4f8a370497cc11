// A game of two dynasties is played again: it comes out the same, and what somebody changed behind its back is found.
import { beforeAll, describe, expect, test } from 'vitest';

import { codeOf, replayed, SEED, vault } from '../../src/care/replay/fixtures/replayed.ts';
import { readForReplay, replay } from '../../src/care/replay/replay.ts';
import { plant } from '../../src/care/recover/fixtures/enact-bells.ts';
import type { Person } from '../../src/forge/events.ts';
import { readCommit } from '../../src/repository/commit.ts';
import { readFileText } from '../../src/repository/read-file.ts';
import { ownBranch } from '../../src/repository/repository.ts';
import { writeCommit } from '../../src/repository/write-commit.ts';
import { commitmentToSeed } from '../../src/session/chance/committed-seed.ts';
import { readDynasties } from '../../src/store/dynasties/list-past.ts';
import { journalTip } from '../../src/store/journal/journal-head.ts';
import { recordPath } from '../../src/store/journal/journal-record.ts';
import { journalBranch } from '../../src/store/journal/part.ts';
import { listSegments } from '../../src/store/journal/segments.ts';
import { readGame } from '../../src/store/read-game.ts';
import { readContent } from '../../src/tick/observe.ts';
import {
  ana,
  bo,
  cy,
  dee,
  eli,
  fay,
  kernelGame,
  openTestGame,
  type TestGame,
} from '../../src/tick/fixtures/embedded-game.ts';

const VOTERS = [ana, bo, cy, dee, eli, fay];
let played: TestGame;

/** A die falls as each dynasty begins. */
const OMENS = new Map([
  ['core/omens.md', '---\ntitle: Omens\norder: 95\n---\nEach dynasty has an Omen.\n'],
  [
    'core/omens.ts',
    `import { integer, rule } from 'gitnomic/rules';
export default rule(() => ({
  game: { omen: integer() },
  on: { 'dynasty-begins'({ game, dice }) { game.omen = dice(1000); } },
}));
`,
  ],
]);

/** Two dynasties that somebody wins, with dice in each, and the beginning of a third. */
beforeAll(async () => {
  played = await kernelGame({
    dice: { source: 'committed', hash: commitmentToSeed(SEED) },
    ruleset: OMENS,
  });
  const thread = await played.forge.post({ key: 'actions', kind: 'actions', title: 'Actions', text: '' });
  const tick = (): Promise<unknown> => played.tick({ vault });
  const says = async (by: Person, post: string, text: string): Promise<void> => {
    played.later(0.5);
    await played.table.comment(by, post, text);
  };
  await tick();
  for (const winner of [bo, cy]) {
    // The second dynasty begins with what the engine does.
    if (winner === bo) await says(dee, thread, '/roll 3DICE20');
    const dov = await played.table.open(winner, { kind: 'dov', title: `${winner.name} has won`, text: '' });
    for (const voter of VOTERS) if (voter !== winner) await says(voter, dov, ':for:');
    played.later(13);
    await tick();
    if (winner === cy) await says(dee, thread, '/roll 3DICE20');
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

test('a copy with a journal of its own can’t be played again from before it was made', async () => {
  const files = await played.content();
  const frozen = await readDynasties(played.forge.repository, await played.mainTip());
  const game = await openTestGame(played.disk.copy(), played.now);
  const copy = await writeCommit(game.forge.repository, {
    parents: [],
    changes: new Map([...files, ...frozen].filter(([path]) => path !== recordPath)),
    author: { name: 'x', email: '', at: played.now },
    message: 'Copy\n',
  });
  const copied = { ...replayed(game), main: async () => Promise.resolve(copy) };
  const content = async () => readContent(game.forge, copy);
  for (const dynasty of [1, 2, 3])
    expect(await codeOf(replay({ ...copied, content }, dynasty))).toBe('before-journal');
  expect(await replay({ ...copied, content })).toMatchObject({ same: true, since: null });
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
    const result = /"size":6,"result":(\d)/u.exec(text)?.[1];
    const game = await bent({
      [path]: text.replace(`"size":6,"result":${result}`, `"size":6,"result":${7 - Number(result)}`),
    });
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

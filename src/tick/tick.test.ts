import { describe, expect, test } from 'vitest';

import { readCommit } from '../repository/commit.ts';
import { readBranch } from '../repository/refs.ts';
import { readGame } from '../store/read-game.ts';
import {
  ana,
  bo,
  cy,
  dee,
  eli,
  fay,
  memoryVault,
  kernelGame,
  VOTES,
  type TestGame,
} from './fixtures/embedded-game.ts';

const CORE = '[Core] A longer window';

/** A proposal that changes the voting window to 72 hours. */
async function proposeWindow(game: TestGame): Promise<{ post: string; head: string }> {
  const text = (await game.content()).get(VOTES) ?? '';
  const changed = text.replace('[48 hours](#value:window)', '[72 hours](#value:window)');
  expect(changed).not.toBe(text);
  const head = await game.branch({ [VOTES]: changed });
  return {
    post: await game.table.open(bo, {
      kind: 'proposal',
      title: CORE,
      text: 'Longer.',
      head,
      branch: 'longer',
    }),
    head,
  };
}

async function voteFor(game: TestGame, post: string, voters = [ana, cy, dee, eli]): Promise<void> {
  for (const voter of voters) await game.table.comment(voter, post, 'Yes :for:');
}

/** The engine's comments, in order. */
async function answers({ disk }: TestGame): Promise<string[]> {
  const log = new TextDecoder().decode((await disk.read('events.jsonl')) ?? new Uint8Array());
  const records = log
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string; key?: string; text?: string });
  return records.flatMap(({ type, text }) => (type === 'engine-said' ? [text ?? ''] : []));
}

describe('a proposal', () => {
  test('with a quorum in favour is enacted as one merge commit, and main’s ruleset has the change', async () => {
    const game = await kernelGame();
    const { post, head } = await proposeWindow(game);
    await voteFor(game, post);
    game.later(13);
    const before = await game.mainTip();
    const report = await game.tick();
    expect(report.happened.filter(({ outcome }) => !outcome.ok)).toEqual([]);
    expect(report.commits).toMatchObject([
      { message: expect.stringContaining(`Enact ${post}: ${CORE}`) as string },
    ]);
    const main = await game.mainTip();
    expect(await readCommit(game.forge.repository, main)).toMatchObject({
      parents: [before, head],
      author: { name: 'bo' },
      committer: { name: 'Gitnomic' },
    });
    const files = await game.content();
    expect(files.get(VOTES)).toContain('[72 hours](#value:window)');
    const { state, ledger, problems } = readGame(files);
    expect(problems).toEqual([]);
    expect(state?.posts[post]).toMatchObject({ status: 'enacted', tally: { for: 5, against: 0 } });
    expect(ledger).toMatchObject([{ n: 0, by: 'engine', what: `enact ${post}` }]);
  });

  test('that isn’t due makes no commit, however often it’s ticked', async () => {
    const game = await kernelGame();
    const before = await game.mainTip();
    expect((await game.tick()).commits).toEqual([]);
    const { post } = await proposeWindow(game);
    await voteFor(game, post, [ana]);
    expect((await game.tick()).commits).toEqual([]);
    expect((await game.tick()).commits).toEqual([]);
    expect(await game.mainTip()).toBe(before);
    game.later(60);
    // Two votes in favour miss the quorum of four, and the window is over.
    expect((await game.tick()).commits).toHaveLength(1);
    const after = await game.mainTip();
    expect((await game.tick()).commits).toEqual([]);
    expect(await game.mainTip()).toBe(after);
  });

  test('pushed to after the first vote is enacted as it was before', async () => {
    const game = await kernelGame();
    const { post, head } = await proposeWindow(game);
    await voteFor(game, post);
    const late = await game.branch({ [VOTES]: 'late' }, head);
    game.later(5);
    await game.table.push(bo, post, late);
    game.later(13);
    const report = await game.tick();
    expect(report.happened.filter(({ outcome }) => !outcome.ok)).toHaveLength(1);
    expect((await game.content()).get(VOTES)).toContain('[72 hours](#value:window)');
    expect((await readCommit(game.forge.repository, await game.mainTip())).parents[1]).toBe(head);
  });

  test('that is due is resolved before what happened later, whenever the engine runs', async () => {
    const game = await kernelGame();
    const { post } = await proposeWindow(game);
    await voteFor(game, post);
    game.later(13);
    for (const voter of [ana, cy, dee, eli]) await game.table.comment(voter, post, ':against:');
    game.later(1);
    await game.tick();
    expect(readGame(await game.content()).state?.posts[post]?.status).toBe('enacted');
  });

  test('and another one that changes a different sentence of a rule are both enacted', async () => {
    const game = await kernelGame();
    const text = (await game.content()).get(VOTES) ?? '';
    const one = await game.branch({
      [VOTES]: text.replace('[48 hours](#value:window)', '[72 hours](#value:window)'),
    });
    const two = await game.branch({ [VOTES]: `${text.trimEnd()}\n\nVotes are counted gladly.\n` });
    const first = await game.table.open(bo, {
      kind: 'proposal',
      title: CORE,
      text: '',
      head: one,
      branch: 'one',
    });
    const second = await game.table.open(dee, {
      kind: 'proposal',
      title: '[Core] Gladly',
      text: '',
      head: two,
      branch: 'two',
    });
    for (const post of [first, second]) await voteFor(game, post, [ana, cy, eli, fay]);
    game.later(13);
    expect((await game.tick()).commits).toHaveLength(2);
    const votes = (await game.content()).get(VOTES);
    expect(votes).toContain('[72 hours](#value:window)');
    expect(votes).toContain('counted gladly');
  });

  test('that changes the same sentence as an earlier one waits, and both versions are shown', async () => {
    const game = await kernelGame();
    const text = (await game.content()).get(VOTES) ?? '';
    const heads = [
      await game.branch({ [VOTES]: text.replace('[48 hours](#value:window)', '[72 hours](#value:window)') }),
      await game.branch({ [VOTES]: text.replace('[48 hours](#value:window)', '[24 hours](#value:window)') }),
    ];
    const posts: string[] = [];
    for (const [index, head] of heads.entries())
      posts.push(
        await game.table.open(index === 0 ? bo : dee, {
          kind: 'proposal',
          title: `[Core] Window ${index}`,
          text: '',
          head,
          branch: `w${index}`,
        }),
      );
    for (const post of posts) await voteFor(game, post, [ana, cy, eli, fay]);
    game.later(13);
    const report = await game.tick();
    expect(report.commits).toHaveLength(1);
    expect(report.stuck).toMatchObject([{ matter: posts[1], why: expect.stringContaining('24') as string }]);

    // Only an Admin can resolve the clash. Then the matter is enacted with that resolution, on record.
    const resolved = await game.branch({
      [VOTES]: text.replace('[48 hours](#value:window)', '[30 hours](#value:window)'),
    });
    await game.table.comment(bo, posts[1] ?? '', `/merge ${resolved}`);
    expect((await game.tick()).commits).toEqual([]);
    await game.table.comment(ana, posts[1] ?? '', `/merge ${resolved}`);
    expect((await game.tick()).commits).toHaveLength(1);
    const { ledger } = readGame(await game.content());
    expect(ledger.at(-1)).toMatchObject({
      what: `enact ${posts[1]}`,
      merged: { commit: resolved, by: 'ana' },
    });
    expect((await game.content()).get(VOTES)).toContain('[30 hours](#value:window)');
  });
});

describe('people', () => {
  test('act by comments, each action makes a commit with its ledger line, and they get an answer', async () => {
    const game = await kernelGame();
    const post = await game.table.open(bo, { kind: 'story', title: 'A story', text: 'Once.' });
    await game.table.comment(bo, post, '/roll 2DICE6');
    await game.table.comment(dee, post, 'And I:\n\n/act roll roll=DICE20');
    const report = await game.tick({ vault: memoryVault([4, 2, 17]) });
    expect(report.commits.map(({ message }) => message.split('\n')[0])).toEqual(['bo: roll', 'dee: roll']);
    const { ledger, state } = readGame(await game.content());
    expect(ledger).toMatchObject([
      { n: 0, by: 'bo', what: 'roll', draws: [{ result: 4 }, { result: 2 }] },
      { n: 1, by: 'dee', result: [17] },
    ]);
    expect(Object.keys(state?.posts ?? {})).toEqual([post]);
    expect(await answers(game)).toEqual([
      expect.stringContaining('DICE6: 4') as string,
      expect.stringContaining('DICE20: 17') as string,
    ]);
  });

  test('are told once why an action is refused', async () => {
    const game = await kernelGame();
    const post = await game.table.open(bo, { kind: 'story', title: 'A story', text: 'Once.' });
    await game.table.comment(bo, post, '/act rol');
    for (let times = 0; times < 3; times++) expect((await game.tick()).commits).toEqual([]);
    expect(await answers(game)).toEqual([
      '> /act rol\n\n**Refused**: there is no action called rol; did you mean roll?\n',
    ]);
  });

  test('who push changes to main that only play may make are reverted', async () => {
    const game = await kernelGame();
    const { repository } = game.forge;
    const before = await game.content();
    const pushed = await game.branch({
      [VOTES]: 'mine',
      'content/ledger/2024-03.jsonl': 'x\n',
      'README.md': 'Hello\n',
    });
    // This writes the branch like ordinary Git would.
    await repository.disk.write(
      `${repository.gitdir}/refs/heads/main`,
      new TextEncoder().encode(`${pushed}\n`),
    );
    const report = await game.tick();
    expect(report.undone).toEqual(['content/ledger/2024-03.jsonl', VOTES]);
    expect(await game.content()).toEqual(before);
    expect((await readCommit(repository, await game.mainTip())).parents).toEqual([pushed]);
    expect((await game.tick()).undone).toEqual([]);
    expect(await readBranch(repository, 'journal')).not.toBeNull();
  });
});

describe('a game that Admins resolve', () => {
  test('leaves due matters to them, and checks what they do', async () => {
    const game = await kernelGame({ resolution: 'by-admin' });
    const { post } = await proposeWindow(game);
    await voteFor(game, post);
    game.later(13);
    expect((await game.tick()).commits).toEqual([]);
    await game.table.comment(bo, post, '/enact');
    expect((await game.tick()).commits).toEqual([]);
    await game.table.comment(ana, post, '/enact');
    expect((await game.tick()).commits).toHaveLength(1);
    const { state, ledger } = readGame(await game.content());
    expect(state?.posts[post]).toMatchObject({ status: 'enacted', resolvedBy: 'ana' });
    expect(ledger).toMatchObject([{ by: 'ana', what: `enact ${post}` }]);
  });
});

describe('the journal', () => {
  test('is restored if somebody deletes it, and nothing happens twice', async () => {
    const game = await kernelGame();
    const story = await game.table.open(bo, { kind: 'story', title: 'A story', text: 'Once.' });
    await game.table.comment(bo, story, '/roll 2DICE6');
    const vault = memoryVault([4, 2, 17]);
    await game.tick({ vault });
    const { repository } = game.forge;
    await repository.disk.remove(`${repository.gitdir}/refs/heads/journal`);
    game.later(1);
    await game.table.comment(dee, story, '/roll DICE20');
    expect((await game.tick({ vault })).restored).toBe('deleted');
    expect((await game.tick({ vault })).restored).toBeNull();
    expect(readGame(await game.content()).ledger).toMatchObject([{ by: 'bo' }, { by: 'dee', result: [17] }]);
  });
});

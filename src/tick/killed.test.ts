import { expect, test } from 'vitest';

import type { Forge } from '../forge/port.ts';
import { readCommit } from '../repository/commit.ts';
import {
  ana,
  bo,
  cy,
  dee,
  eli,
  memoryVault,
  openTestGame,
  testGame,
  VOTES,
  type TestGame,
} from './fixtures/embedded-game.ts';

/** A forge whose process dies at its nth write, either before the write or just after it, before the caller learns of it. */
function dying(forge: Forge, nth: number, when: 'before' | 'after'): { forge: Forge; writes: () => number } {
  let writes = 0;
  const write = <Words extends readonly unknown[], Answer>(act: (...words: Words) => Promise<Answer>) => {
    return async (...words: Words): Promise<Answer> => {
      writes += 1;
      if (writes === nth && when === 'before') throw new Error('killed');
      const answer = await act(...words);
      if (writes === nth) throw new Error('killed');
      return answer;
    };
  };
  const { advance, post, comment, label, settle } = forge;
  return {
    writes: () => writes,
    forge: {
      ...forge,
      advance: write(advance),
      post: write(post),
      comment: write(comment),
      label: write(label),
      settle: write(settle),
    },
  };
}

/** A game with a matter to be enacted, one that fails, an action, and a refused action. */
async function busyGame(): Promise<TestGame> {
  const game = await testGame();
  const text = (await game.content()).get(VOTES) ?? '';
  const head = await game.branch({
    [VOTES]: text.replace('[48 hours](#value:window)', '[72 hours](#value:window)'),
  });
  const good = await game.table.open(bo, {
    kind: 'proposal',
    title: '[Core] Longer',
    text: '',
    head,
    branch: 'longer',
  });
  const other = await game.branch({
    'content/gamestate/players/bo.md': (
      (await game.content()).get('content/gamestate/players/bo.md') ?? ''
    ).replace('name: bo', 'name: Bo'),
  });
  const bad = await game.table.open(dee, {
    kind: 'proposal',
    title: 'Bo is Bo',
    text: '',
    head: other,
    branch: 'bo',
  });
  for (const voter of [ana, cy, dee, eli]) await game.table.comment(voter, good, ':for:');
  for (const voter of [ana, cy, bo, eli]) await game.table.comment(voter, bad, ':against:');
  await game.table.comment(bo, good, '/roll 2DICE6');
  await game.table.comment(bo, good, '/act rol');
  game.later(13);
  return game;
}

interface End {
  readonly content: readonly (readonly [string, string])[];
  readonly messages: readonly string[];
  readonly said: readonly string[];
}

async function endOf(game: TestGame): Promise<End> {
  const messages: string[] = [];
  for (let at: string | undefined = await game.mainTip(); at !== undefined;) {
    const commit = await readCommit(game.forge.repository, at);
    messages.push(commit.message);
    at = commit.parents[0];
  }
  const log = new TextDecoder().decode((await game.disk.read('events.jsonl')) ?? new Uint8Array());
  const said = log
    .split('\n')
    .flatMap((line) =>
      /"type":"(engine-said|engine-settled|engine-labelled)"/u.test(line)
        ? [line.replace(/"id":"[^"]*",/u, '')]
        : [],
    );
  const content = [...(await game.content())].filter(([path]) => path !== 'content/journal.json');
  return { content, messages, said: said.sort() };
}

test('the next tick finishes one that was killed between any two writes', async () => {
  const prepared = await busyGame();
  const again = async (): Promise<TestGame> => openTestGame(prepared.disk.copy(), prepared.now);
  const vault = () => memoryVault([4, 2]);

  const whole = await again();
  const counting = dying(whole.forge, Number.POSITIVE_INFINITY, 'before');
  await whole.tick({ forge: counting.forge, vault: vault() });
  await whole.tick({ vault: vault() });
  const expected = await endOf(whole);
  expect(expected.messages.map((message) => message.split('\n')[0])).toEqual([
    'Fail 2: Bo is Bo',
    'Enact 1: [Core] Longer',
    'bo: roll',
    'Begin',
  ]);

  for (let nth = 1; nth <= counting.writes(); nth++) {
    for (const when of ['before', 'after'] as const) {
      const game = await again();
      await expect(game.tick({ forge: dying(game.forge, nth, when).forge, vault: vault() })).rejects.toThrow(
        'killed',
      );
      await game.tick({ vault: vault() });
      expect(await endOf(game), `killed ${when} write ${nth}`).toEqual(expected);
    }
  }
});

test('of two simultaneous ticks, one wins and the other finds its work done', async () => {
  const prepared = await busyGame();
  const game = await openTestGame(prepared.disk, prepared.now);
  const other = await openTestGame(prepared.disk, prepared.now);
  await Promise.all([game.tick({ vault: memoryVault([4, 2]) }), other.tick({ vault: memoryVault([4, 2]) })]);
  expect((await endOf(game)).messages.map((message) => message.split('\n')[0])).toEqual([
    'Fail 2: Bo is Bo',
    'Enact 1: [Core] Longer',
    'bo: roll',
    'Begin',
  ]);
});

// A bridge votes, speaks and acts in a game only for players who allowed it from their own account.
import { beforeEach, describe, expect, test } from 'vitest';

import {
  bo,
  cy,
  person,
  seenAfterTick,
  kernelGame,
  type TestGame,
} from '../../src/tick/fixtures/embedded-game.ts';

const bridge = { id: '4711', name: 'nomic-bridge', bot: true };
const CODE = 'K7f3Qz_90abc';

describe('a bridge in a game', () => {
  let game: TestGame;
  let matter = '';

  beforeEach(async () => {
    game = await kernelGame();
    matter = await game.table.open(cy, { kind: 'proposal', title: 'Tea', text: 'Please.' });
  });

  interface Seen {
    readonly votes: Readonly<Record<string, string>>;
    readonly comments: readonly string[];
    readonly machines: readonly string[];
    readonly answers: string;
  }

  async function seen(): Promise<Seen> {
    const found = await seenAfterTick(game, ({ open: { play }, accounts }) => {
      const post = play.state().posts[matter];
      return {
        votes: Object.fromEntries((post?.uses ?? []).map(({ by, vote }) => [by, vote])),
        comments: (post?.comments ?? []).map(
          ({ by, text, deleted }) => `${by}: ${deleted === true ? 'removed' : text}`,
        ),
        machines: [...accounts.machines],
      };
    });
    return { ...found, answers: (await game.said(matter)).join('\n') };
  }

  const say = (who: typeof bridge, text: string): Promise<string> => game.table.comment(who, matter, text);

  test('once a player allows it, the bridge votes, speaks and acts for them, and they aren’t marked as a machine', async () => {
    await say(bo, `/bridge nomic-bridge ${CODE}`);
    await say(bridge, '/as bo\n\n:for: Gladly.');
    await say(bridge, '/as Bo\n\n/act take-pip');
    const { votes, comments, machines, answers } = await seen();
    expect(votes).toEqual({ bo: 'FOR' });
    expect(comments).toContain('bo: :for: Gladly.\n\n*Through nomic-bridge.*');
    expect(answers).toContain('bo: Pips 3 → 4');
    expect(machines).toEqual([]);
  });

  test.each([
    ['nobody said so', '', bridge],
    ['somebody else says it', `/bridge nomic-bridge ${CODE}`, person('mallory')],
    ['it was taken back', `/bridge nomic-bridge ${CODE}\n/bridge none`, bridge],
    ['it was said of another account', `/bridge other-bridge ${CODE}`, bridge],
  ])('refuses words for a player, and counts nothing, if %s', async (_, first, who) => {
    if (first !== '') await say(bo, first);
    await say(who, '/as bo\n\n:for:');
    const { votes, comments, answers } = await seen();
    expect(votes).toEqual({});
    expect(comments.filter((one) => one.includes(':for:'))).toEqual([]);
    expect(answers).toContain('can’t speak for bo');
  });

  test('an account that takes over the name of a bridge that has spoken isn’t that bridge', async () => {
    await say(bo, `/bridge nomic-bridge ${CODE}`);
    await say(bridge, '/as bo\n\nHello.');
    await say({ ...bridge, id: '4712' }, '/as bo\n\n:against:');
    const { votes, comments } = await seen();
    expect(votes).toEqual({});
    expect(comments.filter((one) => one.startsWith('bo: Hello.'))).toHaveLength(1);
  });

  test('a code is for one player, and a bridge can’t choose a bridge', async () => {
    await say(bo, `/bridge nomic-bridge ${CODE}`);
    await say(cy, `/bridge nomic-bridge ${CODE}`);
    await say(bridge, '/as cy\n\n:for:');
    await say(bridge, '/as bo\n\n/bridge other-bridge another-code');
    // A fence within a fence hides no command behind it.
    await say(bridge, '/as bo\n\n~~~\n```\n~~~\n/bridge other-bridge another-code');
    await say(bo, '/bridge nomic-bridge short');
    const { votes, answers } = await seen();
    expect(votes).toEqual({});
    expect(answers.match(/Only your own account/gu)).toHaveLength(2);
    for (const why of [
      'somebody else has already used this code',
      'Only your own account can choose a bridge',
      'write `/bridge ACCOUNT CODE`',
    ])
      expect(answers.replaceAll('\\', '')).toContain(why);
  });

  test('what a bridge edits or removes is still that player’s', async () => {
    await say(bo, `/bridge nomic-bridge ${CODE}`);
    const words = await say(bridge, '/as bo\n\nHelo.');
    await seen();
    await game.table.editComment(bridge, matter, words, '/as bo\n\nHello.');
    const { comments } = await seen();
    expect(comments).toContain('bo: Hello.\n\n*Through nomic-bridge.*');
    await game.table.removeComment(bridge, matter, words);
    expect((await seen()).comments).toContain('bo: removed');
  });
});

// Admins can moderate on record and take it back: what a game keeps, shows and answers.
import { beforeEach, describe, expect, test } from 'vitest';

import { ModeratedGame } from '../../src/store/moderation.ts';
import {
  ana,
  bo,
  cy,
  person,
  seenAfterTick,
  kernelGame,
  type TestGame,
} from '../../src/tick/fixtures/embedded-game.ts';

describe('moderation in a game', () => {
  let game: TestGame;
  let matter = '';

  beforeEach(async () => {
    game = await kernelGame();
    matter = await game.table.open(cy, { kind: 'proposal', title: 'Tea', text: 'Please.' });
  });

  const say = (who: typeof ana, text: string): Promise<string> => game.table.comment(who, matter, text);

  interface Seen {
    readonly kept: readonly string[];
    readonly shown: readonly string[];
    readonly votes: readonly string[];
    readonly answers: readonly string[];
  }

  async function seen(): Promise<Seen> {
    const found = await seenAfterTick(game, ({ open: { play }, moderation }) => {
      const post = play.state().posts[matter];
      if (post === undefined) throw new Error('the matter is gone');
      const shown = new ModeratedGame(moderation.inForce, play.model, play.state()).shown(post);
      return {
        kept: post.comments.map(({ text }) => text),
        shown: shown.comments.map(({ text }) => text),
        votes: post.uses.map(({ by, vote }) => `${by} ${vote}`),
      };
    });
    return { ...found, answers: await game.said(matter) };
  }

  test('hides a muted person’s words from then on, but keeps them and counts the vote, and unmuting shows all again', async () => {
    await say(bo, 'Good morning.');
    game.later(1);
    await say(ana, '/peace mute=bo why="insults on 1"');
    game.later(1);
    await say(bo, ':for: You fools.');
    const muted = await seen();
    expect(muted.kept).toContain(':for: You fools.');
    expect(muted.shown).toContain('Good morning.');
    expect(muted.shown.join('\n')).not.toContain('fools');
    expect(muted.shown).toContain('*Kept, and not shown: ana muted bo on 2024-03-01.*');
    expect(muted.votes).toEqual(['bo FOR']);
    await say(ana, '/peace unmute=bo why="they said sorry"');
    const after = await seen();
    expect(after.shown).toEqual(after.kept);
    const ledger = [...(await game.content())]
      .filter(([path]) => path.includes('ledger'))
      .map(([, text]) => text);
    expect(ledger.join('\n')).toContain('"what":"keep peace"');
    expect(ledger.join('\n')).toContain('they said sorry');
  });

  test('a muted person’s edit of old words isn’t shown', async () => {
    const comment = await say(bo, 'Good morning.');
    await say(ana, '/peace mute=bo why="insults"');
    await game.table.editComment(bo, matter, comment, 'You fools.');
    const { kept: saved, shown } = await seen();
    expect(saved).toContain('You fools.');
    expect(shown).not.toContain('You fools.');
  });

  test('is only for Admins, only with a reason, and only for what is possible', async () => {
    await say(bo, '/peace mute=cy why="I am no Admin"');
    await say(ana, '/peace mute=bo');
    await say(ana, '/peace mute=nobody why="who?"');
    await say(ana, '/peace unmute=bo why="he is not muted"');
    await say(ana, '/peace mute=bo pace=3 why="two at once"');
    const { answers } = await seen();
    expect(answers.filter((one) => one.includes('**Refused**'))).toHaveLength(5);
    expect(answers.join('\n')).toContain('only an admin can do this');
    expect(answers.join('\n')).toContain('add why=');
    expect([...(await game.content()).keys()]).not.toContain('content/engine/peace.json');
  });

  test('while joining is closed, newcomers aren’t heard, but players are', async () => {
    await say(ana, '/peace joining=closed why="spam"');
    await say(person('mallory'), 'Buy now.');
    await say(bo, 'Still here.');
    const closed = await seen();
    expect(closed.kept).toContain('Still here.');
    expect(closed.kept).not.toContain('Buy now.');
    expect(closed.answers.join('\n')).toContain('Nobody can join at the moment');
    await say(ana, '/peace joining=open why="it is over"');
    await say(person('mallory'), 'Hello.');
    expect((await seen()).kept).toContain('Hello.');
  });

  test('a pace limits everybody’s posts in an hour, and then starts afresh; Admins are exempt', async () => {
    await say(ana, '/peace pace=2 why="floods"');
    for (const text of ['one', 'two', 'three']) await say(bo, text);
    for (const text of ['a', 'b', 'c']) await say(ana, text);
    const first = await seen();
    expect(first.kept).toEqual(expect.arrayContaining(['one', 'two', 'a', 'b', 'c']));
    expect(first.kept).not.toContain('three');
    expect(first.answers.join('\n')).toContain('For now, everybody may post 2 times an hour');
    game.later(2);
    await say(bo, 'four');
    expect((await seen()).kept).toContain('four');
  });

  test('a pace allows as much after the clock was put back', async () => {
    game.later(5);
    await say(ana, '/peace pace=2 why="floods"');
    for (const text of ['one', 'two']) await say(bo, text);
    await seen();
    game.later(-5);
    for (const text of ['three', 'four', 'five']) await say(bo, text);
    const { kept: saved } = await seen();
    expect(saved).toEqual(expect.arrayContaining(['one', 'two', 'three', 'four']));
    expect(saved).not.toContain('five');
  });

  test('marks accounts as one person’s, with the evidence, only once, and the mark can be removed', async () => {
    await say(ana, '/peace same="bo cy" why="both wrote so on 1"');
    await say(ana, '/peace same="cy bo" why="again"');
    await seen();
    const marked = (await game.content()).get('content/engine/peace.json') ?? '{}';
    expect(JSON.parse(marked)).toMatchObject({
      same: [{ players: ['bo', 'cy'], why: 'both wrote so on 1', by: 'ana' }],
    });
    await say(ana, '/peace apart="bo cy" why="they met"');
    await seen();
    expect((await game.content()).get('content/engine/peace.json') ?? '').not.toContain('bo');
  });
});

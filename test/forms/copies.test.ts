// Copies of a game as it stood earlier. That they are made, the tests of the host check; this is what the form does with them.
import { expect, test } from 'vitest';

import { homeWith } from '../../src/host/fixtures/home-with.ts';
import type { HomeGame } from '../../src/host/game.ts';
import { AtTable, buttonsIn } from '../../src/seat/forms/fixtures/at-table.ts';

const COMMIT = 'a'.repeat(40);

/** A game that can be copied, and the copies that were made. */
async function copied(): Promise<{ readonly game: HomeGame; readonly made: readonly string[] }> {
  const plain = await homeWith();
  const made: string[] = [];
  const game: HomeGame = {
    ...plain,
    folder: '/games/harbour',
    points: () => Promise.resolve([{ commit: COMMIT, at: '2024-03-01T09:00:00Z', message: 'Begin' }]),
    fork: (commit) => {
      made.push(commit);
      return Promise.resolve({ ...plain, folder: '/games/harbour-copy' });
    },
  };
  return { game, made };
}

test('offers each point to go back to by what happened then, and continues in a copy from it', async () => {
  const { game, made } = await copied();
  const ana = new AtTable(game, 'ana');
  const form = await ana.open('back');
  expect(form.parts.map(({ title, meta }) => [title, meta])).toEqual([
    ['You are here', '/games/harbour'],
    ['Begin', expect.stringMatching(/2024/u)],
  ]);
  const sent = await ana.press(form, 'Rewind to: Begin');
  expect(sent).toMatchObject({
    play: { folder: '/games/harbour-copy' },
    done: 'You now play a copy of the game as it was then, in /games/harbour-copy. The others stay where they were.',
    step: { ok: true, said: ['The original game is unchanged in /games/harbour.'] },
    hostDid: expect.stringMatching(/^made a copy of the game, as it stood at .*2024/u),
    goTo: '',
  });
  expect(made).toEqual([COMMIT]);
});

test('somebody who plays a copy sees the other games, and can go on in any of them', async () => {
  const { game } = await copied();
  const copy: HomeGame = { ...game, folder: '/games/harbour-copy' };
  const games = new Map([game, copy].map((one) => [one.folder, one]));
  const ana = new AtTable(copy, 'ana', { games });
  const form = await ana.open('back');
  expect(buttonsIn(form)).toEqual(['Play /games/harbour', 'Rewind to: Begin']);
  expect(await ana.press(form, 'Play /games/harbour')).toMatchObject({
    play: { folder: '/games/harbour' },
    done: 'You now play the game in /games/harbour.',
  });
  expect(await ana.send('back', { folder: '/etc' })).toEqual({ refused: '400 There’s no such game here.' });
});

test.each([
  ['matters/1/', 'matters/1/'],
  ['rules/core/votes/', 'rules/core/votes/'],
  ['do/time/', ''],
  ['//evil.example/', ''],
  ['https://evil.example/', ''],
  ['', ''],
])('leaving a copy from %s leads to “%s” of the game', async (leave, goTo) => {
  const { game } = await copied();
  const copy: HomeGame = { ...game, folder: '/games/harbour-copy' };
  const games = new Map([game, copy].map((one) => [one.folder, one]));
  expect(await new AtTable(copy, 'ana', { games }).send('back', { leave })).toMatchObject({
    play: { folder: '/games/harbour' },
    done: 'You’re back in the game.',
    goTo,
  });
});

test('refuses to go back to a point that never was, or in a game that isn’t practice', async () => {
  const { game, made } = await copied();
  for (const commit of ['b'.repeat(40), 'main', ''])
    expect(await new AtTable(game, 'ana').send('back', { commit })).toEqual({
      refused: '400 You can’t rewind to that point. The page lists those you can rewind to.',
    });
  const real = new AtTable(game, 'ana', { isPractice: false });
  const why = /^403 This isn’t a practice game: nobody can make a copy of it here\./u;
  expect(await real.refusal('back')).toMatch(why);
  expect(await real.send('back', { commit: COMMIT })).toMatchObject({ refused: expect.stringMatching(why) });
  expect(made).toEqual([]);
});

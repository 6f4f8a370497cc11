import { expect, test } from 'vitest';

import { openGame } from '../src/engine/game/open-game.ts';
import { readLibrary } from '../src/engine/library.ts';
import { filesOnDisk } from '../src/engine/local/checkout.ts';
import { playSample } from '../scripts/sample/play-sample.ts';

const shipped = filesOnDisk(process.cwd());

test('the sample game is the same each time, to the byte', { timeout: 240_000 }, async () => {
  const library = readLibrary();
  const [first, second] = [
    await playSample({ library, dynasties: 1 }),
    await playSample({ library, dynasties: 1 }),
  ];
  expect(first.refusals).toEqual([]);
  expect(first.accepted.get('ascend')).toBe(1);
  const different = [...new Set([...first.files.keys(), ...second.files.keys()])].filter(
    (path) => !same(first.files.get(path), second.files.get(path)),
  );
  expect(different).toEqual([]);
});

function same(one: Uint8Array | undefined, other: Uint8Array | undefined): boolean {
  return one !== undefined && other !== undefined && Buffer.compare(one, other) === 0;
}

test('the game that is shipped opens, and has proposals pending', async () => {
  const { play, read } = await openGame(shipped);
  try {
    expect(read.problems).toEqual([]);
    expect(read.game.name).toBe('Zahndorf');
    const posts = Object.values(play.state().posts);
    expect(posts.filter(({ status }) => status === 'pending').length).toBeGreaterThanOrEqual(3);
    expect(posts.filter(({ status }) => status === 'enacted').length).toBeGreaterThan(8);
    expect(posts.filter(({ status }) => status === 'failed').length).toBeGreaterThan(3);
    expect(Object.keys(play.state().things['runs'] ?? {}).length).toBeGreaterThan(5);
  } finally {
    play.dispose();
  }
});

test('what is proposed in the shipped game can be tallied', async () => {
  const { play } = await openGame(shipped);
  try {
    const pending = Object.values(play.state().posts).filter(({ status }) => status === 'pending');
    for (const { id, title } of pending) {
      const [answer] = play.query('2021-07-15T12:00:00Z', [['matters', id]]);
      expect({ title, tally: answer?.value }).toMatchObject({
        title,
        tally: { for: expect.any(Number) as number },
      });
    }
  } finally {
    play.dispose();
  }
});

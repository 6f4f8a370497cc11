import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { expect, test } from 'vitest';

import { openGame } from '../src/engine/game/open-game.ts';
import { readLibrary } from '../src/engine/library.ts';
import { filesOnDisk } from '../src/engine/local/checkout.ts';
import { sampleDynasty } from '../content/library/clans/players/sample-dynasty.ts';
import { playScript } from '../scripts/sample/play-script.ts';
import { SampleWorld } from '../scripts/sample/world.ts';
import { playSample } from '../scripts/sample/play-sample.ts';

const shipped = filesOnDisk(process.cwd());

test('the sample game is the same each time, to the byte', { timeout: 120_000 }, async () => {
  const library = readLibrary();
  const [first, second] = [
    await playSample({ library, days: 2.2 }),
    await playSample({ library, days: 2.2 }),
  ];
  expect(first.ledger).toBeGreaterThan(20);
  const different = [...new Set([...first.files.keys(), ...second.files.keys()])].filter(
    (path) => first.files.get(path) !== second.files.get(path),
  );
  expect(different).toEqual([]);
});

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

test('sample barbarians play through the forge, sealed moves and all', { timeout: 120_000 }, async () => {
  const ids = ['ulf', 'asa', 'brok', 'dag', 'embla', 'frode', 'gro', 'hild'];
  const start = '2008-11-03T00:00:00Z';
  const identity = await generateX25519Identity();
  const key = { identity, recipient: await identityToRecipient(identity) };
  const players = ids.map((id) => ({ id, account: id, admin: id === 'ulf', emperor: id === 'ulf' }));
  // Whoever equals the emperor in honor has won: he is held in honor before there are any lords.
  const given = { 'players.ulf.honor': 40 };
  const wish = { name: 'The Long Winter', core: '2008', dynasty: 'clans', at: start, players, given };
  const people = ids.map((id) => ({ id, name: id, bot: false }));
  const world = await SampleWorld.begin(readLibrary(), wish, people, key);
  const script = sampleDynasty({ start, emperor: 'ulf', players: ids.slice(1) });
  await playScript(world, script, { inPublic: ['duel'], most: 90 });
  expect(world.refusals).toEqual([]);
  expect(world.accepted.get('resolve-rounds')).toBeGreaterThan(0);
});

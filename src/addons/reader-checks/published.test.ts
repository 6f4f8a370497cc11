// A game as it is published, checked by its readers.
import { expect, test } from 'vitest';

import { kernelCaches as caches } from '../../scenario/on-kernel/fixtures/runner.ts';
import { writeCommand } from '../../session/take/commands.ts';
import { somebody } from '../../session/fixtures/desk.ts';
import { homeWith } from '../../host/fixtures/home-with.ts';
import type { HomeGame } from '../../host/game.ts';
import { writeCommit } from '../../repository/write-commit.ts';
import { checkPublished, openPublished, readAbout, type CheckedPart } from './published.ts';
import { publishRecord } from './publish.ts';
import { utf8 } from '#platform/bytes.ts';

const FOR = Object.fromEntries(['ana', 'bo', 'cy', 'dee', 'eli', 'fay'].map((who) => [who, 'FOR']));

/** A game in which something was decided. */
async function decided(): Promise<HomeGame> {
  const game = await homeWith({
    core: '2021',
    posts: [
      {
        by: 'bo',
        title: 'Is it noon?',
        kind: 'cfj',
        text: 'Well?',
        votes: FOR,
        says: [['cy', 'You fools.']],
      },
    ],
  });
  game.forward(80 * 3_600_000);
  await game.tick();
  return game;
}

async function checked(game: HomeGame): Promise<readonly CheckedPart[]> {
  const files = await publishRecord({ ...game, caches }, ['game']);
  const about = readAbout(utf8(String(files.get('about.json'))));
  const [pack, index] = ['game.pack', 'game.idx'].map((name) => files.get(name) as Uint8Array);
  const published = await openPublished(about, pack as Uint8Array, index as Uint8Array);
  const parts: CheckedPart[] = [];
  for await (const part of checkPublished({ ...published, game: { ...published.game, caches } }, null))
    parts.push(part);
  return parts;
}

test('finds a sound game sound, with what was counted', async () => {
  const [objects, journal, game] = await checked(await decided());
  expect(objects).toEqual({ part: 'objects', count: expect.any(Number), damaged: [] });
  expect(journal).toMatchObject({ part: 'journal', hidden: 0, wrong: null, lines: expect.any(Number) });
  expect(game).toMatchObject({
    part: 'game',
    isSame: true,
    wrong: null,
    tallies: 1,
    enacted: 1,
    rolls: 0,
    since: null,
  });
});

test('finds the ledger line that tells what didn’t happen', async () => {
  const game = await decided();
  const main = await game.main();
  const content = await game.content();
  const path = [...content.keys()].find((name) => name.startsWith('content/ledger/')) ?? '';
  const forged = (content.get(path) ?? '').replace('"enact 1"', '"fail 1"');
  const commit = await writeCommit(game.forge.repository, {
    parents: [main],
    changes: new Map([[path, forged]]),
    author: { name: 'eve', email: '', at: game.now() },
    message: 'Forge\n',
  });
  await game.forge.advance('main', main, commit);
  const part = (await checked(game)).at(-1);
  expect(part).toMatchObject({ part: 'game', isSame: false, enacted: 0, tallies: 1 });
  expect(part).toHaveProperty('wrong.why', expect.stringMatching(/./u));
});

test('leaves out a muted player’s words, and can’t tell what depends on them', async () => {
  const game = await decided();
  const command = writeCommand('peace', { hide: 'cy', why: 'insults' });
  await game.say(somebody('ana'), await game.thread(), command);
  await game.tick();
  const [, journal, replayed] = await checked(game);
  expect(journal).toMatchObject({ part: 'journal', hidden: expect.any(Number) });
  expect(journal?.part === 'journal' ? journal.hidden : 0).toBeGreaterThan(0);
  expect(replayed).not.toMatchObject({ isSame: false });
});

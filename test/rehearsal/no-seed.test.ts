import { expect, test } from 'vitest';

import { ana, bo, cy, dee, eli, fay, memoryVault, testGame } from '../../src/tick/fixtures/embedded-game.ts';
import { replay } from '../../src/care/replay/replay.ts';
import { replayed } from '../../src/care/replay/fixtures/replayed.ts';
import { clause } from './brick-parts.ts';

const NO_SEED = 'the seed of the dice is missing here';
const PEOPLE = [ana, bo, cy, dee, eli, fay];

// The dice are rolled where the game's own forge keeps their seed; a tick elsewhere has none.
test.each([
  ['a matter is enacted', `{ on: { enacted({ dice }) { dice(6); } } }`, ':for:'],
  ['something changed by it', `{ on: { changed({ dice }) { dice(6); } } }`, ':for:'],
  ['a matter fails', `{ on: { failed({ dice }) { dice(6); } } }`, ':against:'],
])(
  'if a rule rolls when %s and there’s no seed, that is reported, and nothing is done until there is one',
  async (_, body, vote) => {
    const game = await testGame();
    await game.forge.advance('main', await game.mainTip(), await game.branch(clause(body)()));
    const head = await game.branch({
      'content/ruleset/dynastic/terns.md': '---\ntitle: Terns\n---\nTerns.\n',
    });
    const post = await game.table.open(ana, {
      kind: 'proposal',
      title: '[Dynastic] Terns',
      text: 'Now.',
      head,
    });
    const vault = memoryVault(new Array<number>(20).fill(3));
    await game.tick({ vault });
    for (const person of PEOPLE) await game.table.comment(person, post, vote);
    // What nobody wants fails at once.
    if (vote === ':for:') await game.tick({ vault });
    game.later(50);
    const isOver = async (): Promise<boolean> =>
      [...(await game.content())].some(
        ([path, text]) => path.startsWith('content/posts/') && text.includes('Terns'),
      );
    const without = await game.tick();
    expect(without.stuck.map(({ why }) => why)).toContain(NO_SEED);
    expect(await isOver()).toBe(false);
    expect((await game.tick()).stuck.map(({ why }) => why)).toContain(NO_SEED);
    const after = await game.tick({ vault });
    expect(after.stuck).toEqual([]);
    expect(await isOver()).toBe(true);
    expect((await game.content()).has('content/ruleset/dynastic/terns.md')).toBe(vote === ':for:');
  },
);

test('if a rule rolls at a moment and there’s no seed, that is reported, and matters are still resolved', async () => {
  const game = await testGame();
  const body = `{ times: { bells: { title: 'Bells', at: ({ since }) => since, effect({ dice }) { dice(6); } } } }`;
  await game.forge.advance('main', await game.mainTip(), await game.branch(clause(body)()));
  const post = await game.table.open(ana, {
    kind: 'proposal',
    title: 'Terns',
    text: 'Now.',
    head: await game.branch({}),
  });
  for (const person of PEOPLE) await game.table.comment(person, post, ':for:');
  game.later(50);
  const { stuck, happened } = await game.tick();
  expect(stuck).toEqual([{ matter: 'time bells', why: NO_SEED }]);
  expect(happened.map(({ what }) => what).join()).toContain(`enact ${post}`);
  expect((await game.tick({ vault: memoryVault([3, 3]) })).stuck).toEqual([]);
});

test('a roll refused for lack of the seed stays refused on record, and the next roll takes its place', async () => {
  const game = await testGame();
  const vault = memoryVault([4, 5]);
  const thread = await game.forge.post({ key: 'actions', kind: 'actions', title: 'Actions', text: '' });
  await game.table.comment(bo, thread, '/roll DICE6');
  // A clone leaves the roll to the engine that has the seed.
  expect((await game.tick({ dryRun: true, elsewhere: true })).commits).toEqual([]);
  await game.tick();
  const refused = `**Refused**: ${NO_SEED}`;
  expect(await game.said(thread)).toEqual([expect.stringContaining(refused)]);
  await game.table.comment(cy, thread, '/roll DICE20');
  await game.tick({ vault });
  expect(await game.said(thread)).toEqual([
    expect.stringContaining(refused),
    expect.stringContaining('DICE20: 4'),
  ]);
  await game.table.comment(bo, thread, '/roll DICE6');
  await game.tick({ vault });
  expect((await game.said(thread)).at(-1)).toContain('DICE6: 5');
  const verdict = await replay(replayed(game));
  expect(verdict).toMatchObject({ same: true, stopped: [{ line: 0, by: 'bo', recorded: NO_SEED }] });
});

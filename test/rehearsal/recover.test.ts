import { expect, test } from 'vitest';
import { ana, bo, cy, dee, eli, testGame, type TestGame } from '../../src/tick/fixtures/embedded-game.ts';
import { recoverAsked, recover, type Recovered, type Recovering } from '../../src/care/recover/recover.ts';
import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { whyBroken } from '../../src/care/recover/history.ts';
import type { Person } from '../../src/forge/events.ts';
import { clause, DEEDS } from './brick-parts.ts';
import { BRICKS } from './bricks.ts';
import { BELLS, enactBells, plant } from '../../src/care/recover/fixtures/enact-bells.ts';

const goBack = (game: TestGame, by: Person, more: Partial<Recovering> = {}): Promise<Recovered> =>
  recover({ forge: game.forge, by: by.id, name: by.name, now: game.now, ...more });

test('a failing order of matters is reported on the matters, and stops no tick', async () => {
  const game = await testGame();
  const head = await game.branch({ [BELLS]: '---\ntitle: Bells\norder: 90\n---\nThere are bells.\n' });
  const post = await game.table.open(bo, { kind: 'proposal', title: 'Bells', text: 'Please.', head });
  await game.tick();
  await plant(game, clause(DEEDS.throws('resolution-order', 'true'))());
  game.later(25);
  const { stuck } = await game.tick();
  expect(stuck).toMatchObject([
    { matter: '1', why: expect.stringMatching(/Gulls.*a gull takes it.*recover/u) as string },
  ]);
  expect((await game.said(post)).join('\n')).toContain('a gull takes it');
});

test.each(BRICKS.filter(({ name }) => /set to left|every change$|August/u.test(name)))(
  'recover undoes: $name',
  async ({ changes }) => {
    const game = await testGame();
    await enactBells(game);
    game.now = '2024-09-01T09:00:00Z';
    const before = await game.content();
    await plant(game, changes(before));
    expect(await whyBroken(await game.content(), game.now)).not.toBeNull();
    await expect(goBack(game, bo)).rejects.toMatchObject({ code: 'not-an-admin' });
    const { undone } = await goBack(game, ana);
    expect(undone).toEqual([]);
    const after = await game.content();
    const played = (files: typeof after): unknown[] =>
      [...files].filter(([path]) => /ruleset|gamestate/u.test(path));
    expect(played(after)).toEqual(played(before));
    expect(await whyBroken(after, game.now)).toBeNull();
  },
);

const all = (deed: string): string =>
  `{ hooks: { ${['may-post', 'may-comment', 'may-vote', 'votes-in', 'may-enact'].map((hook) => `'${hook}'({ refuse }) { ${deed} }`).join(', ')} }, on: { changed({ refuse }) { ${deed} } } }`;

test.each([
  ['refuses whatever anybody does', all("refuse('no gulls');")],
  ['fails at whatever anybody does', all("throw new Error('no gulls');")],
  ['never ends', all('for (;;) {}')],
  ['exhausts the memory', all('const full = []; for (;;) full.push({ full });')],
  ['can’t be loaded', '{ hooks: nothing }'],
])('consent works without clauses, even with one that %s', async (_, body) => {
  const game = await testGame();
  const to = (await game.mainTip()).slice(0, 10);
  const before = await game.content();
  await plant(game, clause(body)());
  const thread = await game.forge.post({ key: 'actions', kind: 'actions', title: 'Actions', text: 'Here.' });
  const { mark } = await game.forge.observe(null);
  for (const person of [bo, cy, dee, eli]) await game.table.comment(person, thread, `/recover ${to}`);
  const { events } = await game.forge.observe(mark);
  const said = await recoverAsked({ forge: game.forge, events, now: game.now, caches });
  expect(said[0]).toMatch(/^The game is back at/u);
  expect((await game.content()).get('content/ruleset/dynastic/gulls.md')).toBe(
    before.get('content/ruleset/dynastic/gulls.md'),
  );
  expect((await game.tick()).stuck).toEqual([]);
});

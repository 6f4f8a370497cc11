import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import {
  ana,
  bo,
  cy,
  dee,
  eli,
  fay,
  testGame,
  type TestGame,
} from '../../src/apply/fixtures/embedded-game.ts';
import { Trials } from '../../src/rehearse/trials.ts';
import { BRICKS, OTHER_ICON, MANY_GULLS, READS_A_VALUE } from './bricks.ts';

const PEOPLE = [ana, bo, cy, dee, eli, fay];
let titles = 0;

/** Proposes something, has everybody be for it, and says what became of it. */
async function pass(
  game: TestGame,
  changes: Readonly<Record<string, string>>,
): Promise<{ readonly post: string; readonly stuck: string | null }> {
  const head = await game.branch(changes);
  titles += 1;
  const title = `[Core] [Appendix] Something about gulls, ${titles}`;
  const post = await game.table.open(bo, { kind: 'proposal', title, text: 'Please.', head });
  await game.tick();
  for (const person of PEOPLE) await game.table.comment(person, post, 'Gladly! :for:');
  game.later(25);
  const { stuck } = await game.tick();
  return { post, stuck: stuck.find(({ matter }) => matter === post)?.why ?? stuck[0]?.why ?? null };
}

test.each(BRICKS)('$name', { timeout: 60_000 }, async ({ changes, refused }) => {
  const game = await testGame({ dynasty: 'proving' });
  const proposed = changes(await game.content());
  const { stuck } = await pass(game, proposed);
  const content = await game.content();
  const isIn = Object.entries(proposed).every(([path, text]) => content.get(path)?.trim() === text.trim());
  if (refused === null) expect(stuck).toBeNull();
  else expect(stuck).toMatch(refused);
  expect(isIn).toBe(refused === null);
});

test('words alone of a rule that a clause reads', { timeout: 60_000 }, async () => {
  const game = await testGame();
  expect((await pass(game, READS_A_VALUE(new Map()))).stuck).toBeNull();
  const { stuck } = await pass(game, MANY_GULLS);
  expect(stuck).toMatch(/no rule could be changed any more: .*the gulls do not like it/u);
});

test.each(BRICKS.filter(({ told }) => told !== undefined))(
  'told before anybody votes: $name',
  { timeout: 60_000 },
  async ({ changes, told }) => {
    const folder = mkdtempSync(join(tmpdir(), 'bricks-'));
    const game = await testGame();
    const head = await game.branch(changes(await game.content()));
    const title = '[Core] Something about gulls';
    const post = await game.table.open(bo, { kind: 'proposal', title, text: 'Please.', head });
    await game.tick({ trials: new Trials(join(folder, 'trials.json')) });
    rmSync(folder, { recursive: true });
    expect((await game.said(post)).join('\n')).toMatch(told ?? /^$/u);
  },
);

test(
  'an icon with another name, where the rules say how they are rehearsed',
  { timeout: 60_000 },
  async () => {
    const game = await testGame();
    const files = await game.content();
    expect((await pass(game, OTHER_ICON.alone(files))).stuck).toMatch(/no rule could be changed any more/u);
    const said = await testGame();
    expect((await pass(said, OTHER_ICON.declared(files))).stuck).toBeNull();
    const [path = '', text] = Object.entries(OTHER_ICON.alone(files))[0] ?? [];
    expect((await said.content()).get(path)).toBe(text);
  },
);

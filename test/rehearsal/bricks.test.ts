import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { beforeAll, expect, test } from 'vitest';

import {
  ana,
  bo,
  cy,
  dee,
  eli,
  fay,
  testGame,
  whyFailed,
  type TestGame,
} from '../../src/tick/fixtures/embedded-game.ts';
import { sayLocks, whyNotOn } from '../../src/session/play/say-rehearsal.ts';
import { Trials } from '../../src/rehearse/trials.ts';
import { AT, BrickGame } from './brick-game.ts';
import { clause, partOf } from './brick-parts.ts';
import { BRICKS, otherIcon, MANY_GULLS, READS_A_VALUE } from './bricks.ts';
import { HARMLESS } from './harmless.ts';

const PEOPLE = [ana, bo, cy, dee, eli, fay];
const LONG = process.env['GITNOMIC_FUZZ'] !== undefined;
let titles = 0;
let game: BrickGame;

beforeAll(async () => {
  game = await BrickGame.begin({ core: '2021', dynasty: 'proving' });
});

/** All of them in the long suite, and some of each sort always. */
function some<T>(all: readonly T[], each: number): readonly T[] {
  return LONG ? all : all.filter((_, n) => n % each === 0);
}

/** Proposes something, has everybody be for it, and says what became of it. */
async function pass(
  real: TestGame,
  changes: Readonly<Record<string, string>>,
  say = 'Gladly! :for:',
): Promise<{ readonly post: string; readonly stuck: string | null }> {
  const head = await real.branch(changes);
  titles += 1;
  const title = `[Core] [Appendix] Something about gulls, ${titles}`;
  const post = await real.table.open(bo, { kind: 'proposal', title, text: 'Please.', head });
  await real.tick();
  for (const person of PEOPLE) await real.table.comment(person, post, say);
  real.later(25);
  const { stuck } = await real.tick();
  const failed = await whyFailed(real, post);
  return { post, stuck: failed ?? stuck.find(({ matter }) => matter === post)?.why ?? stuck[0]?.why ?? null };
}

test('there are over forty bricks, and fifty harmless clauses', () => {
  expect(BRICKS.filter(({ refused, told }) => refused !== null || told !== undefined).length).toBeGreaterThan(
    40,
  );
  expect(HARMLESS.size).toBeGreaterThanOrEqual(50);
});

test.each(some(BRICKS.slice(1), 12))('$name', ({ changes, refused, told }) => {
  const found = game.rehearse(changes(game.edition.files));
  if (refused === null) expect(whyNotOn(found)).toBeNull();
  else expect(whyNotOn(found)).toMatch(refused);
  if (told !== undefined) expect(sayLocks(found).join('\n')).toMatch(told);
});

test.each(some([...HARMLESS], 20))('accepted: %s', (_, changes) => {
  expect(whyNotOn(game.rehearse(changes(game.edition.files)))).toBeNull();
});

const seeds = Array.from({ length: 120 }, (_, n) => n * 7 + 3);

test.each(some(seeds, 40))(
  'any player can still amend the rules after a clause was accepted without a remark: %i',
  async (seed) => {
    const { name, body } = partOf(seed);
    const changes = clause(body)();
    const found = game.rehearse(changes);
    const refused = whyNotOn(found);
    expect(found.untried).toBeNull();
    if (refused === null && sayLocks(found).length === 0)
      expect([name, await game.canAmend(changes, AT)]).toEqual([name, true]);
    // What is refused for a later time may go well now.
    if (refused !== null && !refused.includes(' on: '))
      expect([name, await game.canAmendNow(changes, AT)]).toEqual([name, false]);
  },
);

test.each(some(BRICKS.slice(0, 4), 3))('in a game: $name', async ({ changes, refused }) => {
  const real = await testGame({ dynasty: 'proving' });
  const proposed = changes(await real.content());
  const { stuck } = await pass(real, proposed);
  const content = await real.content();
  const isIn = Object.entries(proposed).every(([path, text]) => content.get(path)?.trim() === text.trim());
  if (refused === null) expect(stuck).toBeNull();
  else expect(stuck).toMatch(refused);
  expect(isIn).toBe(refused === null);
});

test('refuses to change words alone if a clause that reads them would then stop the game', async () => {
  const real = await testGame();
  expect((await pass(real, READS_A_VALUE())).stuck).toBeNull();
  const { stuck } = await pass(real, MANY_GULLS);
  expect(stuck).toMatch(/nothing could ever pass again: .*the gulls do not like it/u);
});

test('a brick is reported on the matter before the vote', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bricks-'));
  const real = await testGame();
  const { changes, told } = BRICKS.find(({ told: said }) => said !== undefined) ?? {};
  const head = await real.branch(changes?.(new Map()) ?? {});
  const title = '[Core] Something about gulls';
  const post = await real.table.open(bo, { kind: 'proposal', title, text: 'Please.', head });
  await real.tick({ trials: new Trials(join(folder, 'trials.json')) });
  rmSync(folder, { recursive: true });
  expect((await real.said(post)).join('\n')).toMatch(told ?? /^$/u);
});

test('the icon of votes in favour can be renamed, and counts', async () => {
  const real = await testGame();
  const renamed = otherIcon(await real.content());
  expect((await pass(real, renamed)).stuck).toBeNull();
  const [[path, text] = ['', '']] = Object.entries(renamed);
  expect((await real.content()).get(path)).toBe(text);
  const bells = 'content/ruleset/dynastic/bells.md';
  await pass(real, { [bells]: '---\ntitle: Bells\norder: 90\n---\nThere are bells.\n' }, 'Gladly :aye:');
  expect((await real.content()).has(bells)).toBe(true);
});

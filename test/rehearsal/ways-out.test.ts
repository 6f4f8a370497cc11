// Each way out of a standstill that is named works, in every core: those whose rules order what waits, and those whose rules don't.
import { expect, test } from 'vitest';

import {
  ana,
  bo,
  cy,
  dee,
  eli,
  fay,
  memoryVault,
  kernelGame,
  type TestGame,
} from '../../src/tick/fixtures/embedded-game.ts';
import { openSession } from '../../src/tick/open-session.ts';
import { kernelCaches as caches } from '../../src/scenario/on-kernel/fixtures/runner.ts';
import { readStatus } from '../../src/tick/read-status.ts';
import { clause } from './brick-parts.ts';

const ALL = process.env['GITNOMIC_FUZZ'] !== undefined;
const GULLS = 'content/ruleset/core/gulls';
const PEOPLE = [ana, bo, cy, dee, eli, fay];

/** A game in which everybody is for a matter of ana, and a clause refuses what this says. */
async function frozenBy(condition: string, core: string): Promise<{ game: TestGame; post: string }> {
  const game = await kernelGame({ core });
  const head = await game.branch({ 'content/ruleset/core/bells.md': '---\ntitle: Bells\n---\nBells.\n' });
  const post = await game.table.open(ana, { kind: 'proposal', title: 'Bells', text: 'Please.', head });
  await game.tick();
  const body = `{ hooks: { 'may-enact'({ refuse, matter }, next) { if (${condition}) refuse('no gulls'); return next(); } } }`;
  await game.forge.advance('main', await game.mainTip(), await game.branch(clause(body, GULLS)()));
  await everybody(game, post, ':for:');
  game.later(50);
  await game.tick();
  return { game, post };
}

async function everybody(game: TestGame, post: string, vote: string): Promise<void> {
  for (const person of PEOPLE) await game.table.comment(person, post, vote);
  await game.tick();
}

/** What is pending, and what is said of it. */
async function queueOf(game: TestGame): Promise<ReturnType<typeof readStatus>['queue']> {
  const { forge, now } = game;
  const { position } = await openSession({ forge, now, vault: memoryVault(), caches }, await game.mainTip());
  try {
    return readStatus(position, now).queue;
  } finally {
    position.open.play.dispose();
  }
}

/** Whether a new matter of this kind, which repeals the rule in the way, comes into force. */
async function repeals({ game }: { game: TestGame }, kind: string, core: string): Promise<boolean> {
  const head = await game.branch({ [`${GULLS}.md`]: null, [`${GULLS}.ts`]: null });
  for (const person of [ana, bo]) {
    const post = await game.table.open(person, {
      kind,
      title: '[Core] No more gulls',
      text: 'Please.',
      head,
    });
    await everybody(game, post, ':for:');
    if (core === 'prose') await game.table.comment(ana, post, '/enact');
  }
  for (const hours of [1, 50, 200]) {
    game.later(hours);
    await game.tick();
  }
  return !(await game.content()).has(`${GULLS}.md`);
}

const isOver = async (game: TestGame): Promise<boolean> => {
  game.later(50);
  await game.tick();
  return (await queueOf(game)).every(({ title }) => title !== 'Bells');
};

const CORES = ['2008', '2019', '2021', 'fireside', 'suber', 'prose'];
const REFUSED = { 'one matter': "matter.title === 'Bells'", everything: 'true' };
const cases = CORES.flatMap((core) =>
  Object.entries(REFUSED).flatMap(([what, condition]) =>
    ALL || (core === '2021' && condition !== 'true') ? [[core, what, condition] as const] : [],
  ),
);

test.each(cases)('%s: each named way out of a rule that refuses %s works', async (core, _, condition) => {
  const begin = () => frozenBy(condition, core);
  const begun = await begin();
  const [{ fault } = { fault: null }] = await queueOf(begun.game);
  const said = fault ?? '';
  expect(said).toMatch(/no gulls.*recover/u);
  expect(await repeals(begun, 'proposal', core)).toBe(said.includes('anybody can propose'));
  const ways: Readonly<Record<string, () => Promise<boolean>>> = {
    'a Call for Judg': async () => repeals(await begin(), 'cfj', core),
    'votes that fail it': async () => {
      const { game, post } = await begin();
      await everybody(game, post, ':against:');
      return isOver(game);
    },
    'its author': async () => {
      const { game, post } = await begin();
      await game.table.comment(ana, post, ':against:');
      return isOver(game);
    },
    'an Admin': async () => {
      const { game, post } = await begin();
      await game.table.comment(ana, post, '/fail');
      await game.tick();
      return (await queueOf(game)).length === 0;
    },
    'time, after': async () => {
      const { game } = await begin();
      game.later(200);
      return isOver(game);
    },
  };
  if (said.includes('anybody can propose')) return;
  for (const [way, isWorking] of Object.entries(ways))
    expect([way, await isWorking()]).toEqual([way, said.includes(way)]);
});

// What can't come into force holds up nothing, whoever is waited for is named, and one fault hides nothing else.
import { expect, test } from 'vitest';

import {
  ana,
  bo,
  cy,
  dee,
  eli,
  memoryVault,
  testGame,
  type TestGame,
} from '../../src/tick/fixtures/embedded-game.ts';
import { openSession } from '../../src/tick/open-session.ts';
import { readStatus } from '../../src/tick/read-status.ts';
import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import type { Position } from '../../src/session/position/position.ts';
import { whyOfMatter } from '../../src/wording/why.ts';
import { tryMatter } from '../../src/rehearse/try-matter.ts';
import { nextOf } from '../../src/cli/local/next-of-matter.ts';
import { clause } from './brick-parts.ts';

const ALL = process.env['GITNOMIC_FUZZ'] !== undefined;
const BELLS = 'content/ruleset/dynastic/bells.md';
const HORNS = 'content/ruleset/dynastic/horns.md';
const rule = (title: string, text = `There are ${title.toLowerCase()}.`): string =>
  `---\ntitle: ${title}\norder: 90\n---\n${text}\n`;

async function plant(game: TestGame, changes: Readonly<Record<string, string>>): Promise<void> {
  await game.forge.advance('main', await game.mainTip(), await game.branch(changes));
}

async function propose(
  game: TestGame,
  title: string,
  changes: Readonly<Record<string, string>>,
  by = bo,
): Promise<string> {
  const head = await game.branch(changes);
  const post = await game.table.open(by, { kind: 'proposal', title, text: 'Please.', head });
  await game.tick();
  for (const person of [ana, cy, dee, eli]) await game.table.comment(person, post, ':for:');
  await game.tick();
  return post;
}

async function seen<T>(game: TestGame, read: (position: Position) => T): Promise<T> {
  await game.tick();
  const { forge, now } = game;
  const { position } = await openSession({ forge, now, vault: memoryVault(), caches }, await game.mainTip());
  try {
    return read(position);
  } finally {
    position.open.play.dispose();
  }
}

/** A clause that fails at the first matter, and whether that one comes into force all the same. */
const FAILING: Readonly<Record<string, readonly [body: string, isCarriedOut: boolean]>> = {
  'its enactment': [
    `{ on: { enacted({ matter }) { if (matter.title === 'Bells') throw new Error('a gull takes it'); } } }`,
    true,
  ],
  'the question whether it may be': [
    `{ hooks: { 'may-enact'({ matter }, next) { if (matter.title === 'Bells') throw new Error('a gull takes it'); return next(); } } }`,
    false,
  ],
};
const CORES = ALL ? ['2008', '2019', '2021'] : ['2021'];

for (const core of CORES)
  test.each(Object.entries(FAILING))(
    `${core}: a clause that fails at %s holds up nothing behind it`,
    async (_, [body, isCarriedOut]) => {
      const game = await testGame({ core });
      await propose(game, 'Bells', { [BELLS]: rule('Bells') });
      await propose(game, 'Horns', { [HORNS]: rule('Horns') });
      await plant(game, clause(body)());
      game.later(60);
      await game.tick();
      const files = await game.content();
      expect([files.has(BELLS), files.has(HORNS)]).toEqual([isCarriedOut, true]);
    },
  );

/** Each time fails for ever, when it is asked for its next or when it comes. */
const TIMES: Readonly<Record<string, string>> = {
  'asked when': `{ times: { tide: { at: () => { throw new Error('a gull takes it'); }, effect() {} } } }`,
};

test.each(Object.entries(TIMES))(
  'a time that is stuck when %s hides neither reasons nor others’ trials',
  async (_, body) => {
    const game = await testGame();
    await plant(game, clause(body)());
    await game.tick();
    await propose(game, 'Bells', { [BELLS]: rule('Bells') });
    const files = await game.content();
    const status = await seen(game, (position) => {
      expect(whyOfMatter(position.open.play, game.now, '1')).toMatch(/^Enacted: no/u);
      return readStatus(position, game.now);
    });
    expect(status.failing.join('\n')).toMatch(/a gull takes it/u);
    const state = await seen(game, (position) => position.open.play.state());
    expect(await tryMatter(files, state, '1', game.now, caches)).toMatchObject({ ok: true, problems: [] });
    game.later(13);
    await game.tick();
    expect((await game.content()).has(BELLS)).toBe(true);
  },
);

test('a matter that waits for a stuck time says so', async () => {
  const game = await testGame();
  const bells = await propose(game, 'Bells', { [BELLS]: rule('Bells') });
  const body = `{
    game: { asleep: boolean({ start: true }) },
    times: { dawn: { title: 'Dawn', at: ({ since }) => since, effect({ game }) { game.asleep = false; throw new Error('a gull takes it'); } } },
    hooks: { 'may-enact'({ refuse, game }, next) { if (game.asleep) refuse('everybody is asleep'); return next(); } },
  }`;
  const files = Object.entries(clause(body)());
  await plant(
    game,
    Object.fromEntries(files.map(([path, text]) => [path, text.replace('{ rule }', '{ boolean, rule }')])),
  );
  game.later(60);
  const told = /everybody is asleep[^]*Dawn: its time has come but it can’t be done: [^]*a gull takes it/u;
  const status = await seen(game, (position) => readStatus(position, game.now));
  expect(status.queue).toMatchObject([{ fault: expect.stringMatching(told) as string }]);
  expect((await game.said(bells)).join('\n')).toMatch(told);
});

test('a clash of texts waits for the Admins, and they are named everywhere', async () => {
  const game = await testGame();
  await propose(game, 'Bells', { [BELLS]: rule('Bells') });
  game.later(13);
  await game.tick();
  const first = await game.branch({ [BELLS]: rule('Bells', 'There are nine bells.') });
  const second = await game.branch({ [BELLS]: rule('Bells', 'There are two bells.') });
  const posts: string[] = [];
  for (const [title, head] of [
    ['Nine', first],
    ['Two', second],
  ] as const) {
    posts.push(await game.table.open(bo, { kind: 'proposal', title, text: 'Please.', head }));
    await game.tick();
    for (const person of [ana, cy, dee, eli]) await game.table.comment(person, posts.at(-1) ?? '', ':for:');
  }
  const horns = await propose(game, 'Horns', { [HORNS]: rule('Horns') }, dee);
  game.later(13);
  const status = await seen(game, (position) => {
    expect(whyOfMatter(position.open.play, game.now, '3')).toMatch(
      /ana[^]*still has to choose the words[^]*nine/iu,
    );
    return readStatus(position, game.now);
  });
  const [clash, behind] = status.queue;
  if (clash === undefined || behind === undefined) throw new Error('less than two are pending');
  expect(clash).toMatchObject({ title: 'Two', conflict: true });
  expect(clash.fault).toMatch(/ana.*still has to choose the words/iu);
  expect(nextOf(clash, status)).toBe('an Admin chooses between the clashing words');
  expect(status.failing.join('\n')).toMatch(/^Two: another matter has changed the same words since, and /u);
  expect((await game.said(posts[1] ?? '')).join('\n')).toMatch(/choose the words[^]*nine/iu);
  // What is behind it says for what it waits, and for whom. Everybody is told once.
  expect(behind.fault).toMatch(
    /^it waits for “Two”, which is before it: .*ana.*still has to choose the words/u,
  );
  expect(nextOf(behind, status)).toBe('wait for “Two”');
  expect((await game.said(horns)).join('\n')).toMatch(/waits for “Two”[^]*choose the words/u);
  expect(status.failing).toHaveLength(1);
});

// Games that came to a stand although no rehearsal refused it. Everybody is told which rule it is and how to go on, nobody is told that
// things are well, and the game can be freed with the least undone.
import { expect, test } from 'vitest';

import {
  ana,
  bo,
  cy,
  dee,
  eli,
  fay,
  memoryVault,
  testGame as begin,
  type TestGame,
} from '../../src/tick/fixtures/embedded-game.ts';
import { openSession } from '../../src/tick/open-session.ts';
import { readStatus, type Status } from '../../src/tick/read-status.ts';
import { whyOfMatter } from '../../src/wording/why.ts';
import { latestMoments } from '../../src/care/recover/history.ts';
import { recover } from '../../src/care/recover/recover.ts';
import { tryMatter } from '../../src/rehearse/try-matter.ts';
import { whyStopped } from '../../src/rehearse/why-stopped.ts';
import { checkContent, checkStandstill } from '../../src/care/doctor/check-content.ts';
import type { Position } from '../../src/session/position/position.ts';
import { nextOf } from '../../src/cli/local/next-of-matter.ts';
import { IN_ENGLISH } from '../../src/language/wording.ts';
import { newsSince, standAt } from '../../src/addons/notices/news.ts';
import { sayWhen } from '../../src/wording/words.ts';
import { clause, WEEKDAY } from './brick-parts.ts';
import { IN_SANDBOX, quickCaches as caches, quickly } from '../quick-caches.ts';
import { slowTest, some } from '../slowly.ts';

const ALL = process.env['GITNOMIC_FUZZ'] !== undefined;
const testGame = (wish: Parameters<typeof begin>[0] = {}): Promise<TestGame> =>
  begin(wish, new Map(), quickly);
const BELLS = 'content/ruleset/dynastic/bells.md';
const REASON = 'the gulls do not like it';
const refusing = (condition: string, hook = 'may-enact'): string =>
  `{ hooks: { '${hook}'({ refuse, matter }, next) { if (${condition}) refuse('${REASON}'); return next(); } } }`;

/** By number, date, day of the week, players, order of enactments, name, title and size. */
const STANDING: Readonly<Record<string, string>> = {
  'the number of posts': refusing('g.posts.size > 0'),
  'what was enacted': refusing("[...g.posts].every((post) => post.status !== 'enacted')"),
  'a date': refusing("g.now >= '2024-01-01'"),
  'a date that it computes': refusing('Number(g.now.slice(0, 4)) >= 2024'),
  'the day of the week': refusing(`${WEEKDAY} < 7`),
  'the day of the month': refusing('Number(g.now.slice(8, 10)) < 32'),
  'the number of players': refusing('g.players.size < 99'),
  'the order of matters': refusing('matter.n < 99'),
  'the name of its author': refusing("matter.author.id === 'ana'"),
  'its title': refusing("matter.title === 'Bells'"),
  'the size of its text': refusing('matter.text.length < 99'),
};

/** Main with these changes, as if a rehearsal had let them through. */
async function plant(game: TestGame, changes: Readonly<Record<string, string>>): Promise<void> {
  await game.forge.advance('main', await game.mainTip(), await game.branch(changes));
}

/** A game in which everybody is for a matter, and this clause refuses it. */
async function frozenBy(
  body: string,
  core = '2021',
): Promise<{ readonly game: TestGame; readonly post: string }> {
  const game = await testGame({ core });
  const head = await game.branch({ [BELLS]: '---\ntitle: Bells\norder: 90\n---\nThere are bells.\n' });
  const post = await game.table.open(ana, { kind: 'proposal', title: 'Bells', text: 'Please.', head });
  await game.tick();
  const planted = Object.entries(clause(body)()).map(([path, text]) => [
    path,
    text.replace('import { rule }', 'import { dayOf, hoursAfter, rule, weekOf }'),
  ]);
  await plant(game, Object.fromEntries(planted) as Record<string, string>);
  for (const person of [ana, bo, cy, dee, eli, fay]) await game.table.comment(person, post, ':for:');
  await game.tick();
  return { game, post };
}

/** What is to be seen of a game after a tick. */
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

const statusOf = (game: TestGame): Promise<Status> =>
  seen(game, (position) => readStatus(position, game.now));

/** Rules of the last two don't tell when a matter is due, so that it shows only after a day that no vote helps. */
const CORES = ['2008', '2019', '2021', 'fireside', 'suber', 'prose'];
const TELL_NO_TIME: ReadonlySet<string> = new Set(['suber', 'prose']);
/** Each way in each core, or each core with one of them. */
const cases = CORES.flatMap((core, nth) =>
  Object.entries(STANDING).flatMap(([by, body], n) => (ALL || n === nth ? [[core, by, body] as const] : [])),
);

test.each(some(cases, 6))(
  '%s: reports a matter that a clause refuses by %s, with the rule and the ways out, and undoes the least',
  async (core, _, body) => {
    const { game, post } = await frozenBy(body, core);
    const tellsNoTime = TELL_NO_TIME.has(core);
    game.later(13);
    const first = await statusOf(game);
    const [matter] = first.queue;
    if (matter === undefined) throw new Error('nothing is pending');
    // The trial names it before it is due.
    const state = await seen(game, ({ open }) => open.play.state());
    const trial = await tryMatter(await game.content(), state, '1', game.now, caches);
    expect(trial.problems).toEqual([
      expect.stringMatching(/^it can’t pass, whatever the votes are: the gulls.*Gulls.*recover/u),
    ]);
    const toldAs = tellsNoTime ? 'it can’t pass, whatever the votes are' : 'it is due, and refused';
    const told = new RegExp(
      `^(?:Bells: )?${toldAs}: the gulls do not like it \\(rule .*Gulls.*recover`,
      'iu',
    );
    if (!tellsNoTime) {
      expect(matter.fault).toMatch(told);
      // Nothing says that it comes into force, and everybody is told at once.
      expect(nextOf(matter, first)).toBe('something stands in the way');
      expect(sayWhen(matter, IN_ENGLISH)).toMatch(told);
      expect(first.failing).toEqual([expect.stringMatching(told)]);
    }
    game.later(26);
    const later = await statusOf(game);
    const [still] = later.queue;
    expect(still).toMatchObject({ refusedBy: 'dynastic/gulls', standsStill: true });
    expect(later.failing).toEqual([
      expect.stringMatching(
        tellsNoTime
          ? told
          : /^Bells: it has been due for more than a day, and is refused: the gulls.*recover/u,
      ),
    ]);
    const said = (await game.said(post)).join('\n');
    expect(said).toMatch(/can’t come into force yet[^]*the gulls do not like it/u);
    expect(said).not.toMatch(/it passes on|needs more votes/u);
    expect(checkStandstill(later.failing)).toMatchObject([{ code: 'stands-still', level: 'problem' }]);
    const files = await game.content();
    await seen(game, (position) => {
      const [now, queue] = [game.now, later.queue];
      const seenNow = { position, files, queue, failing: later.failing, now };
      const before = standAt({ ...seenNow, queue: [], failing: [] });
      const news = newsSince(seenNow, before);
      expect(news.filter(({ key }) => key.startsWith('still '))).toHaveLength(1);
      expect(newsSince(seenNow, standAt(seenNow))).toEqual([]);
      expect(whyOfMatter(position.open.play, now, '1')).toContain(REASON);
    });
    const { repealed, undone } = await recover({ forge: game.forge, by: 'ana', name: 'ana', now: game.now });
    expect({ repealed, undone }).toEqual({ repealed: 'dynastic/gulls', undone: [] });
    await game.tick();
    if (core !== 'prose') expect((await game.content()).has(BELLS)).toBe(true);
  },
);

// One that fails is switched off: see `test/repeals/carried-out.test.ts`.
test('a matter that a handler of its enactment refuses is reported everywhere', async () => {
  const { game, post } = await frozenBy("{ on: { enacted({ refuse }) { refuse('no gulls'); } } }");
  game.later(13);
  const status = await statusOf(game);
  const [matter] = status.queue;
  if (matter === undefined) throw new Error('nothing is pending');
  expect(matter.fault).toMatch(/^it is due, and refused: no gulls \(rule .*Gulls/u);
  if (IN_SANDBOX) expect(matter.fault).toMatch(/dynastic\/gulls\.ts:\d/u);
  expect(nextOf(matter, status)).toBe('something stands in the way');
  expect(status.failing).toEqual([expect.stringMatching(/^Bells: it is due, and refused: /u)]);
  const said = (await game.said(post)).join('\n');
  expect(said).toContain('can’t come into force yet');
  if (IN_SANDBOX) expect(said.match(/dynastic\/gulls\.ts:\d/gu)).toHaveLength(1);
});

slowTest(
  'recover takes such a matter as its reason, repeals the rule alone, and the matter comes into force',
  async () => {
    const { game } = await frozenBy(refusing("matter.title === 'Bells'"));
    game.later(13);
    await game.tick();
    const back = { forge: game.forge, by: 'ana', name: 'ana' };
    await expect(recover({ ...back, now: game.now })).rejects.toMatchObject({ code: 'not-broken' });
    game.later(26);
    await game.tick();
    const before = await game.content();
    const { repealed, changed, undone } = await recover({ ...back, now: game.now });
    expect({ repealed, undone }).toEqual({ repealed: 'dynastic/gulls', undone: [] });
    expect(changed).toEqual(['content/ruleset/dynastic/gulls.md', 'content/ruleset/dynastic/gulls.ts']);
    expect((await latestMoments(game.forge, await game.mainTip()))[0]?.next).toMatch(
      /^Repeal dynastic\/gulls/u,
    );
    await game.tick();
    const after = await game.content();
    expect(before.has(BELLS)).toBe(false);
    expect(after.has(BELLS)).toBe(true);
  },
);

test('a matter that waits its turn or its time, or that votes keep open, isn’t stalled', async () => {
  const game = await testGame();
  const head = await game.branch({ [BELLS]: '---\ntitle: Bells\norder: 90\n---\nThere are bells.\n' });
  for (const title of ['Bells', 'More bells'])
    await game.table.open(bo, { kind: 'proposal', title, text: 'Please.', head });
  game.later(1);
  for (const { fault, standsStill, byAdmin } of (await statusOf(game)).queue)
    expect({ fault, standsStill, byAdmin }).toEqual({ fault: null, standsStill: false, byAdmin: false });
});

test('reports a matter on which nobody can vote', async () => {
  const game = await testGame();
  await game.table.open(bo, {
    kind: 'proposal',
    title: 'Bells',
    text: 'Please.',
    head: await game.branch({ [BELLS]: '---\ntitle: Bells\norder: 90\n---\nThere are bells.\n' }),
  });
  await game.tick();
  await plant(
    game,
    clause(`{ hooks: { 'may-vote'({ refuse }) { refuse('${REASON}'); }, earliest: () => null } }`)(),
  );
  game.later(1);
  const [matter] = (await statusOf(game)).queue;
  expect(matter?.fault).toMatch(/^nobody can vote on it: the gulls do not like it \(rule/u);
});

test('a question that waits for a ruling before anybody can vote isn’t stalled', async () => {
  const game = await testGame({ core: 'suber' });
  await game.table.open(bo, { kind: 'cfj', title: 'Is it free?', text: 'Well?' });
  await game.tick();
  game.later(49);
  const [matter] = (await statusOf(game)).queue;
  expect(matter).toMatchObject({ title: 'Is it free?', fault: null, standsStill: false });
});

test('says if the rules leave it to an Admin', async () => {
  const game = await testGame({ core: 'prose' });
  const post = await game.table.open(bo, {
    kind: 'proposal',
    title: 'Bells',
    text: 'Please.',
    head: await game.branch({ [BELLS]: '---\ntitle: Bells\norder: 90\n---\nThere are bells.\n' }),
  });
  game.later(1);
  const status = await statusOf(game);
  const [matter] = status.queue;
  if (matter === undefined) throw new Error('nothing is pending');
  expect(matter).toMatchObject({ byAdmin: true, fault: null });
  expect(nextOf(matter, status)).toBe('an Admin enacts or fails it');
  expect((await game.said(post)).join('\n')).toContain('It waits for an Admin, who enacts it or fails it.');
});

test('warns before an Admin enacts by hand that nothing could be changed any more', async () => {
  const game = await testGame({ core: 'prose' });
  const head = await game.branch(clause(refusing("g.now >= '2034-01-01'"))());
  const post = await game.table.open(bo, { kind: 'proposal', title: 'Gulls', text: 'Please.', head });
  const state = await seen(game, ({ open }) => open.play.state());
  const trial = await tryMatter(await game.content(), state, post, game.now, caches);
  expect(trial.problems.join()).toMatch(/nothing could ever pass again: from 2034-\d\d-\d\d on: the gulls/u);
});

test('a game in which nobody can post any more, because of what happened, is stuck', async () => {
  const game = await testGame();
  const head = await game.branch({ [BELLS]: '---\ntitle: Bells\norder: 90\n---\nThere are bells.\n' });
  const bells = await game.table.open(ana, { kind: 'proposal', title: 'Bells', text: 'Please.', head });
  for (const person of [ana, bo, cy, dee, eli, fay]) await game.table.comment(person, bells, ':for:');
  game.later(49);
  await game.tick();
  expect(await whyStopped(await game.content(), game.now, caches)).toBeNull();
  await plant(
    game,
    clause(`{ on: { changed({ refuse }) { if (g.posts.size > 1) refuse('${REASON}'); } } }`)(),
  );
  expect(await whyStopped(await game.content(), game.now, caches)).toMatch(/the gulls do not like it/u);
  const back = { forge: game.forge, by: 'ana', name: 'ana', now: game.now };
  expect(await recover(back)).toMatchObject({ repealed: 'dynastic/gulls', undone: [] });
});

test('a turn that somebody can end is no standstill, and hides none', async () => {
  const game = await testGame({ core: 'suber' });
  const head = await game.branch({ [BELLS.replace('dynastic', 'core')]: '---\ntitle: Bells\n---\nBells.\n' });
  const bells = await game.table.open(ana, { kind: 'proposal', title: 'Bells', text: 'Please.', head });
  for (const person of [ana, bo, cy, dee, eli, fay]) await game.table.comment(person, bells, ':for:');
  expect(await statusOf(game)).toMatchObject({ queue: [], failing: [] });
  await plant(game, clause(refusing('g.posts.size > 1'), 'content/ruleset/core/gulls')());
  expect((await statusOf(game)).failing).toEqual([
    expect.stringMatching(/^Nothing can be changed any more: the gulls do not like it \(Gulls, core\/gulls/u),
  ]);
});

test('doctor says what can still happen in a frozen game, whatever else is wrong with it', async () => {
  const { game } = await frozenBy(
    `{ hooks: { 'may-enact'({ refuse }) { const wrong: number = 'x'; if (wrong) refuse('${REASON}'); } } }`,
  );
  const typed = await checkContent(await game.content(), game.now, caches);
  expect(typed.map(({ code }) => code)).toContain('stopped');
  expect(JSON.stringify(typed)).not.toContain('nothing can happen');
  expect(JSON.stringify(typed)).toContain('no vote can change the rules');
  // Nothing at all can happen only if the rules can't be put in force.
  await plant(game, { 'content/ruleset/dynastic/gulls.ts': 'export default rule(' });
  const broken = JSON.stringify(await checkContent(await game.content(), game.now, caches));
  expect(broken).toContain('nothing can happen in the game');
  expect(broken).not.toContain('no vote can change');
});

slowTest('a trial in a game that loops already is bounded by steps', async () => {
  const game = await testGame({ core: 'fireside' });
  const head = await game.branch({ [BELLS.replace('dynastic', 'core')]: '---\ntitle: Bells\n---\nBells.\n' });
  const bells = await game.table.open(ana, { kind: 'proposal', title: 'Bells', text: 'Please.', head });
  const state = await seen(game, ({ open }) => open.play.state());
  await plant(game, clause(refusing('(() => { for (;;); })()'), 'content/ruleset/core/gulls')());
  const files = await game.content();
  const { work } = caches.sandboxes;
  const begun = work.polls;
  const { problems } = await tryMatter(files, state, bells, game.now, caches);
  expect(problems.join()).toMatch(/too long and was stopped at core\/gulls/u);
  expect(work.polls - begun).toBeLessThan(4_000);
});

slowTest('a rule whose loop grew too long with the posts is the one that recover repeals', async () => {
  const game = await testGame({ core: 'fireside' });
  const loop =
    '(() => { let n = 0; for (let i = 0; i < 4096 ** g.posts.size; i++) n += i % 7; return n < 0; })()';
  const head = await game.branch({ [BELLS.replace('dynastic', 'core')]: '---\ntitle: Bells\n---\nBells.\n' });
  const bells = await game.table.open(ana, { kind: 'proposal', title: 'Bells', text: 'Please.', head });
  for (const person of [ana, bo, cy, dee, eli, fay]) await game.table.comment(person, bells, ':for:');
  await game.tick();
  await plant(game, clause(refusing(loop), 'content/ruleset/core/gulls')());
  expect((await statusOf(game)).failing).toEqual([expect.stringMatching(/took too long.*core\/gulls/u)]);
  const back = { forge: game.forge, by: 'ana', name: 'ana', now: game.now };
  expect(await recover(back)).toMatchObject({ repealed: 'core/gulls', undone: [] });
});

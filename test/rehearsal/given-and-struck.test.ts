// Answers are checked when they are given, a court can strike what was enacted, and one wrong clock does no lasting harm.
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
import { doubtOfClock, timeOfTick } from '../../src/tick/time-of-tick.ts';
import { recoverAsked } from '../../src/care/recover/recover.ts';
import { whyNotOn } from '../../src/session/play/say-rehearsal.ts';
import { AT, BrickGame } from './brick-game.ts';
import { clause } from './brick-parts.ts';
import { quickCaches as caches, quickly } from '../quick-caches.ts';
import { some } from '../slowly.ts';

const CORES = ['2008', '2019', '2021'];

test.each(some(CORES, 3))(
  '%s: refuses an answer that isn’t a number, with its rule and its name',
  async (core) => {
    const game = await BrickGame.begin({ core }, undefined, caches);
    const over = (text: string): string => text.replace('order: 95', 'order: 95\nover: [Keywords, Other]');
    const changes = (body: string): Record<string, string> =>
      Object.fromEntries(Object.entries(clause(body)()).map(([path, text]) => [path, over(text)]));
    const quorum = whyNotOn(game.rehearse(changes(`{ views: { quorum: () => NaN } }`), AT)) ?? '';
    expect(quorum).toMatch(/the view "quorum" must be a whole number, not NaN[^]*Gulls/u);
    const tally =
      whyNotOn(game.rehearse(changes(`{ hooks: { tally: (_, next) => ({ ...next(), for: NaN }) } }`), AT)) ??
      '';
    expect(tally).toMatch(/the answer to "tally" under "for" must be a number[^]*NaN[^]*Gulls/u);
    // Who asked for it stands on the stack, and isn't to blame.
    expect(`${quorum}${tally}`).not.toMatch(/\.ts:/u);
    const order = whyNotOn(game.rehearse(changes(`{ hooks: { 'resolution-order': () => null } }`), AT)) ?? '';
    expect(order).toMatch(/"resolution-order" must be a list of posts, not null \(Gulls/u);
  },
);

const BELLS = 'content/ruleset/dynastic/bells.md';
const bells = (text: string): string => `---\ntitle: Bells\norder: 90\n---\n${text}\n`;
const COURT = clause(
  `{ on: { enacted({ matter, revert, ledger }) { if (matter.title !== 'Strike') return; for (let n = ledger.length - 1; n >= 0; n--) { const line = ledger.at(n); if (/^enact/.test(line.what)) { revert(line.changes); return; } } } } }`,
);

async function enact(
  game: TestGame,
  title: string,
  changes: Readonly<Record<string, string>>,
): Promise<void> {
  const post = await game.table.open(bo, {
    kind: 'proposal',
    title,
    text: 'Please.',
    head: await game.branch(changes),
  });
  await game.tick();
  for (const person of [ana, cy, dee, eli]) await game.table.comment(person, post, ':for:');
  await game.tick();
  game.later(13);
  await game.tick();
}

test('a court strikes an enacted matter: its rules are as before, and later changes stay', async () => {
  const game = await testGame({}, new Map(), quickly);
  await game.forge.advance('main', await game.mainTip(), await game.branch(COURT()));
  await enact(game, 'Bells', { [BELLS]: bells('There are bells.') });
  await enact(game, 'Loud', { [BELLS]: bells('There are loud bells.') });
  expect((await game.content()).get(BELLS)).toContain('loud');
  await enact(game, 'Strike', {
    'content/ruleset/dynastic/calm.md': bells('It is calm.').replace('Bells', 'Calm'),
  });
  const files = await game.content();
  expect(files.get(BELLS)).toBe(bells('There are bells.'));
  expect(files.has('content/ruleset/dynastic/calm.md')).toBe(true);
});

async function seenAt(game: TestGame): Promise<void> {
  const { forge, now } = game;
  const { position } = await openSession({ forge, now, vault: memoryVault(), caches }, await game.mainTip());
  position.open.play.dispose();
}

test('asks for confirmation if the clock is years ahead, unless the forge’s own time decides', async () => {
  const game = await testGame({}, new Map(), quickly);
  const { forge } = game;
  const before = await game.mainTip();
  const tip = game.now;
  await game.table.open(bo, { kind: 'story', title: 'Gulls', text: 'They watch.' });
  game.now = '2039-01-01T00:00:00Z';
  // Somebody looks, which records the story.
  await seenAt(game);
  await expect(game.tick()).rejects.toMatchObject({
    code: 'clock-leaps',
    message: expect.stringContaining('2039') as string,
  });
  expect(await game.mainTip()).toBe(before);
  expect(await doubtOfClock(forge, game.now)).toMatch(/it is 2039.*more than a year after.*tick --yes/u);
  expect(await doubtOfClock(forge, game.now, game.now)).toBeNull();
  const time = (at: string) => timeOfTick({ ...forge, time: () => Promise.resolve(at) }, game.now);
  expect(await time(tip)).toBe(tip);
  expect(await timeOfTick(forge, game.now, game.now)).toBe(game.now);
  game.now = tip;
  await game.tick();
});

test('/recover MOMENT in comments on any post counts as consent, and the last needed one goes back', async () => {
  const game = await testGame({}, new Map(), quickly);
  const to = (await game.mainTip()).slice(0, 10);
  await enact(game, 'Bells', { [BELLS]: bells('There are bells.') });
  const thread = await game.forge.post({ key: 'actions', kind: 'actions', title: 'Actions', text: 'Here.' });
  const said: string[] = [];
  for (const person of [bo, cy, dee, eli]) {
    const { mark } = await game.forge.observe(null);
    await game.table.comment(person, thread, `/recover ${to}`);
    const { events } = await game.forge.observe(mark);
    said.push(...(await recoverAsked({ forge: game.forge, events, now: game.now, caches })));
  }
  expect(said.slice(0, 3).join('\n')).toMatch(/It takes the consent of more than half/u);
  expect(said[3]).toMatch(/^The game is back at/u);
  expect((await game.content()).has(BELLS)).toBe(false);
});

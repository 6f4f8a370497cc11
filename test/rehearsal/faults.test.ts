import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bo, memoryVault, testGame, type TestGame } from '../../src/tick/fixtures/embedded-game.ts';
import { Caches } from '../../src/cache/caches.ts';
import { openSession } from '../../src/tick/open-session.ts';
import { readStatus, type Status } from '../../src/tick/read-status.ts';
import { checkStandstill } from '../../src/care/doctor/check-content.ts';
import type { Position } from '../../src/session/position/position.ts';
import { listWaiting, sayWaiting } from '../../src/host/github/action/quiet.ts';
import { newsSince, standAt } from '../../src/addons/notices/news.ts';
import { collectSite } from '../../src/site/prepare/collect.ts';
import { showUntilWhole } from '../../src/site/prepare/game-shown.ts';
import { openPictureStore } from '../../src/pictures/picture-store.ts';
import { clause } from './brick-parts.ts';

const BELLS = 'content/ruleset/dynastic/bells.md';

/** Each of them passes what a clause may be made of, and fails on line 6. */
const FAULTS: Readonly<Record<string, readonly [body: string, said: RegExp]>> = {
  'an error at may-enact': [`'may-enact'() {\nthrow new Error('a gull takes it'); }`, /a gull takes it/u],
  'an error at may-fail': [`'may-fail'() {\nthrow new Error('a gull takes it'); }`, /a gull takes it/u],
  'an error in the order of matters': [
    `'resolution-order'() {\nthrow new Error('a gull takes it'); }`,
    /a gull takes it/u,
  ],
  'what is not there at may-enact': [`'may-enact'() {\nnull.length; }`, /null/u],
  'a loop at may-enact': [`\n'may-enact'() { while (true) {} }`, /took too long/u],
  'an error that a clause catches and throws again': [
    `'may-enact'() { try {\nnull.length; } catch (error) { throw error; } }`,
    /null/u,
  ],
};

const NO_PICTURES = openPictureStore(join(tmpdir(), 'no-pictures'));

/** Of a look that waits so long for one answer: on a slow machine the clock comes before the count of steps. */
function cachesFor(displayMs: number): Caches {
  const caches = new Caches();
  caches.sandboxes.work.displayMs = displayMs;
  return caches;
}

const PATIENT_MS = 120_000;
const SHORT_MS = 60;

function statusOf(game: TestGame, caches = cachesFor(PATIENT_MS)): Promise<Status> {
  return seen(game, (position) => readStatus(position, game.now), caches);
}

async function seen<T>(
  game: TestGame,
  read: (position: Position) => T,
  caches = cachesFor(PATIENT_MS),
): Promise<T> {
  const { forge, now } = game;
  const main = await game.mainTip();
  for (let tries = 4; ; tries--) {
    const { position } = await openSession(
      { forge, now, vault: memoryVault(), pictures: NO_PICTURES, caches },
      main,
    );
    const { play } = position.open;
    try {
      return read(position);
    } catch (error) {
      // What the clock has ended is told by the next reading, as pages and commands do it.
      if (!play.sandbox.dead || tries <= 1) throw error;
    } finally {
      play.dispose();
    }
  }
}

test.each(Object.entries(FAULTS))(
  'reports %s with rule and line, on the matter and in the status',
  async (_, [body, said]) => {
    const game = await testGame();
    const head = await game.branch({ [BELLS]: '---\ntitle: Bells\norder: 90\n---\nThere are bells.\n' });
    const post = await game.table.open(bo, { kind: 'proposal', title: 'Bells', text: 'Please.', head });
    await game.tick();
    // As if it had been let through.
    const main = await game.mainTip();
    await game.forge.advance('main', main, await game.branch(clause(`{ hooks: {\n\n${body} } }`)()));
    game.later(25);
    const { stuck } = await game.tick({ patienceMs: 120_000 });
    const [told] = stuck;
    const onMatter = (await game.said(post)).join('\n');
    const [inStatus] = (await statusOf(game)).queue;
    for (const text of [told?.why, onMatter, inStatus?.fault]) {
      expect(text).toMatch(said);
      expect(text).toContain('gulls.ts:6');
      expect(text).toMatch(/anybody can propose to fix or repeal that rule.*recover/u);
    }
  },
);

test.each([
  ['fails to say when it acts', `\n\n\nat() { throw new Error('a gull takes it'); },\neffect() {} } } }`],
  [
    'fails to act when it is due',
    `at: ({ since }) => since,\n\n\neffect() { throw new Error('a gull takes it'); } } } }`,
  ],
  ['loops when it is due', `at: ({ since }) => since,\n\n\neffect() { for (;;); } } } }`],
])(
  'reports the line of a rule that %s: in the status, on the front page, by doctor, in notices and among what waits',
  async (_, act) => {
    const game = await testGame();
    const body = `{ times: { 'market-day': { title: 'Market day',${act}`;
    await game.forge.advance('main', await game.mainTip(), await game.branch(clause(body)()));
    await game.tick();
    const { failing } = await statusOf(game);
    const { site } = await showUntilWhole(
      await game.content(),
      game.now,
      { caches: cachesFor(PATIENT_MS) },
      (one) => collectSite(one, { now: game.now }),
    );
    const files = await game.content();
    const [news, later, waiting] = await seen(game, (position) => {
      const before = { position, files, queue: [], failing: [], now: game.now };
      const after = { ...before, failing };
      const wording = position.open.play.wording;
      return [
        newsSince(after, standAt(before)).map(({ text }) => text),
        newsSince(after, standAt(after)),
        sayWaiting(listWaiting(position, game.now, []), game.now, wording),
      ];
    });
    // Once is enough.
    expect(later).toEqual([]);
    const ofDoctor = checkStandstill(failing).map(({ what }) => what);
    const inIssue = waiting.split('\n').flatMap((line) => (/^- (Market day: .*)/u.exec(line) ?? []).slice(1));
    for (const told of [failing, site.failing, ofDoctor, news, inIssue]) {
      expect(told).toHaveLength(1);
      expect(told[0]).toMatch(/^Market day: .*(?:a gull takes it|took too long)/u);
      expect(told[0]).toContain('dynastic/gulls.ts:6');
      expect(told[0]).toMatch(/anybody can propose to fix or repeal that rule/u);
    }
  },
);

test('also reports a loop that the clock ends before its steps are counted', async () => {
  const game = await testGame();
  const head = await game.branch({ [BELLS]: '---\ntitle: Bells\norder: 90\n---\nThere are bells.\n' });
  await game.table.open(bo, { kind: 'proposal', title: 'Bells', text: 'Please.', head });
  await game.tick();
  const loop = clause(`{ hooks: {\n\n\n'may-enact'() { while (true) {} } } }`)();
  await game.forge.advance('main', await game.mainTip(), await game.branch(loop));
  const caches = cachesFor(SHORT_MS);
  // The same rules are asked the same only once, and what ended them is told each time.
  for (const _ of [1, 2]) {
    const [matter] = (await statusOf(game, caches)).queue;
    expect(matter?.fault).toMatch(/took too long and was stopped.*anybody can propose to fix or repeal/u);
  }
});

test('reports by its title what is due and is ended by the clock', async () => {
  const game = await testGame();
  const act = `at: ({ since }) => since,\n\n\neffect() { for (;;); } } } }`;
  const body = `{ times: { 'market-day': { title: 'Market day',${act}`;
  await game.forge.advance('main', await game.mainTip(), await game.branch(clause(body)()));
  await game.tick();
  const { failing } = await statusOf(game, cachesFor(SHORT_MS));
  expect(failing).toHaveLength(1);
  expect(failing[0]).toMatch(/^Market day: .*took too long and was stopped/u);
});

// The order in which trials are made, and how their results are stored and found.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { kernelCaches as caches } from '../scenario/on-kernel/fixtures/runner.ts';
import { Desk, SMALL } from '../session/fixtures/desk.ts';
import { sessionWith, type SessionWish } from '../session/fixtures/session.ts';
import { newGameOfSix } from '../store/fixtures/new-game.ts';
import { RULESET } from '../store/paths.ts';
import { contentOfPosition } from '../tick/current-content.ts';
import { hasUntried, promisesInForce, trialKey, Trials, trialsIn, tryNext } from './trials.ts';
import type { Trial } from './try-matter.ts';

let folder = '';
const trialsHere = (engine?: string): Trials => new Trials(join(folder, 'trials.json'), engine);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept-trials-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const DONE: Trial = { ok: true, problems: [], omitted: [], typed: false };
const text = (title: string): string => `---\ntitle: ${title}\norder: 90\n---\nWords.\n`;
const WISH: SessionWish = {
  ...SMALL,
  rules: {
    'dynastic/pot.md': `${text('Pot')}\nThis rule promises that whoever idles can come back within 4 weeks.\n`,
  },
  posts: [
    { by: 'bo', title: 'Tea', changes: { 'dynastic/tea.md': text('Tea') } },
    { by: 'cy', title: 'Talk' },
    { by: 'dee', title: 'Gin', changes: { 'dynastic/gin.md': text('Gin') } },
  ],
};

async function gameWith(open: () => Promise<Desk>) {
  const { session, now, files } = await open();
  const content = contentOfPosition(session.position, files);
  const { play } = session.position.open;
  const matters = Object.values(play.state().posts).filter(({ changes }) => changes.length > 0);
  return {
    play,
    keys: [...matters, { kind: '', title: '', changes: [] }].map((one) => trialKey(play, one)),
    game: {
      openPosition: async () => (await open()).session.position,
      content: () => Promise.resolve(content),
      now: () => now,
      caches,
    },
  };
}

test('tries each matter, then searches it for broken promises; those of the rules in force come last', async () => {
  const { play, keys, game } = await gameWith(() => sessionWith(WISH));
  const trials = trialsHere();
  const found = (): readonly unknown[] =>
    keys.map((key) => {
      const trial = trials.find(key);
      return trial === null ? null : (trial.searched ?? 0);
    });
  const WHOLE = 1200;
  for (const step of [
    [null, null, null],
    [0, null, null],
    [0, 0, null],
    [WHOLE, 0, null],
    [WHOLE, WHOLE, null],
  ]) {
    expect([found(), hasUntried(trials, play)]).toEqual([step, true]);
    if (!step.includes(WHOLE) || step.includes(0)) expect(await tryNext(trials, game)).toBe(true);
  }
  expect(promisesInForce((key) => trials.find(key), play)).toBeUndefined();
  const asked = { ...DONE, promises: [], searched: WHOLE };
  trials.add(keys[2] ?? '', asked);
  expect([hasUntried(trials, play), await tryNext(trials, game)]).toEqual([false, false]);
  expect(promisesInForce((key) => trials.find(key), play)).toEqual([]);
  trials.save();
  // Another command finds them, and so do pages; another build of the engine starts over.
  expect(hasUntried(trialsHere(), play)).toBe(false);
  expect(hasUntried(trialsHere('another'), play)).toBe(true);
  const beside = trialsIn(new Map(trials.beside()));
  expect(keys.map((key) => beside?.(key)?.searched)).toEqual([WHOLE, WHOLE, WHOLE]);
  expect([beside?.('other'), trialsIn(new Map())]).toEqual([null, null]);
});

test('checks and stores the promises of the rules in force like a trial', async () => {
  const path = `${RULESET}core/ruleset-and-gamestate.md`;
  const files = new Map(await newGameOfSix());
  files
    .set(path, (files.get(path) ?? '').replace(/^.*This rule promises.*$/mu, ''))
    .set(
      `${RULESET}dynastic/grain.md`,
      `${text('Grain')}\nThis rule promises that Grain stays between 4 and 9.\n`,
    )
    .set(
      `${RULESET}dynastic/grain.ts`,
      `import { integer, rule } from 'gitnomic/rules';
export default rule(() => ({ player: { grain: integer({ start: 3 }) } }));
`,
    );
  const { play, game } = await gameWith(() => Desk.open({}, { files }));
  const trials = trialsHere();
  expect([hasUntried(trials, play), await tryNext(trials, game)]).toEqual([true, true]);
  expect(promisesInForce((key) => trialsHere().find(key), play)).toMatchObject([
    { path: 'dynastic/grain', way: { why: 'the value is already outside' } },
  ]);
  expect([hasUntried(trials, play), await tryNext(trials, game)]).toEqual([false, false]);
});

test('doesn’t store a result that may be the machine’s fault, and keeps the longest search', () => {
  const trials = trialsHere();
  trials.add('a', { ...DONE, fleeting: true });
  expect(trials.find('a')).toBeNull();
  for (const searched of [1200, undefined, 200]) trials.add('a', { ...DONE, searched });
  expect(trials.find('a')).toEqual({ ...DONE, searched: 1200 });
  const other = trialsHere();
  expect(other.find('a')).toBeNull();
  trials.save();
  expect(other.find('a')).toBeNull();
  other.refresh();
  expect(other.find('a')?.searched).toBe(1200);
  expect(other.mostAtOnce).toBeGreaterThan(0);
  other.leaveToOthers();
  expect(other.mostAtOnce).toBe(0);
});

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { type SandboxHost, DEFAULT_LIMITS } from '../sandbox/host.ts';
import type { Isolation } from '../sandbox/isolation.ts';
import { Play } from './play.ts';
import { Caches, type RulesHanded } from '../cache/caches.ts';
import { MadeAhead } from '../sandbox/made-ahead.ts';
import { SandboxCaches } from '../sandbox/sandbox-caches.ts';
import { imageOfRules, keepReadyRules, takeHandedRules } from './rules-image.ts';

const AT = '2021-06-18T09:00:00Z';
const terms = { player: 'Player', players: 'Players', emperor: 'Emperor', emperors: 'Emperors' };
const limits = DEFAULT_LIMITS;
const host: SandboxHost['draw'] = () => 3;
let folder = '';

/** As a process that starts now has them. */
function cachesOf(engine = 'this engine'): Caches {
  const caches = new Caches(engine);
  caches.keepIn(folder);
  return caches;
}

const filesWith = (gain: number): ReadonlyMap<string, string> =>
  new Map([
    ['core/oil.md', `---\ntitle: Oil\norder: 10\n---\nA barrel holds [${gain}](#value:barrel).\n`],
    [
      'core/oil.ts',
      `import { action, integer, rule } from 'gitnomic/rules';
       const met = new Set();
       export default rule(({ game, value, dice }) => ({
         game: { oil: integer({ start: 1 }), rolled: integer({ start: 0 }) },
         actions: { pour: action({ by: 'anybody', effect({ actor, refuse }) {
           if (met.has('again')) refuse('it remembers');
           met.add('again');
           game.oil += value('barrel');
           game.rolled = dice(1);
         } }) },
       }));`,
    ],
  ]);

async function playWith(gain: number, isolated: Isolation = false, isStored = true): Promise<Play> {
  const caches = cachesOf();
  const rules = { files: filesWith(gain), terms, limits, isolated, isStored };
  const options = { ...rules, state: null, draw: host, caches };
  const play = await Play.start(options);
  caches.save();
  return play;
}

function pour(play: Play): readonly unknown[] {
  const outcome = play.take({ type: 'act', at: AT, by: 'ana', action: 'pour', with: {} });
  return [outcome.ok, ...['oil', 'rolled'].map((name) => play.query(AT, [['game', name]])[0]?.value)];
}

const isKept = (gain: number, caches = cachesOf()): boolean =>
  imageOfRules({ files: filesWith(gain), terms }, limits, caches) !== null;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rules-image-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

test.each([
  ['in this thread', false],
  ['in a thread of its own', true],
])('rules that were in force once need not be put in force again, %s', async (_, isolated) => {
  expect(isKept(5)).toBe(false);
  const first = await playWith(5, isolated);
  expect(isKept(5)).toBe(true);
  const manifest = first.manifest;
  // The image is of the rules alone: what is played meanwhile is not in it.
  expect([pour(first), pour(first)]).toEqual([
    [true, 6, 3],
    [true, 11, 3],
  ]);
  rmSync(join(folder, 'sources.json'), { force: true });
  const second = await playWith(5, isolated);
  expect(existsSync(join(folder, 'sources.json'))).toBe(false);
  expect(second.manifest).toEqual(manifest);
  expect([pour(second), pour(second)]).toEqual([
    [true, 6, 3],
    [true, 11, 3],
  ]);
  for (const play of [first, second]) play.sandbox.dispose();
});

test('rules that were amended are put in force as they are now', async () => {
  (await playWith(5)).sandbox.dispose();
  const amended = await playWith(7);
  expect(pour(amended)).toEqual([true, 8, 3]);
  amended.sandbox.dispose();
  expect([isKept(5), isKept(7)]).toEqual([false, true]);
});

test('another engine does not take them up', async () => {
  (await playWith(5)).sandbox.dispose();
  expect([isKept(5), isKept(5, cachesOf('another engine'))]).toEqual([true, false]);
});

test('where rules are amended in play, a game that goes on from an image obeys them', async () => {
  (await playWith(5)).sandbox.dispose();
  const play = await playWith(5);
  const before = pour(play);
  const sources = { files: filesWith(9), version: 'amended' };
  const rules = play.manifest.rules.map((one) => ({
    ...one,
    values: { barrel: { ...one.values['barrel'], text: '9', number: 9, value: 9 } },
  }));
  expect(play.sandbox.link({ ...play.manifest, rules } as unknown as typeof play.manifest, sources)).toEqual(
    [],
  );
  expect([before, pour(play)]).toEqual([
    [true, 6, 3],
    [true, 15, 3],
  ]);
  play.sandbox.dispose();
});

test('of rules that are only tried nothing is kept, and what is kept of the game’s own stays', async () => {
  (await playWith(5)).dispose();
  for (const tried of [playWith(6, false, false), playWith(7, 'for-trials')]) (await tried).dispose();
  expect([5, 6, 7].map((gain) => isKept(gain))).toEqual([true, false, false]);
});

test('rules that one thread has put in force are not put in force again in another', async () => {
  const handed: RulesHanded[] = [];
  const there = cachesOf('the engine of the pages');
  there.onRules = (rules) => handed.push(structuredClone(rules));
  const options = { files: filesWith(5), terms, limits, isStored: true, state: null, draw: host };
  const first = await Play.start({ ...options, caches: there });
  expect(pour(first)).toEqual([true, 6, 3]);
  const [rules] = handed;
  if (rules === undefined) throw new Error('nothing was handed over');
  const here = cachesOf();
  here.onRules = (again) => handed.push(again);
  takeHandedRules(rules, here);
  const second = await Play.start({ ...options, caches: here });
  // The game that was played there meanwhile is not in them.
  expect([pour(second), pour(second)]).toEqual([
    [true, 6, 3],
    [true, 11, 3],
  ]);
  const other = await Play.start({ ...options, files: filesWith(7), caches: here });
  expect(pour(other)).toEqual([true, 8, 3]);
  expect(handed.map((one) => one.manifest.rules[0]?.values['barrel']?.text)).toEqual(['5', '7']);
  for (const play of [first, second, other]) play.sandbox.dispose();
});

test('rules that were handed over are left for the next process as well', async () => {
  const there = new Caches('another engine');
  there.keepIn(mkdtempSync(join(folder, 'there-')));
  const here = cachesOf();
  there.onRules = (rules) => takeHandedRules(rules, here);
  const options = { files: filesWith(5), terms, limits, isStored: true, state: null, draw: host };
  (await Play.start({ ...options, caches: there })).sandbox.dispose();
  expect([isKept(5), here.rulesHanded === null]).toEqual([false, false]);
  here.save();
  expect([isKept(5), here.rulesHanded]).toEqual([true, null]);
});

test('a game begins with the rules of the game beside the engine where they are the same, to the byte as they were left', async () => {
  const engine = join(folder, 'engine');
  let count = 0;
  /** As a game that begins now has them, and nothing of its own yet. */
  const started = (): Caches => {
    const caches = new Caches('this engine', new SandboxCaches(new MadeAhead(engine)));
    caches.keepIn(join(folder, `game-${++count}`));
    return caches;
  };
  /** Begins a game, and says whether its rules had to be put in force for that. */
  const begin = async (gain: number, ready = false): Promise<readonly unknown[]> => {
    const caches = started();
    let isNew = false;
    caches.onRules = (rules) => {
      isNew = true;
      if (ready) keepReadyRules(rules, caches);
    };
    const options = {
      files: filesWith(gain),
      terms,
      limits,
      isStored: true,
      state: null,
      draw: host,
      caches,
    };
    const play = await Play.start(options);
    const answer = [isNew, ...pour(play)];
    play.sandbox.dispose();
    return answer;
  };
  const left = (): readonly string[] => readdirSync(engine).filter((name) => name.startsWith('rules-'));
  expect(await begin(5, true)).toEqual([true, true, 6, 3]);
  const [name = ''] = left();
  expect(await begin(5)).toEqual([false, true, 6, 3]);
  expect(await begin(7)).toEqual([true, true, 8, 3]);
  const whole = readFileSync(join(engine, name));
  for (const at of [0, 40, whole.length >> 1, whole.length - 1]) {
    const altered = Buffer.from(whole);
    altered.writeUInt8(altered.readUInt8(at) ^ 1, at);
    writeFileSync(join(engine, name), altered);
    expect(await begin(5), `byte ${at}`).toEqual([true, true, 6, 3]);
  }
  writeFileSync(join(engine, name), whole);
  expect(await begin(5)).toEqual([false, true, 6, 3]);
  // Those of one game are kept.
  expect(await begin(9, true)).toEqual([true, true, 10, 3]);
  expect([left().length, left().includes(name)]).toEqual([1, false]);
  expect([await begin(9), await begin(5)]).toEqual([
    [false, true, 10, 3],
    [true, true, 6, 3],
  ]);
});

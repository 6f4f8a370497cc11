// An action that bad dice make fail can't be repeated until the dice are good.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, expect, test } from 'vitest';

import { tick } from './tick.ts';
import { type Beacon, type BeaconChain } from '../session/chance/beacon.ts';
import { caches } from '../cache/fixtures/shared-caches.ts';
import { BeaconRounds } from '../session/chance/beacon-rounds.ts';
import { commitmentToSeed, committedSource } from '../session/chance/committed-seed.ts';
import { beaconSource, localBeacon } from '../session/chance/fixtures/local-beacon.ts';
import { firstBentRoll } from '../session/chance/recorded-dice.ts';
import type { SeedProof } from '../session/chance/source.ts';
import type { Seeds } from '../session/chance/draws.ts';
import type { RecordedLine } from '../store/ledger-line.ts';
import { writeCommit } from '../repository/write-commit.ts';
import { writeYamlKeys } from '../ruleset/front-matter-write.ts';
import { GAME_FILE } from '../store/paths.ts';
import { readGame } from '../store/read-game.ts';
import { shippedLibrary } from '../store/fixtures/shipped-library.ts';
import { beginLocalGame } from '../host/embedded/begin.ts';
import type { HomeGame } from '../host/game.ts';
import { replay } from '../care/replay/replay.ts';

const STARTED = '2024-03-01T09:00:00Z';
const FIRST_TRY = '2024-03-01T10:00:00Z';
const PURPOSE = 'Harbour/long-shot#1';
/** Three pips are enough to gamble with one of them, but pay the final fee only if the die shows this or more. */
const ENOUGH = 3;

interface From {
  readonly seeds: Seeds;
  readonly chain?: BeaconChain;
}

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

interface Gamble {
  lines(): Promise<readonly RecordedLine[]>;
  readonly said: readonly string[];
  say(by: string, text: string): Promise<void>;
  isReplayed(): Promise<boolean>;
}

async function gamble({ seeds, ...chain }: From): Promise<Gamble> {
  const folder = mkdtempSync(join(tmpdir(), 'gitnomic-rolls-'));
  folders.push(folder);
  let now = STARTED;
  const players = ['ana', 'bo', 'cy', 'dee', 'eli'].map((id) => ({
    id,
    admin: id === 'ana',
    emperor: id === 'cy',
  }));
  const wish = { name: 'Harbour', core: '2021', dynasty: 'proving', players };
  const game = await beginLocalGame(folder, shippedLibrary, wish, { now: () => now, caches });
  await publish(
    game,
    seeds.dice === undefined
      ? { source: 'drand' }
      : { source: 'committed', hash: commitmentToSeed(seeds.dice) },
  );
  const vault = { ...game.vault, seeds };
  const thread = await game.forge.post({ key: 'actions', kind: 'actions', title: 'Actions', text: '' });
  const said: string[] = [];
  return {
    lines: async () => readGame(await game.content()).ledger,
    said,
    async say(by, text) {
      now = `${new Date(Date.parse(now) + 3_600_000).toISOString().slice(0, 19)}Z`;
      await game.people.comment({ id: by, name: by, bot: false }, thread, text);
      const comment: typeof game.forge.comment = (post, key, words) => {
        said.push(words);
        return game.forge.comment(post, key, words);
      };
      await tick({ forge: { ...game.forge, comment }, now, vault, seeds, caches });
    },
    isReplayed: async () => (await replay({ ...game, vault, ...chain })).same,
  };
}

/** Dice come only from the source that the game states. */
async function publish({ forge, content, main }: HomeGame, dice: unknown): Promise<void> {
  const tip = await main();
  const text = writeYamlKeys((await content()).get(GAME_FILE) ?? '', { dice });
  const author = { name: 'Gitnomic', email: '', at: STARTED };
  const changes = new Map([[GAME_FILE, text]]);
  const commit = await writeCommit(forge.repository, { parents: [tip], changes, author, message: 'Dice\n' });
  await forge.advance('main', tip, commit);
}

function fromSeed(): Promise<From> {
  const seeds = [...Array(99).keys()].map((n) => new Uint8Array(32).fill(n));
  const isBad = (seed: Uint8Array): boolean => committedSource(seed, PURPOSE).draw('dice', 6) + 1 < ENOUGH;
  return Promise.resolve({ seeds: { dice: seeds.find(isBad) ?? new Uint8Array(32) } });
}

async function fromBeacon(): Promise<From> {
  const beaconOf = (n: number): Beacon =>
    localBeacon({ secret: new Uint8Array(32).fill(n), genesis: '2021-05-13T00:00:00Z' });
  const isBad = async (beacon: Beacon): Promise<boolean> =>
    (await beaconSource(beacon, FIRST_TRY, PURPOSE)).draw('dice', 6) + 1 < ENOUGH;
  let n = 0;
  while (!(await isBad(beaconOf(n)))) n++;
  const beacon = beaconOf(n);
  const clock = (): number => Date.parse('2024-04-01T00:00:00Z');
  return { seeds: { beacon: new BeaconRounds({ beacon, clock }) }, chain: beacon.chain };
}

test.each([
  ['a committed seed', fromSeed],
  ['a beacon', fromBeacon],
])('the rolls of a refused action are recorded and stay binding, with %s', async (_, from) => {
  const { seeds, ...chain } = await from();
  const { say, lines, said, isReplayed } = await gamble({ seeds, ...chain });

  for (let tries = 0; tries < 2; tries++) await say('bo', '/act long-shot');
  const [first, ...more] = await lines();
  expect(more).toEqual([]);
  expect(first).toMatchObject({ at: FIRST_TRY, by: 'bo', what: 'long-shot', changes: [] });
  expect(first?.refused).toContain('below zero');
  expect(first?.draws).toHaveLength(1);
  expect(Number(first?.draws[0]?.result)).toBeLessThan(ENOUGH);
  expect(said[0]).toContain(
    `DICE6: ${String(first?.draws[0]?.result)}. This roll stands: another attempt gets the same one`,
  );

  // Another player gets other dice, so nobody can find out in advance what they will roll.
  await say('dee', '/act take-crate');
  await say('dee', '/act long-shot');
  // The crate doesn't give Bo another roll either.
  await say('bo', '/act take-crate');
  await say('bo', '/act long-shot');
  await say('bo', '/act take-pip');
  await say('bo', '/act long-shot');
  const all = (await lines()).filter(({ what }) => what === 'long-shot');
  expect(all.map(({ by }) => by)).toEqual(['bo', 'dee', 'bo', 'bo']);
  expect(all[2]?.refused).toBeUndefined();
  expect(all[2]?.draws).toEqual(first?.draws);
  const purposes = all.map(({ proof }) => (proof as SeedProof).purpose);
  expect(purposes).toEqual([PURPOSE, 'Harbour/long-shot#2', PURPOSE, 'Harbour/long-shot#4']);
  const checked = { names: ['Harbour'], beaconOnly: 'chain' in chain, seed: seeds.dice, ...chain };
  expect(firstBentRoll(await lines(), null, checked)).toBeNull();
  expect(await isReplayed()).toBe(true);
});

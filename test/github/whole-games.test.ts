import { afterEach, expect, test } from 'vitest';
import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { commitmentToSeed } from '../../src/session/chance/committed-seed.ts';
import { createGame } from '../../src/session/play/create-game.ts';
import { readGame } from '../../src/store/read-game.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';
import { Play } from '../../src/session/play/play.ts';
import { CachedGame } from '../../src/tick/cached-game.ts';
import { readContent } from '../../src/tick/observe.ts';
import { tick } from '../../src/tick/tick.ts';
import type { Person } from '../../src/forge/events.ts';
import { openMemoryForge } from '../../src/forge/embedded/local-forge.ts';
import { readBranch } from '../../src/repository/refs.ts';
import { writeCommit } from '../../src/repository/write-commit.ts';
import { openAt, startWithEngine } from './game-at.ts';
import { dice, nextDeed, outcomeOf, type Played, type Side } from './random-play.ts';
import { handsAt } from './stand-in/hands.ts';
import type { StandIn } from './stand-in/server.ts';
import { weatherFrom } from './stand-in/weather.ts';

const START = '2021-06-18T09:00:00Z';
const DEEDS = Number(process.env['GITNOMIC_DEEDS'] ?? 16);
/** A game is some hundred processes of Git; a busy machine takes its time. */
const PATIENCE = 240_000;
const names = ['ana', 'bo', 'cy', 'dee', 'eli'];
const people: Person[] = names.map((name) => ({ id: name, name, bot: false }));
const seed = new Uint8Array(32).fill(7);

let standIn: StandIn | null = null;
afterEach(async () => {
  await standIn?.close();
  standIn = null;
});

interface Wish {
  readonly core: string;
  readonly dynasty: string;
}

async function begin(
  side: Side,
  { core, dynasty }: Wish,
  accountOf: (name: string) => string,
): Promise<void> {
  const players = names.map((name, index) => ({
    id: name,
    name,
    account: accountOf(name),
    admin: index === 0,
    emperor: index === 2,
  }));
  const hash = commitmentToSeed(seed);
  const wish = {
    name: 'Both',
    core,
    dynasty,
    players,
    at: START,
    dice: { source: 'committed', hash },
  } as const;
  const { files } = await createGame(shippedLibrary, wish, caches);
  const author = { name: 'ana', email: '', at: START };
  const first = { parents: [], changes: files, author, message: 'Begin\n' };
  await side.forge.advance('main', null, await writeCommit(side.forge.repository, first));
}

/** What the game has come to: rules, gamestate, and who did what when. Posts and journal hold each forge's own numbers. */
async function standing({ forge }: Side): Promise<Record<string, unknown>> {
  const main = (await readBranch(forge.repository, 'main')) ?? '';
  const files = await readContent(forge, main);
  const texts = [...files].filter(([path]) => /^content\/(ruleset|gamestate)\//u.test(path));
  const ledger = readGame(files).ledger.map(({ at, by, what, draws }) => ({ at, by, what, draws }));
  return { ...Object.fromEntries(texts), ledger };
}

/** A rule of the core with a live number, for proposals to change. */
function ruleWithNumber(rules: ReadonlyMap<string, string>): string {
  const found = [...rules].find(([path, text]) => path.startsWith('core/') && /\[\d+\]\(#value:/u.test(text));
  if (found === undefined) throw new Error('no rule of the core has a number');
  return `content/ruleset/${found[0]}`;
}

const later = (hours: number): string =>
  `${new Date(Date.parse(START) + hours * 3_600_000).toISOString().slice(0, 19)}Z`;

async function playBoth(
  wish: Wish,
  number: number,
  stormy: boolean,
): Promise<{ faults: number; lines: number }> {
  let now = START;
  const github = await startWithEngine();
  standIn = github;
  for (const name of names) github.world.account(name, { permission: 'write' });
  const local = await openMemoryForge({ clock: () => now, forgeId: 'whole' });
  const forge = await openAt(github);
  const here: Side = { ...local, comments: new Map() };
  const there: Side = {
    forge,
    table: handsAt(github, forge, `${github.folder}/client`),
    comments: new Map(),
  };
  await begin(here, wish, (name) => name);
  await begin(there, wish, (name) => String(github.world.account(name).id));
  const weather = weatherFrom(dice(number * 31));
  const kept = [new CachedGame(), new CachedGame()] as const;
  const ticks = async (): Promise<void> => {
    const options = { now, seeds: { dice: seed } };
    await tick({
      ...options,
      forge: here.forge,
      cached: kept[0],
      newSalt: () => 'for-tests-only-16',
      caches,
    });
    if (stormy) github.world.weather = weather.next;
    // A run that GitHub stops leaves what it has not done to the next.
    for (let tries = 0; ; tries++) {
      const done = await tick({ ...options, forge: there.forge, cached: kept[1], caches }).then(
        () => true,
        (error: unknown) => {
          if (!stormy || tries > 40 || (error as { code?: string }).code !== 'unavailable') throw error;
          return false;
        },
      );
      if (done) break;
    }
    github.world.weather = () => null;
  };
  const begun = readGame(await readContent(forge, (await readBranch(forge.repository, 'main')) ?? ''));
  const play = await Play.start({
    files: begun.ruleset,
    terms: begun.terms,
    state: null,
    draw: () => 1,
    caches,
  });
  const played: Played = { people, model: play.model, posts: [], rule: ruleWithNumber(begun.ruleset) };
  play.dispose();
  const roll = dice(number);
  await ticks();
  for (let turn = 1; turn <= DEEDS; turn++) {
    now = later(turn * 2.6);
    github.world.now = now;
    const deed = nextDeed(played, roll, now, turn);
    if (deed.takesBack || turn % 4 === 0) await ticks();
    expect(await outcomeOf(deed, there), `deed ${turn}`).toBe(await outcomeOf(deed, here));
    if (deed.takesBack) await ticks();
  }
  now = later(DEEDS * 2.6 + 60);
  github.world.now = now;
  await ticks();
  for (const one of kept) one.close();
  expect(github.world.failures).toEqual([]);
  const [theirs, ours] = [await standing(there), await standing(here)];
  expect(theirs).toEqual(ours);
  expectSaidOnce(github);
  return { faults: weather.met(), lines: (theirs['ledger'] as unknown[]).length };
}

/** Whatever happened on the way: no answer stands there twice. */
function expectSaidOnce({ world }: StandIn): void {
  for (const { comments, number } of world.posts) {
    const keys = comments.flatMap(({ by, body }) =>
      by?.type === 'Bot' ? [/gitnomic:key (\S+)/u.exec(body)?.[1] ?? ''] : [],
    );
    expect(new Set(keys).size, `post ${number}: ${keys.join(' ')}`).toBe(keys.length);
  }
}

const games: readonly (readonly [string, Wish])[] = [
  ['proving', { core: '2021', dynasty: 'proving' }],
  ['clans', { core: '2008', dynasty: 'clans' }],
  ['menagerie', { core: '2019', dynasty: 'menagerie' }],
  ['gallery', { core: '2021', dynasty: 'gallery' }],
];

/** Both kinds of a game come to the same, so that in haste each of the four is played as one kind. */
const isLong = process.env['GITNOMIC_FUZZ'] !== undefined;
const calm = games.filter(([name]) => isLong || name === 'gallery');
const stormy = games.filter(([name]) => isLong || name !== 'gallery');

test.each(calm)(
  'a game of %s has the same outcome on GitHub as on the embedded forge',
  async (_name, wish) => {
    const { lines } = await playBoth(wish, 11, false);
    expect(lines).toBeGreaterThan(0);
  },
  PATIENCE,
);

test.each(stormy)(
  'a game has the same outcome even if GitHub fails at every turn: %s',
  async (_name, wish) => {
    const { faults, lines } = await playBoth(wish, 12, true);
    expect(lines).toBeGreaterThan(0);
    expect(faults).toBeGreaterThan(3);
  },
  PATIENCE,
);

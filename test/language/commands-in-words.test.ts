// What the command line tells about a game, in each ruleset of the library and each pack’s dynasty, played for some days by
// machines: whoever reads it reads words. Ids stand only where they are to be typed.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { runIn } from '../../src/main/fixtures/run-in.ts';
import { openLocalGame } from '../../src/host/embedded/local-game.ts';
import type { HomeGame } from '../../src/host/game.ts';
import type { Person } from '../../src/forge/events.ts';
import { playerAt } from '../../src/seat/preview.ts';
import { Luck } from '../../src/addons/programs/game-trial.ts';
import { playAtRandom } from '../../src/addons/programs/policies.ts';
import { takeSeatStep, type SeatStep } from '../../src/seat/program/steps.ts';
import { aimOf } from '../../src/addons/programs/victory.ts';
import { withPosition } from '../../src/seat/read-table.ts';
import { shippedLibrary } from '../../src/store/fixtures/shipped-library.ts';
import { listPacks } from '../../src/ruleset/compose.ts';
import { idsOf } from '../site/built-site.ts';
import { unreadableWords, type KnownIds } from './unreadable-words.ts';

const NAMES = ['Ana', 'Bo', 'Cy', 'Dee', 'Eli'];
const BEGAN = Date.parse('2030-06-03T09:00:00Z');
const timeAt = (ms: number): string => new Date(ms).toISOString().replace('.000', '');

/** All of them take minutes: each `npm test` plays some. */
const whole = process.env['GITNOMIC_SAMPLE'] === 'whole';
const { core: cores, dynasties } = listPacks(shippedLibrary);
const CORES = cores.map((core) => ({ title: core, init: ['--core', core] }));
const PACKS = dynasties.map((name) => ({ title: name, init: ['--dynasty', name] }));
const OFTEN: ReadonlySet<string> = new Set(['suber', 'clans']);
const GAMES = [...CORES, ...PACKS].filter(({ title }) => whole || OFTEN.has(title));

/** A step that the rules allow, as far as one can tell without dice. */
async function nextStep(game: HomeGame, who: Person, luck: Luck): Promise<SeatStep | null> {
  return withPosition(game, async (position) => {
    const { play } = position.open;
    const trial = { position, now: game.now() };
    const turn = playAtRandom({ trial, who, luck, aim: aimOf(play), day: 1 });
    for (let at = await turn.next(); at.done !== true; at = await turn.next(false)) {
      const { value: step } = at;
      if (step.do !== 'act') return step;
      const input = {
        type: 'act',
        at: game.now(),
        by: playerAt(position, who),
        action: step.action,
        with: step.with,
      };
      const [why = null] = play.sandbox.refusalsOf([{ ...input, type: 'act' }]);
      if (why === null || why.code === 'chance') return step;
    }
    return null;
  });
}

async function play(folder: string): Promise<string> {
  const luck = new Luck(folder.split('/').at(-2) ?? '');
  let ms = BEGAN;
  for (let round = 0; round < 2; round++)
    for (const name of NAMES) {
      ms += 3 * 3_600_000;
      const game = await openLocalGame(folder, { now: timeAt(ms), caches });
      const who = { id: name.toLowerCase(), name, bot: false };
      for (let more = 0; more < 3; more++) {
        const step = await nextStep(game, who, luck);
        if (step !== null) await takeSeatStep(game, who, step);
      }
    }
  return timeAt(ms + 60_000);
}

/** Spread over all of them; each of them where there is time for it. */
const some = <T>(all: readonly T[]): readonly T[] =>
  all.filter((_, at) => whole || at % Math.ceil(all.length / 10) === 0);

/** Everything that reads a game, and slips that are answered with what was meant. */
async function commandsFor(folder: string, now: string): Promise<readonly (readonly string[])[]> {
  const game = await openLocalGame(folder, { now, caches });
  return withPosition(game, ({ open: { play } }) => {
    const { posts, things, players } = play.state();
    const pending = Object.values(posts).filter(({ status }) => status === 'pending');
    const actions = Object.keys(play.model.actions);
    const fields = Object.keys(play.model.fields['player'] ?? {});
    const [someone = ''] = Object.keys(players);
    return [
      ['status'],
      ...NAMES.map((name) => ['status', '--as', name]),
      ['admin', 'overview'],
      ['act'],
      ...NAMES.slice(0, 2).flatMap((name) => [
        ['act', '--as', name],
        ['can', '--as', name],
      ]),
      ...['post', 'seal', 'seal open', 'seal keys', 'seal list', 'seal check', 'admin peace', 'links'].map(
        (one) => one.split(' '),
      ),
      ['log', '-n', '300'],
      ['log', 'journal', '-n', '300'],
      ['show', 'game'],
      ['show', 'dynasty'],
      ['show', 'nothing-like-it'],
      ...NAMES.map((name) => ['show', name]),
      ...fields.slice(0, 8).map((field) => ['show', `players.${someone}.${field}`]),
      ...Object.entries(things).flatMap(([collection, all]) => [
        ['show', collection],
        ...Object.keys(all)
          .slice(0, 3)
          .map((id) => ['show', `${collection}.${id}`]),
      ]),
      ...Object.keys(posts).map((id) => ['show', id]),
      ...some(play.manifest.rules).map(({ number }) => ['show', number]),
      ...Object.keys(posts)
        .slice(0, 4)
        .map((id) => ['diff', id]),
      ...pending.flatMap(({ id }) => [
        ['why', id],
        ['resolve', id],
        ['rehearse', 'vote', 'for', id, '--as', 'Bo'],
      ]),
      ...some(actions).flatMap((action) => [
        ['why', action, '--as', 'Bo'],
        ['rehearse', 'act', action, '--as', 'Cy'],
      ]),
      ...some(actions)
        .filter((one) => Object.keys(play.model.actions[one]?.with ?? {}).length > 0)
        .map((one) => ['act', one, '--as', 'Dee']),
      ['post', 'nonsense', 'Title', '--as', 'Ana'],
      ['vote', 'nonsense', pending[0]?.id ?? '1', '--as', 'Ana'],
      ['tick', '--dry-run'],
      ['simulate', '--days', '1'],
    ];
  });
}

async function known(folder: string, now: string): Promise<KnownIds> {
  const game = await openLocalGame(folder, { now, caches });
  const ids = new Set(idsOf(await game.content()));
  return withPosition(game, ({ open: { play } }) => {
    const { model } = play;
    const named = [...Object.entries(model.kinds), ...Object.entries(model.submissions)].flatMap(
      ([id, { title }]) =>
        title !== null && !title.toLowerCase().includes(id) ? [[id, title] as const] : [],
    );
    for (const id of [
      model.actions,
      model.kinds,
      model.hooks,
      model.views,
      model.events,
      model.submissions,
    ].flatMap(Object.keys))
      if (id.includes('-')) ids.add(id);
    return { ids, called: new Map([...NAMES.map((name) => [name.toLowerCase(), name] as const), ...named]) };
  });
}

/** The law is as the rules have it: of a rule the command line tells what its clause does. */
const ofTheLaw = (words: readonly string[], said: string): string =>
  words[0] === 'show' && said.includes('\nClause: ')
    ? said.slice(said.indexOf('\nClause: ')).replace(/^\nClause: \S+/u, '')
    : words[0] === 'show' && said.includes('Played by people: there is no clause.')
      ? ''
      : said;

describe.each(GAMES)('$title', ({ title, init }) => {
  const root = mkdtempSync(join(tmpdir(), `gitnomic-words-`));
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  test('what the command line tells is said in words', async () => {
    const folder = join(root, title, 'game');
    const begun = await runIn(root, timeAt(BEGAN), [
      'init',
      folder,
      '--name',
      'Harbour',
      ...init,
      ...NAMES.flatMap((name) => ['--player', name]),
    ]);
    expect(begun, begun.said).toMatchObject({ code: 0 });
    const now = await play(folder);
    const ids = await known(folder, now);
    const found = new Map<string, string>();
    let told = 0;
    for (const words of await commandsFor(folder, now)) {
      const { said } = await runIn(folder, now, words);
      told += said.length;
      for (const what of unreadableWords(ofTheLaw(words, said), ids))
        found.set(what, `${words.join(' ')}: ${what}`);
    }
    expect(told).toBeGreaterThan(5_000);
    expect([...found.values()]).toEqual([]);
  });
});

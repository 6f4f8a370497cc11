// A small game of three dynasties is played again, as it was and as somebody bent, mended or copied it.
import { beforeAll, expect, test } from 'vitest';

import { kernelCaches } from '../../scenario/on-kernel/fixtures/runner.ts';
import { writeCommit } from '../../repository/write-commit.ts';
import { commitmentToSeed } from '../../session/chance/committed-seed.ts';
import { SMALL } from '../../session/fixtures/desk.ts';
import { readDynasties } from '../../store/dynasties/list-past.ts';
import { recordPath } from '../../store/journal/journal-record.ts';
import type { RecordedLine } from '../../store/ledger-line.ts';
import { readGame } from '../../store/read-game.ts';
import {
  ana,
  bo,
  cy,
  dee,
  kernelGame,
  openTestGame,
  person,
  type TestGame,
} from '../../tick/fixtures/embedded-game.ts';
import { readContent } from '../../tick/observe.ts';
import { plant } from '../recover/fixtures/enact-bells.ts';
import { recover } from '../recover/recover.ts';
import { pierGame, type Pier } from './fixtures/pier.ts';
import { codeOf, replayed, SEED, vault } from './fixtures/replayed.ts';
import { pastOf } from './past-of.ts';
import { eventsUpTo, historyOf, type Replayed } from './replay-history.ts';
import { replay } from './replay.ts';
import { tryStopped } from './try-stopped.ts';

const PROMISED = {
  secret: commitmentToSeed(vault.seeds.secret),
  dice: { source: 'committed', hash: commitmentToSeed(SEED) },
} as const;
const BO = 'content/gamestate/players/bo.md';
let played: Pier;

/** Votes pass a rule, and after that the clock is put back and somebody casts. */
async function passAndGoBack(game: Pier): Promise<void> {
  const head = await game.branch({
    'content/ruleset/core/tea.md': '---\ntitle: Tea\norder: 96\n---\nTea.\n',
  });
  const post = await game.table.open(bo, { kind: 'proposal', title: 'Tea', text: '', head });
  for (const by of [ana, cy, dee]) await game.table.comment(by, post, ':for:');
  game.later(3);
  await game.tick({ vault });
  expect((await game.content()).has('content/ruleset/core/tea.md')).toBe(true);
  game.later(-2.5);
  await game.says('eli', '/act cast');
}

beforeAll(async () => {
  played = await pierGame(PROMISED);
  await played.says('ana', '/act hide');
  await played.says('ana', '/act cast');
  await played.says('bo', '/act win');
  await played.says('bo', '/act ascend theme="Fish"');
  await played.says('bo', '/act cast');
  await passAndGoBack(played);
  await played.says('cy', '/act win');
  await played.says('cy', '/act ascend theme="Fowl"');
  await played.says('cy', '/act earn');
  await played.says('cy', '/act hide');
});

const copyOf = (game: TestGame): Promise<TestGame> => openTestGame(game.disk.copy(), game.now);
const seen = (game: TestGame, more: Partial<Replayed> = {}): Replayed => replayed(game, more);

test('all of it and each dynasty is the same', async () => {
  expect(await replay(seen(played))).toMatchObject({ same: true, since: null });
  for (const dynasty of [1, 2, 3])
    expect(await replay(seen(played), dynasty)).toMatchObject({ same: true, since: null });
});

test.each<readonly [seeds: string, known: object, isSaid: boolean]>([
  ['without the seed of secret choices', {}, true],
  ['with another', { secret: new Uint8Array(32).fill(1) }, true],
  ['with the seed', { secret: vault.seeds.secret }, false],
  ['with the seed among those used before', { older: [vault.seeds.secret] }, false],
])('%s it is said whether what is secret can be checked', async (_, known, isSaid) => {
  const game = await copyOf(played);
  await plant(game, { [BO]: '---\nname: Boss\n---\n' });
  const verdict = await replay(seen(game, { vault: { ...vault, seeds: { dice: SEED, ...known } } }));
  expect(verdict.same).toBe(false);
  expect(!verdict.same && verdict.why.includes('neither here nor revealed')).toBe(isSaid);
});

test('after somebody went back, the replay begins there, and a dynasty from before it only where it is the same', async () => {
  const game = Object.assign(await copyOf(played), { says: played.says });
  await plant(game, { 'content/ruleset/core/votes.md': '---\norder: "x\n---\n' });
  await recover({ forge: game.forge, by: 'ana', name: 'ana', now: game.now, caches: kernelCaches });
  const { ledger } = readGame(await game.content());
  const thread = await game.forge.post({ key: 'actions', kind: 'actions', title: 'Actions', text: '' });
  await game.table.comment(person('dee'), thread, '/act cast');
  await game.tick({ vault });
  const all = readGame(await game.content()).ledger.length;
  expect(all).toBe(ledger.length + 1);
  expect(await replay(seen(game))).toMatchObject({
    same: true,
    lines: 1,
    since: { kind: 'recovery', at: game.now, skipped: ledger.length },
  });
  // It went back to what was there, so the dynasty can even be played from its beginning.
  expect(await replay(seen(game), 3)).toMatchObject({ same: true, lines: all });
  expect(await replay(seen(game), 1)).toMatchObject({ same: true });
  // The second needs to know when the engine looked, which is not read from before the change.
  expect(await codeOf(replay(seen(game), 2))).toBe('changed-since');
  await plant(game, { [BO]: '---\nname: Boss\n---\n' });
  expect(await codeOf(replay(seen(game), 3))).toBe('changed-since');
});

test('a dynasty that began after somebody went back differs like any other', async () => {
  const game = await pierGame(PROMISED);
  await plant(game, { 'content/ruleset/core/votes.md': '---\norder: "x\n---\n' });
  await recover({ forge: game.forge, by: 'ana', name: 'ana', now: game.now, caches: kernelCaches });
  await game.says('bo', '/act win');
  await game.says('bo', '/act ascend theme="Fish"');
  await game.says('bo', '/act cast');
  const whole = await replay(seen(game));
  expect(whole).toMatchObject({ same: true, lines: 3, since: { kind: 'recovery', skipped: 0 } });
  expect(await replay(seen(game), 2)).toMatchObject({ same: true });
  await plant(game, { [BO]: '---\nname: Boss\n---\n' });
  expect(await replay(seen(game), 2)).toMatchObject({ same: false, path: BO });
  expect(await replay(seen(game))).toMatchObject({ same: false, path: BO });
});

/** A copy of the game that begins with what was played so far. */
async function copied(
  from: TestGame,
  change: (files: ReadonlyMap<string, string>) => ReadonlyMap<string, string>,
): Promise<Replayed> {
  const game = await copyOf(from);
  const frozen = await readDynasties(game.forge.repository, await game.mainTip());
  const now = new Map([...(await game.content()), ...frozen]);
  const author = { name: 'x', email: '', at: game.now };
  const commit = await writeCommit(game.forge.repository, {
    parents: [],
    changes: change(now),
    author,
    message: 'Copy\n',
  });
  return {
    ...seen(game),
    main: () => Promise.resolve(commit),
    content: () => readContent(game.forge, commit),
  };
}
const withoutRecord = (files: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
  new Map([...files].filter(([path]) => path !== recordPath));

test('a copy with its journal can play again what was over then, and one without only what is done there', async () => {
  const whole = await copied(played, (files) => files);
  expect(await replay(whole, 1)).toMatchObject({ same: true });
  expect(await codeOf(replay(whole, 3))).toBe('before-journal');
  const checkpoint = {
    kind: 'recovery',
    at: played.now,
    by: 'ana',
    from: '1'.repeat(40),
    broken: 'x',
    why: null,
  };
  const alone = await copied(
    played,
    (files) => new Map([...withoutRecord(files), ['content/checkpoints.json', JSON.stringify([checkpoint])]]),
  );
  for (const dynasty of [1, 2, 3]) expect(await codeOf(replay(alone, dynasty))).toBe('before-journal');
  expect(await replay(alone)).toMatchObject({ same: true, since: null });
  // What was frozen before the copy was made is not part of it.
  const bent = await copied(
    played,
    (files) => new Map([...withoutRecord(files), ['content/dynasties/1/ledger/2024-03.jsonl', '']]),
  );
  expect(await replay(bent)).toMatchObject({ same: true });
});

test('a copy of a first dynasty without its journal can’t be played again either', async () => {
  const game = await pierGame();
  await game.says('ana', '/act earn');
  expect(await codeOf(replay(await copied(game, withoutRecord), 1))).toBe('before-journal');
});

test('a game in which nothing has happened is the same as ever', async () => {
  const still = await kernelGame(SMALL);
  for (const dynasty of [null, 1])
    expect(await replay(seen(still), dynasty)).toEqual({ same: true, lines: 0, stopped: [], since: null });
});

test('dice without a proof are found where they come from the beacon', async () => {
  const game = await pierGame({ dice: { source: 'drand' } });
  const thread = await game.forge.post({ key: 'actions', kind: 'actions', title: 'Actions', text: '' });
  await game.table.comment(ana, thread, '/act cast');
  await game.tick({ vault: { ...vault, seeds: { fixed: [5, 6] } } });
  expect(await replay(seen(game))).toMatchObject({
    same: false,
    line: 0,
    why: 'its dice come from the beacon, but no round is recorded',
  });
});

test('only events that main had read are played again', async () => {
  const content = await played.content();
  const all = await eventsUpTo(seen(played), content);
  const some = new Map([...content, [recordPath, '{"n":3}']]);
  expect(await eventsUpTo(seen(played), some)).toEqual(all.filter(({ line }) => line <= 3));
  expect(await eventsUpTo(seen(played), new Map())).toEqual([]);
});

test('a step is tried with its own event, and while others that are recorded as stopped stay so', async () => {
  const game = await pierGame();
  for (const act of ['earn', 'spend']) await game.says('ana', `/act ${act}`);
  const content = await game.content();
  const { ledger } = readGame(content);
  const history = await historyOf(seen(game));
  const start = await readContent(game.forge, history.first);
  const events = await eventsUpTo(seen(game), content);
  const [first, second] = events.filter(({ event }) => event.type === 'commented').map(({ line }) => line);
  const tried = async (...stopped: readonly (string | null)[]): Promise<readonly unknown[]> => {
    const lines = ledger.map((line, at) =>
      stopped[at] === null ? line : ({ ...line, stopped: stopped[at], refused: 'slow' } as RecordedLine),
    );
    const { past } = await pastOf(seen(game), { start, ledger: lines, events, history });
    const found = await tryStopped({ ...past, ticks: history.ticks }, lines);
    return found.map(({ what, recorded, found: how, why }) => [what, recorded, how, why]);
  };
  const none = 'the ledger has no trace of it then';
  expect(await tried(`event ${first}`, `event ${second}`)).toEqual([
    ['earn', 'slow', 'goes on', 'it is done'],
    ['spend', 'slow', 'goes on', none],
  ]);
  expect(await tried(null, `${first} spend`)).toEqual([['spend', 'slow', 'goes on', none]]);
});

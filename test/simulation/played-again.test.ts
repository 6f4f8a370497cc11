// A small game of three dynasties is played again: as it was it comes out the same, and what somebody bent, mended or copied is found.
import { beforeAll, describe, expect, test } from 'vitest';

import { plant } from '../../src/care/recover/fixtures/enact-bells.ts';
import { recover } from '../../src/care/recover/recover.ts';
import { pierGame, type Pier } from '../../src/care/replay/fixtures/pier.ts';
import { codeOf, replayed as seen, SEED, vault } from '../../src/care/replay/fixtures/replayed.ts';
import { pastOf } from '../../src/care/replay/past-of.ts';
import { eventsUpTo, historyOf, type Replayed } from '../../src/care/replay/replay-history.ts';
import { readForReplay, replay } from '../../src/care/replay/replay.ts';
import { tryStopped } from '../../src/care/replay/try-stopped.ts';
import { readCommit } from '../../src/repository/commit.ts';
import { readFileText } from '../../src/repository/read-file.ts';
import { ownBranch } from '../../src/repository/repository.ts';
import { writeCommit } from '../../src/repository/write-commit.ts';
import { kernelCaches } from '../../src/scenario/on-kernel/fixtures/runner.ts';
import { commitmentToSeed } from '../../src/session/chance/committed-seed.ts';
import { SMALL } from '../../src/session/fixtures/desk.ts';
import { readDynasties } from '../../src/store/dynasties/list-past.ts';
import { journalTip } from '../../src/store/journal/journal-head.ts';
import { recordPath } from '../../src/store/journal/journal-record.ts';
import { journalBranch } from '../../src/store/journal/part.ts';
import { listSegments } from '../../src/store/journal/segments.ts';
import type { RecordedLine } from '../../src/store/ledger-line.ts';
import { readGame } from '../../src/store/read-game.ts';
import {
  ana,
  bo,
  cy,
  dee,
  kernelGame,
  openTestGame,
  person,
  type TestGame,
} from '../../src/tick/fixtures/embedded-game.ts';
import { readContent } from '../../src/tick/observe.ts';

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
  await played.says('dee', '/roll 2DICE6');
});

const copyOf = (game: TestGame): Promise<TestGame> => openTestGame(game.disk.copy(), game.now);

/** The same game, with main as somebody has changed it. */
async function bent(changes: Readonly<Record<string, string>>): Promise<TestGame> {
  const game = await copyOf(played);
  await plant(game, changes);
  return game;
}

test('replays the same, whole and by dynasty, from all lines of the journal in order', async () => {
  const lines = readGame(await played.content()).ledger.length;
  const heard: number[] = [];
  const whole = await replay(seen(played, { noteLine: (line) => void heard.push(line) }));
  expect(whole).toMatchObject({ same: true, stopped: [], since: null });
  expect(whole.same && whole.lines).toBeGreaterThan(lines);
  expect(heard).toEqual(heard.toSorted((a, b) => a - b));
  expect([...new Set(heard)]).toEqual(Array.from({ length: heard.at(-1) ?? 0 }, (_, at) => at + 1));
  for (const dynasty of [1, 2])
    expect(await replay(seen(played), dynasty)).toMatchObject({ same: true, since: null });
  expect(await replay(seen(played), 3)).toMatchObject({ same: true, lines });
  expect(await codeOf(replay(seen(played), 7))).toBe('no-such-dynasty');
});

test.each<readonly [seeds: string, known: object, isSaid: boolean]>([
  ['without the seed of secret choices', {}, true],
  ['with another', { secret: new Uint8Array(32).fill(1) }, true],
  ['with the seed', { secret: vault.seeds.secret }, false],
  ['with the seed among those used before', { older: [vault.seeds.secret] }, false],
])('%s the verdict says whether secrets can be checked', async (_, known, isSaid) => {
  const game = await bent({ [BO]: '---\nname: Boss\n---\n' });
  const verdict = await replay(seen(game, { vault: { ...vault, seeds: { dice: SEED, ...known } } }));
  expect(verdict.same).toBe(false);
  expect(!verdict.same && verdict.why.includes('neither here nor revealed')).toBe(isSaid);
});

test('after a recovery the replay begins there, and an earlier dynasty replays only if it’s the same', async () => {
  const game = Object.assign(await copyOf(played), { says: played.says });
  await plant(game, { 'content/ruleset/core/votes.md': '---\norder: "x\n---\n' });
  await recover({ forge: game.forge, by: 'ana', name: 'ana', now: game.now, caches: kernelCaches });
  const { ledger } = readGame(await game.content());
  const skipped = ledger.length;
  expect(await replay(seen(game))).toMatchObject({ same: true, lines: 0, since: { skipped } });
  const thread = await game.forge.post({ key: 'actions', kind: 'actions', title: 'Actions', text: '' });
  await game.table.comment(person('dee'), thread, '/act cast');
  await game.tick({ vault });
  const all = readGame(await game.content()).ledger.length;
  expect(all).toBe(ledger.length + 1);
  expect(await replay(seen(game))).toMatchObject({
    same: true,
    lines: 1,
    since: { kind: 'recovery', at: game.now, skipped },
  });
  // It went back to what was there, so the dynasty can even be played from its beginning.
  expect(await replay(seen(game), 3)).toMatchObject({ same: true, lines: all });
  expect(await replay(seen(game), 1)).toMatchObject({ same: true });
  // The second needs to know when the engine looked, which is not read from before the change.
  expect(await codeOf(replay(seen(game), 2))).toBe('changed-since');
  await plant(game, { [BO]: '---\nname: Boss\n---\n' });
  expect(await codeOf(replay(seen(game), 3))).toBe('changed-since');
});

test('a dynasty that began after a recovery can differ like any other', async () => {
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

test('a copy with its journal can replay past dynasties, and one without can replay only what follows', async () => {
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

test('a dynasty that was played elsewhere can’t be replayed here', async () => {
  const frozen = await readDynasties(played.forge.repository, await played.mainTip());
  const path = 'content/dynasties/1/dynasty.yml';
  const moved = { at: played.now, posts: 'gh-', dynasty: 1 };
  const game = await bent({
    [path]: `${frozen.get(path) ?? ''}imported: { at: ${played.now}, from: elsewhere }\n`,
  });
  expect(await codeOf(replay(seen(game), 1))).toBe('imported');
  expect(await replay(seen(game), 2)).toMatchObject({ same: true });
  const other = await bent({ 'content/engine/moved.json': `${JSON.stringify(moved)}\n` });
  expect(await codeOf(replay(seen(other), 1))).toBe('other-journal');
  expect(await replay(seen(other), 2)).toMatchObject({ same: true });
});

test('a copy of a first dynasty without its journal can’t be replayed', async () => {
  const game = await pierGame();
  await game.says('ana', '/act earn');
  expect(await codeOf(replay(await copied(game, withoutRecord), 1))).toBe('before-journal');
});

test('a game in which nothing has happened replays the same', async () => {
  const still = await kernelGame(SMALL);
  for (const dynasty of [null, 1])
    expect(await replay(seen(still), dynasty)).toEqual({ same: true, lines: 0, stopped: [], since: null });
});

test('finds dice without a proof if they should come from the beacon', async () => {
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

test('replays only events that main had read', async () => {
  const content = await played.content();
  const all = await eventsUpTo(seen(played), content);
  const some = new Map([...content, [recordPath, '{"n":3}']]);
  expect(await eventsUpTo(seen(played), some)).toEqual(all.filter(({ line }) => line <= 3));
  expect(await eventsUpTo(seen(played), new Map())).toEqual([]);
});

test('retries a step with its own event, while other steps recorded as stopped stay so', async () => {
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
  const broken = { past: (await pastOf(seen(game), { start, ledger, events, history })).past };
  const line = { ...ledger[0], stopped: `event ${first}` } as RecordedLine;
  const failed = await tryStopped({ ...broken.past, files: new Map(), ticks: history.ticks }, [line]);
  expect(failed).toMatchObject([{ found: 'unknown', why: expect.stringMatching(/./u) as string }]);
  const none = 'the ledger has no trace of it then';
  expect(await tried(`event ${first}`, `event ${second}`)).toEqual([
    ['earn', 'slow', 'goes on', 'it is done'],
    ['spend', 'slow', 'goes on', none],
  ]);
  expect(await tried(null, `${first} spend`)).toEqual([['spend', 'slow', 'goes on', none]]);
});

test('what is read for a replay begins where the game began', async () => {
  const first = await readForReplay(seen(played));
  expect((await readCommit(played.forge.repository, first)).parents).toEqual([]);
});

describe('finds what somebody tampers with, at its place', () => {
  test('a frozen dynasty, which only makes itself differ', async () => {
    const frozen = await readDynasties(played.forge.repository, await played.mainTip());
    const path = [...frozen.keys()].find((one) => /dynasties\/1\/ledger\//u.test(one)) ?? '';
    const text = frozen.get(path) ?? '';
    const game = await bent({ [path]: text.replace('"ana"', '"eli"') });
    const differs = { same: false, line: null, path, why: expect.stringContaining('frozen copy') as string };
    expect(await replay(seen(game))).toMatchObject(differs);
    expect(await replay(seen(game), 1)).toMatchObject(differs);
    expect(await replay(seen(game), 2)).toMatchObject({ same: true });
  });

  test('a value of the gamestate', async () => {
    const path = 'content/gamestate/players/bo.md';
    const game = await bent({ [path]: '---\nname: Boss\n---\n' });
    for (const dynasty of [null, 3])
      expect(await replay(seen(game), dynasty)).toMatchObject({ same: false, line: null, path });
  });

  test('a roll, by its seed, which must be the promised one', async () => {
    const ledger = [...(await played.content())].find(([path]) => path.startsWith('content/ledger/'));
    const [path, text] = ledger ?? ['', ''];
    const result = /"size":6,"result":(\d)/u.exec(text)?.[1];
    const game = await bent({
      [path]: text.replace(`"size":6,"result":${result}`, `"size":6,"result":${7 - Number(result)}`),
    });
    for (const dynasty of [null, 3])
      expect(await replay(seen(game), dynasty)).toMatchObject({
        same: false,
        line: expect.any(Number) as number,
      });
  });

  test('the journal, which is then not trusted at all', async () => {
    const game = await openTestGame(played.disk.copy(), played.now);
    const { repository } = game.forge;
    const tip = (await journalTip(repository)) ?? '';
    const path = (await listSegments(repository, tip)).map(({ path: one }) => one).at(-1) ?? '';
    const text = (await readFileText(repository, tip, path)) ?? '';
    const commit = await writeCommit(repository, {
      parents: [],
      changes: new Map([[path, text.replace('/roll 2DICE6', '/roll 3DICE6')]]),
      author: { name: 'x', email: '', at: game.now },
      message: 'x\n',
    });
    await game.forge.advance(ownBranch(repository, journalBranch), tip, commit);
    for (const dynasty of [null, 3])
      expect(await replay(seen(game), dynasty)).toEqual({
        same: false,
        line: null,
        path: expect.stringContaining(' of the journal') as string,
        why: expect.stringMatching(/^the journal is not intact: [^;]*$/u) as string,
      });
  });
});

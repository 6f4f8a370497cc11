import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { caches } from '../../cache/fixtures/shared-caches.ts';
import { readTree } from '../../repository/read-tree.ts';
import { validate } from '../../ruleset/schema/validate.ts';
import { dynastySchema } from '../../ruleset/schema/dynasty.ts';
import { openGame } from '../../session/play/open-game.ts';
import { readGame } from '../read-game.ts';
import {
  ana,
  bo,
  cy,
  dee,
  eli,
  fay,
  memoryVault,
  kernelGame,
  onKernel,
  type TestGame,
} from '../../tick/fixtures/embedded-game.ts';
import { contentAtEnd, frozenDynasties, readSnapshot } from './frozen.ts';
import { listDynasties, readDynastyOver, CachedDynasties } from './list-past.ts';
import { writeCommit } from '../../repository/write-commit.ts';
import {
  NOTHING_SHOWN,
  readShowed,
  showedPath,
  shownAtEnd,
  writeShowed,
} from '../../session/ask/shown-at-end.ts';
import { slowTest } from '../../../test/slowly.ts';

const RULE = 'content/ruleset/dynastic/tea.md';
const TEA = '---\ntitle: Tea\norder: 90\n---\nA Player may drink tea.\n';

/** Plays a dynasty in which a rule is made, somebody wins, and the winner ascends. */
async function playToAscension(often = true): Promise<{
  readonly game: TestGame;
  readonly vault: ReturnType<typeof memoryVault>;
}> {
  const game = await kernelGame();
  const vault = memoryVault([4, 2, 6, 1, 1, 1]);
  const thread = await game.forge.post({ key: 'actions', kind: 'actions', title: 'Actions', text: '' });
  const say = async (who: typeof ana, post: string, text: string, hours = 0.1): Promise<void> => {
    game.later(hours);
    await game.table.comment(who, post, text);
  };
  const head = await game.branch({ [RULE]: TEA });
  const tea = await game.table.open(ana, { kind: 'proposal', title: 'Tea', text: '', head });
  for (const who of [bo, cy, dee, eli, fay]) await say(who, tea, ':for:');
  await say(bo, thread, '/roll 2DICE6');
  game.later(13);
  await game.tick({ vault });
  const dov = await game.table.open(bo, { kind: 'dov', title: 'I have won', text: 'At tea.' });
  for (const who of [ana, cy, dee, eli, fay]) await say(who, dov, ':for:');
  game.later(13);
  await game.tick({ vault });
  await say(bo, thread, '/ascend theme="Coffee"', 2);
  if (often) await game.tick({ vault });
  // Anything after it belongs to the new dynasty, even in the same tick.
  await say(dee, thread, '/roll 1DICE6');
  await game.tick({ vault });
  return { game, vault };
}

type Played = Awaited<ReturnType<typeof playToAscension>>;
let once: Promise<Played> | null = null;
/** The same game for all tests that only read it. */
const played = (): Promise<Played> => (once ??= playToAscension());

async function allOf(game: TestGame): Promise<ReadonlyMap<string, string>> {
  const { files } = await readTree(game.forge.repository, await game.mainTip(), { under: ['content'] });
  return new Map([...files].map(([path, { text }]) => [path, text ?? '']));
}

test('a past dynasty is frozen, and the game goes on without it', async () => {
  const { game } = await played();
  const files = await allOf(game);
  const read = readGame(await game.content());
  expect(read.problems).toEqual([]);
  expect(read.state?.dynasty).toMatchObject({
    number: 2,
    theme: 'Coffee',
    emperor: 'bo',
    interregnum: false,
  });
  expect(read.ledger.map(({ what }) => what)).toEqual(['ascend', 'roll']);
  expect(Object.values(read.state?.posts ?? {}).map(({ kind }) => kind)).toEqual(['ascension-address']);
  expect(files.get(RULE)).toBeUndefined();

  const { value, problems } = validate(
    dynastySchema,
    parse(files.get('content/dynasties/1/dynasty.yml') ?? ''),
    'x',
  );
  expect(problems).toEqual([]);
  expect(value).toMatchObject({
    number: 1,
    emperor: 'cy',
    successor: 'bo',
    posts: 2,
    ledger: { from: 0, to: 2 },
  });

  const first = readSnapshot(files.get('content/dynasties/1/first.json') ?? '');
  const last = readSnapshot(files.get('content/dynasties/1/last.json') ?? '');
  expect(first.get(RULE)).toBeUndefined();
  expect(last.get(RULE)).toBe(TEA);
  expect(last.get('content/gamestate/dynasty.md')).toContain('number: 1\n');
  const lines = (files.get('content/dynasties/1/ledger/2024-03.jsonl') ?? '').trimEnd().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { what: string }).what)).toEqual([
    expect.stringMatching(/^roll$|^enact/u),
    expect.stringMatching(/^roll$|^enact/u),
    expect.stringMatching(/^enact/u),
  ]);
  expect([...files.keys()].filter((path) => path.startsWith('content/dynasties/1/posts/'))).toContain(
    'content/dynasties/1/posts/2024-03/2024-03-01-tea.md',
  );
  expect(
    readSnapshot(files.get('content/dynasties/2/first.json') ?? '').get('content/gamestate/dynasty.md'),
  ).toContain('number: 2\n');
});

test('lists past dynasties by keys that change with their files and the next one’s beginning', async () => {
  const { game } = await played();
  const { repository } = game.forge;
  const before = await listDynasties(repository, await game.mainTip());
  expect(before.past.map(({ number }) => number)).toEqual([1]);
  expect(before.others).toEqual([2]);
  const changed = async (path: string): Promise<typeof before> =>
    listDynasties(repository, await game.branch({ [path]: 'Something else.\n' }));
  expect(await changed('content/readme.md')).toEqual(before);
  expect(await changed('content/dynasties/2/ledger/2024-03.jsonl')).toEqual(before);
  for (const path of ['content/dynasties/1/posts/2024/a.md', 'content/dynasties/2/first.json'])
    expect((await changed(path)).past).not.toEqual(before.past);
  const read = await readDynastyOver(repository, await game.mainTip(), 1);
  expect(read.get('content/dynasties/1/dynasty.yml')).toContain('number: 1');
  expect([...read.keys()].filter((path) => !path.startsWith('content/dynasties/1/'))).toEqual([
    'content/dynasties/2/first.json',
  ]);
  expect((await changed('content/dynasties/2/dynasty.yml')).past.map(({ number }) => number)).toEqual([1, 2]);
});

test('the game can be opened as it stood at the end of a dynasty', async () => {
  const files = await allOf((await played()).game);
  const { play, read } = await openGame(contentAtEnd(files, 1), { caches, runner: onKernel });
  try {
    expect(read.problems).toEqual([]);
    expect(play.ledger.map(({ n }) => n)).toEqual([0, 1, 2]);
    expect(Object.values(play.state().posts).map(({ title }) => title)).toEqual(['Tea', 'I have won']);
    expect(play.state().dynasty).toMatchObject({ number: 1, interregnum: true });
  } finally {
    play.dispose();
  }
  expect(frozenDynasties(files).map(({ about }) => about.number)).toEqual([1]);
});

test('stores what the rules showed at its end, the same as if they were asked again', async () => {
  const files = await allOf((await played()).game);
  const ended = frozenDynasties(files)[0]?.about.ended ?? '';
  const saved = readShowed(files.get(showedPath(1)));
  expect(saved).not.toBeNull();
  expect(saved).toEqual(
    await shownAtEnd({ number: 1, content: contentAtEnd(files, 1), ended }, { caches, runner: onKernel }),
  );
  expect(Object.keys(saved?.model.actions ?? {})).toContain('roll');
  expect(files.get(showedPath(2))).toBeUndefined();
});

test.each([
  ['nothing', undefined],
  ['half of a file', '{"format":1,"model":{'],
  ['a form that is not known', writeShowed(NOTHING_SHOWN).replace(/"format":\d+/u, '"format":99')],
  ['something else', '[]'],
])('reads no stored views from %s', (_, text) => {
  expect(readShowed(text)).toBeNull();
  expect(readShowed(writeShowed(NOTHING_SHOWN))).not.toBeNull();
});

slowTest('rules that can’t be played show nothing', async () => {
  const files = await allOf((await played()).game);
  const content = new Map([...contentAtEnd(files, 1), [RULE.replace('.md', '.ts'), 'export const tea = ;']]);
  expect(
    await shownAtEnd({ number: 1, content, ended: '2024-03-02T00:00:00Z' }, { caches, runner: onKernel }),
  ).toBeNull();
});

test('numbers continue from the archived dynasty', async () => {
  const { game, vault } = await playToAscension();
  const { ledger, state } = readGame(await game.content());
  expect(ledger.map(({ n }) => n)).toEqual([3, 4]);
  // The dice depend on how many were rolled in the whole game, so this is the third of the fixed ones.
  expect(ledger[1]?.draws.map(({ result }) => result)).toEqual([6]);
  expect(Object.values(state?.posts ?? {})[0]?.n).toBe(3);
  const post = await game.table.open(fay, { kind: 'proposal', title: 'Cups', text: '' });
  await game.table.comment(ana, post, ':for:');
  await game.table.comment(
    ana,
    await game.forge.post({ key: 'actions', kind: 'actions', title: 'Actions', text: '' }),
    '/roll 1DICE6',
  );
  await game.tick({ vault });
  const after = readGame(await game.content());
  expect(after.problems).toEqual([]);
  expect(after.ledger.map(({ n }) => n)).toEqual([3, 4, 5]);
  expect(after.state?.posts[post]?.n).toBe(4);
});

slowTest('one tick that sees an ascension and more makes the same game as two', async () => {
  const filesOf = async (often: boolean): Promise<readonly (readonly [string, string])[]> => {
    const files = await allOf((await playToAscension(often)).game);
    return [...files].filter(([path]) => /\/(?:dynasties\/1|ledger|posts|ruleset|gamestate)\//u.test(path));
  };
  expect(await filesOf(false)).toEqual(await filesOf(true));
});

test('reads dynasty records again only if one of them has changed', async () => {
  const game = await kernelGame();
  const { repository } = game.forge;
  const saved = new CachedDynasties();
  const commit = (path: string, text: string, parent: string): Promise<string> =>
    writeCommit(repository, {
      parents: [parent],
      changes: new Map([[path, text]]),
      author: { name: 'Gitnomic', email: '', at: '2030-06-03T09:00:00Z' },
      message: 'One more\n',
    });
  const first = await commit('content/dynasties/1/dynasty.yml', 'number: 1\n', await game.mainTip());
  const files = await saved.at(repository, first);
  expect(files.get('content/dynasties/1/dynasty.yml')).toBe('number: 1\n');
  const besides = await commit('content/posts/2030/a.json', '{}', first);
  // It is the same map rather than an equal one, so nothing was read.
  expect(await saved.at(repository, besides)).toBe(files);
  const more = await commit('content/dynasties/2/dynasty.yml', 'number: 2\n', besides);
  expect([...(await saved.at(repository, more)).keys()].filter((path) => path.endsWith('.yml'))).toHaveLength(
    2,
  );
});

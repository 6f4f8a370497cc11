// Proposals that are made by a form: their branches, and the game of a repository to which they belong.
import { beforeEach, expect, test } from 'vitest';

import { readCommit } from '../../repository/commit.ts';
import { readFileText } from '../../repository/read-file.ts';
import { writeCommit } from '../../repository/write-commit.ts';
import { openMemoryForge } from '../embedded/local-forge.ts';
import type { PostRead } from './answers.ts';
import { gameOfIssue, gamesOf, type GamePaths } from './checks.ts';
import { headsOfForm, type FormBranches, type FormHeads } from './form-heads.ts';
import type { SeenPost } from './mark.ts';

const AT = '2024-03-01T09:00:00Z';
const LATER = '2024-03-01T12:00:00Z';
const PATH = 'content/changes.yml';
const ANA = { __typename: 'User', login: 'ana', databaseId: 1 };
const ENGINE = { __typename: 'Bot', login: 'github-actions', databaseId: 9 };
const form = (changes: string): string => `### Reason\n\nIt is dark.\n\n### Changes\n\n${changes}`;
const page = (...nodes: readonly object[]): object => ({ nodes });
const label = (name: string, more: object = {}): object => ({
  __typename: 'LabeledEvent',
  id: 'L1',
  createdAt: AT,
  actor: ANA,
  label: { name },
  ...more,
});
const edit = (id: string, diff: string, editedAt = LATER): object => ({ id, editedAt, editor: ANA, diff });

const post = (more: object = {}): PostRead =>
  ({
    __typename: 'Issue',
    number: 12,
    title: 'Light, and @everybody',
    body: form('- repeal-rule: Night'),
    createdAt: AT,
    author: ANA,
    userContentEdits: page(),
    timelineItems: page(label('kind/proposal')),
    labels: page(),
    ...more,
  }) as unknown as PostRead;

let branches: FormBranches;
let moved: (readonly [string, string | null, string])[] = [];
let main = '';
beforeEach(async () => {
  const { forge } = await openMemoryForge({ clock: () => AT });
  main = await writeCommit(forge.repository, {
    parents: [],
    changes: new Map([['content/game.yml', 'name: Hall\n']]),
    author: { name: 'ana', email: '', at: AT },
    message: 'Begin\n',
  });
  await forge.advance('main', null, main);
  moved = [];
  const advance: FormBranches['advance'] = (branch, from, to) => {
    moved.push([branch, from, to]);
    return Promise.resolve();
  };
  branches = { repository: forge.repository, path: PATH, advance };
});

const heads = (of: PostRead, seen: object = {}): Promise<FormHeads | null> =>
  headsOfForm(of, { told: [], head: null, ...seen } as unknown as SeenPost, branches);
const changesAt = (commit: string): Promise<string | null> => readFileText(branches.repository, commit, PATH);

test('what a form asks for becomes its author’s commit on a branch of its own', async () => {
  const found = await heads(post());
  expect(found).toMatchObject({ branch: 'form-12', events: [] });
  const { tip = '', first } = found ?? {};
  expect([first, await changesAt(tip)]).toEqual([tip, '- repeal-rule: Night\n']);
  expect(await readCommit(branches.repository, tip)).toMatchObject({
    parents: [main],
    author: { name: 'ana', at: AT },
    message: 'Light, and @\u200beverybody\n',
  });
  expect(moved).toEqual([['form-12', null, tip]]);
});

test('each edit that asks for something else is a push, reported once, and other edits aren’t', async () => {
  const edited = post({
    body: form('- repeal-rule: Fog'),
    userContentEdits: page(
      edit('E3', form('- repeal-rule: Fog'), '2024-03-01T14:00:00Z'),
      edit('E2', `${form('- repeal-rule: Night')}\n`, '2024-03-01T13:00:00Z'),
      edit('E1', form('- repeal-rule: Night'), AT),
    ),
  });
  const found = await heads(edited);
  expect(found?.events).toMatchObject([
    {
      type: 'pushed',
      id: 'form-E3',
      at: '2024-03-01T14:00:00Z',
      post: '12',
      head: found?.tip,
      forced: false,
    },
  ]);
  expect((await readCommit(branches.repository, found?.tip ?? '')).parents).toEqual([found?.first]);
  expect(await changesAt(found?.tip ?? '')).toBe('- repeal-rule: Fog\n');
  const head = found?.first ?? '';
  moved = [];
  const next = await heads(edited, { told: ['opened-12'], head });
  expect([next?.events.length, next?.first, moved]).toEqual([1, next?.tip, [['form-12', head, next?.tip]]]);
  moved = [];
  const again = await heads(edited, { told: ['opened-12', 'form-E3'], head: found?.tip });
  expect(again).toEqual({ branch: 'form-12', first: found?.tip, tip: found?.tip, events: [] });
  expect(moved).toEqual([]);
});

test('a read-only look moves no branch, and nothing else is a proposal', async () => {
  branches = { ...branches, advance: null };
  expect(await headsOfForm(post(), undefined, branches)).toMatchObject({ branch: 'form-12' });
  for (const other of [
    { __typename: 'PullRequest' },
    { body: 'It is dark.' },
    { body: form('x').replace('### Changes', '### Change') },
    { timelineItems: page() },
  ])
    expect(await heads(post(other))).toBeNull();
  expect(await heads(post(), { told: ['opened-12'] })).toBeNull();
  const { forge } = await openMemoryForge({ clock: () => AT });
  expect(await headsOfForm(post(), undefined, { ...branches, repository: forge.repository })).toBeNull();
});

test.each<readonly [string, object, string]>([
  [
    'the label with which it was opened',
    { timelineItems: page(label('kind/x'), label('of/games/b')) },
    'games/b',
  ],
  ['no label that came later', { timelineItems: page(label('of/games/b', { createdAt: LATER })) }, ''],
  ['the mark of a page’s form', { body: '<!-- gitnomic:game games/c -->\nHello.' }, 'games/c'],
  [
    'the mark with which it was opened',
    {
      body: 'Hello.',
      userContentEdits: page(edit('E2', 'Hello.'), edit('E1', '<!-- gitnomic:game games/c -->\nHello.', AT)),
    },
    'games/c',
  ],
  [
    'a label that the engine set',
    { author: ENGINE, labels: page({ name: 'x' }, { name: 'of/games/d' }) },
    'games/d',
  ],
  ['no mark in the engine’s words', { author: ENGINE, body: '<!-- gitnomic:game games/c -->' }, ''],
  ['nothing at all', {}, ''],
])('an issue belongs to the game named by %s', (_, more, game) => {
  expect(gameOfIssue(post(more))).toBe(game);
});

/** Games in the folders `games/a` and `games/b`, of which one is looked at. */
const paths: GamePaths = {
  isOfGame: (path) => path.startsWith('content/'),
  otherGames: (_repository, _main, given) =>
    Promise.resolve(
      ['games/b', 'games/c'].filter((game) =>
        given.some((path) => path.includes(`${game.slice(6)}/content`)),
      ),
    ),
};

test.each<readonly [readonly string[] | null, object]>([
  [['games/a/content/x'], { changes: true, games: [] }],
  [['games/b/content/x'], { changes: false, games: [] }],
  [['readme.md'], { changes: false, games: [] }],
  [['games/a/content/x', 'games/b/content/x'], { changes: false, games: ['games/a', 'games/b'] }],
  [['games/c/content/x', 'games/b/content/x'], { changes: false, games: ['games/b', 'games/c'] }],
  [null, { changes: true, games: [] }],
])('tells which games a change of %j concerns', async (changed, touched) => {
  const { forge } = await openMemoryForge({ clock: () => AT });
  await forge.advance('main', null, main).catch(() => 'moved');
  const repository = { ...branches.repository, folder: 'games/a' } as FormBranches['repository'];
  expect(await gamesOf(repository, paths, changed)).toEqual(touched);
});

test('in a repository with one game, every pull request is about it', async () => {
  expect(await gamesOf(branches.repository, undefined, ['readme.md'])).toEqual({ changes: true, games: [] });
});

import { expect, test } from 'vitest';
import { parse } from 'yaml';

import { PLAIN_TERMS } from '../../kernel/manifest.ts';
import type { ModelDescription } from '../../kernel/describe-model.ts';
import { emptyState, type Fields, type PostData, type State } from '../../kernel/state.ts';
import type { RecordedLine } from '../ledger-line.ts';
import { readGame, type GameRead } from '../read-game.ts';
import { endedWith, openingBetween, writeBeginning, writeOpening } from './close-dynasty.ts';
import { readSnapshot } from './frozen.ts';

const reading = (before: Fields | null, known: number | null): GameRead =>
  ({
    state: before === null ? null : { dynasty: before },
    facts: { dynasty: known === null ? null : { number: known } },
  }) as unknown as GameRead;

test.each<[string, Fields | null, number | null, Fields, object | null]>([
  ['the number has grown', { number: 1 }, 1, { number: 2 }, { ended: 1, begun: 2 }],
  ['it has grown by more', { number: 1 }, 1, { number: 4 }, { ended: 1, begun: 4 }],
  ['it stays', { number: 1 }, 1, { number: 1 }, null],
  ['it is less', { number: 3 }, 3, { number: 2 }, null],
  ['an interregnum begins', { number: 1 }, 1, { number: 2, interregnum: true }, null],
  ['an interregnum ends', { number: 2, interregnum: true }, 1, { number: 2 }, { ended: 1, begun: 2 }],
  ['the rules know no number', { number: 1 }, 1, { number: 'two' }, null],
  ['an older engine noted none', { number: 1 }, null, { number: 2 }, { ended: 1, begun: 2 }],
  ['an older engine noted none and it stays', { number: 2 }, null, { number: 2 }, null],
  ['it was open before it was noted', { number: 2 }, 1, { number: 2 }, null],
  ['there was no game', null, null, { number: 1 }, { ended: 0, begun: 1 }],
])('decides whether a new dynasty opens if %s', (_, before, known, after, opening) => {
  expect(openingBetween(reading(before, known), after)).toEqual(opening);
});

const AT = '2024-03-01T09:00:00Z';
const line = (n: number, what: string, more: object = {}): RecordedLine => ({
  n,
  at: AT,
  by: 'bo',
  what,
  draws: [],
  changes: [],
  ...more,
});
const change = (key: string, before: unknown, after: unknown): object => ({
  path: ['dynasty', key],
  before,
  after,
});
const post = (id: string, n: number, more: object = {}): PostData => ({
  id,
  n,
  kind: 'proposal',
  title: `Post ${id}`,
  text: '',
  author: 'bo',
  byEngine: false,
  at: AT,
  alteredAt: null,
  status: 'enacted',
  resolvedAt: AT,
  resolvedBy: 'bo',
  comments: [],
  uses: [],
  changes: [],
  tally: null,
  omitted: [],
  fields: {},
  ...more,
});
const MODEL = {
  fields: {},
  collections: {},
  views: {},
  actions: {},
  submissions: { bid: {} },
} as unknown as ModelDescription;
const FILES: ReadonlyMap<string, string> = new Map([
  ['content/game.yml', 'name: Harbour\ncore: "2021"\n'],
  ['content/gamestate/game.md', '---\n{}\n---\n'],
  ['content/ruleset/core/votes.md', '---\ntitle: Votes\n---\nVote.\n'],
]);

/** What the record of a dynasty says that ends with these lines, and the other files. */
function closed(
  dynasty: Fields,
  ledger: readonly RecordedLine[],
  more: { readonly posts?: readonly PostData[]; readonly now?: Partial<State>; readonly facts?: object } = {},
) {
  const { posts = [], now = {}, facts = {} } = more;
  const path = 'content/ledger/2024-03.jsonl';
  const before = new Map([
    ...FILES,
    [path, ledger.map((one) => `${JSON.stringify(one)}\n`).join('')],
    ['content/posts/2024-03/a.md', 'x'],
    ['content/posts/2024-03/a.json', '{}'],
  ]);
  const read = readGame(before);
  const state: State = {
    ...emptyState(),
    posts: Object.fromEntries(posts.map((one) => [one.id, one])),
    dynasty,
    ...now,
  };
  const known: GameRead = {
    ...read,
    ledger,
    state: { ...emptyState(), dynasty },
    facts: { ...read.facts, ...facts },
    postPaths: new Map(posts.map(({ id }) => [id, `content/posts/${id}.md`] as const)),
  };
  const { changes } = writeOpening(
    before,
    {
      ruleset: read.ruleset,
      terms: PLAIN_TERMS,
      state,
      model: MODEL,
      ledger: [...ledger, line(ledger.length, 'ascend')],
      facts: known.facts,
    },
    known,
    { ended: 1, begun: 2 },
    { at: AT, line: 9 },
  );
  return {
    before,
    changes,
    about: parse(changes.get('content/dynasties/1/dynasty.yml') ?? '') as Record<string, unknown>,
  };
}

test('the record of a dynasty says what it was called and who led it', () => {
  const { about } = closed({ number: 1, name: 'Tea', emperor: 'cy', theme: 'Leaves' }, [line(0, 'dig')]);
  expect(about).toMatchObject({
    number: 1,
    name: 'Tea',
    emperor: 'cy',
    theme: 'Leaves',
    ended: AT,
    core: '2021',
    ledger: { from: 0, to: 0 },
    journal: { from: 0, to: 9 },
  });
  expect(about).not.toHaveProperty('began');
  // During an interregnum the next one may have its number, name and emperor already.
  const later = closed({ number: 2, name: 'Coffee', emperor: 'bo', interregnum: true }, [
    line(0, 'rename', { changes: [change('name', 'Water', 'Tea')] }),
    line(1, 'win', {
      changes: [
        change('emperor', 'cy', 'bo'),
        change('interregnum', false, true),
        { path: ['dynasty', 'name', 'first'], before: 'x' },
        { path: ['game', 'name'], before: 'y' },
      ],
    }),
    line(2, 'count', { changes: [change('number', 1, 2), change('name', 'Tea', 'Coffee')] }),
  ]);
  expect(later.about).toMatchObject({ name: 'Tea', emperor: 'cy' });
  const bare = closed({ number: 1, name: '', emperor: 'none', theme: '' }, []);
  expect(bare.about).toMatchObject({ name: 'Dynasty 1', emperor: null, successor: null });
  expect(bare.about).not.toHaveProperty('theme');
  const known = closed({ number: 1, name: 7, emperor: '', theme: 7 }, [], {
    facts: { dynasty: { number: 1, at: '2024-01-01T00:00:00Z', line: 3 } },
    now: { dynasty: { emperor: 'dee' } },
  });
  expect(known.about).toMatchObject({
    name: 'Dynasty 1',
    emperor: null,
    successor: 'dee',
    began: '2024-01-01T00:00:00Z',
    journal: { from: 3, to: 9 },
  });
});

test('counts the lines, dice and actions before the next dynasty, but not resolutions', () => {
  const dice = { draws: [{ kind: 'dice' }, { kind: 'secret' }, { kind: 'dice' }] };
  const { changes } = closed(
    { number: 1 },
    [
      line(0, 'roll', dice),
      line(1, 'roll', { draws: [{ kind: 'dice' }] }),
      line(2, 'enact 3'),
      line(3, 'fail 4'),
      line(4, 'enacting'),
    ],
    {
      facts: { archived: { lines: 10, rolls: 5, actions: { roll: 2, dig: 1 } } },
    },
  );
  expect(JSON.parse(changes.get('content/engine/archived.json') ?? '')).toEqual({
    lines: 15,
    rolls: 8,
    actions: { roll: 4, dig: 1, enacting: 1 },
  });
});

test('archives its posts and its part of the ledger, and the new ledger has only new lines', () => {
  const { before, changes, about } = closed({ number: 1 }, [line(0, 'dig')]);
  const path = 'content/ledger/2024-03.jsonl';
  expect(changes.get('content/dynasties/1/ledger/2024-03.jsonl')).toBe(before.get(path));
  expect(JSON.parse(changes.get(path) ?? '')).toMatchObject({ n: 1, what: 'ascend' });
  expect(
    ['a.md', 'a.json'].map((name) => [
      changes.get(`content/posts/2024-03/${name}`),
      changes.get(`content/dynasties/1/posts/2024-03/${name}`),
    ]),
  ).toEqual([
    [null, 'x'],
    [null, '{}'],
  ]);
  expect(about['posts']).toBe(1);
  expect([...readSnapshot(changes.get('content/dynasties/1/last.json') ?? '').keys()].sort()).toEqual(
    [...FILES.keys()].sort(),
  );
  const over = endedWith(before, changes, 1, AT);
  expect([over.number, over.ended, over.content.get('content/ruleset/core/votes.md')]).toEqual([
    1,
    AT,
    FILES.get('content/ruleset/core/votes.md'),
  ]);
  const [first, snapshot] = writeBeginning(FILES, { begun: 2 });
  expect([first, readSnapshot(snapshot).get('content/game.yml')]).toEqual([
    'content/dynasties/2/first.json',
    FILES.get('content/game.yml'),
  ]);
});

test('keeps pending, newest and referenced posts, and submissions whose kind the rules still know', () => {
  const posts = [post('1', 1), post('2', 2, { status: 'pending' }), post('3', 3), post('4', 4), post('5', 5)];
  const { changes } = closed({ number: 1 }, [], {
    posts,
    now: {
      things: { huts: { reed: { built: { by: ['3'] } } } },
      submissions: { '7': { kind: 'bid' }, '8': { kind: 'gone' } } as never,
    },
  });
  const written = [...changes.keys()].filter(
    (path) => path.startsWith('content/posts/') && changes.get(path) !== null && path.endsWith('.md'),
  );
  expect(written).toEqual(['content/posts/3.md', 'content/posts/5.md']);
  expect(Object.keys(JSON.parse(changes.get('content/engine/pending.json') ?? '{}') as object)).toEqual([
    '2',
  ]);
  expect(Object.keys(JSON.parse(changes.get('content/engine/submissions.json') ?? '{}') as object)).toEqual([
    '7',
  ]);
});

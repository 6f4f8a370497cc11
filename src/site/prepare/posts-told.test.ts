// The data of each post: its origin, its standing, its votes and comments.
import { beforeAll, expect, test } from 'vitest';

import type { MatterStatus } from '../../tick/read-status.ts';
import type { PostData } from '../../kernel/state.ts';
import { kernelCaches as caches } from '../../scenario/on-kernel/fixtures/runner.ts';
import type { Desk } from '../../session/fixtures/desk.ts';
import { SMALL } from '../../session/fixtures/desk.ts';
import { sessionWith } from '../../session/fixtures/session.ts';
import type { PostSummary } from '../data/site-data.ts';
import { discussedAt, postsOf } from './collect-posts.ts';
import { shownIn, type GameShown } from './game-shown.ts';
import { RenderedCache } from './rendered-cache.ts';

let desk: Desk;
let game: GameShown;
beforeAll(async () => {
  desk = await sessionWith({
    ...SMALL,
    core: 'fireside',
    posts: [{ by: 'bo', title: 'Tea', text: 'Hot.', kind: 'plain' }],
  });
  game = await shownIn(desk.session.position.open, desk.now, caches);
});

const MODEL = {
  kinds: {
    letter: { title: null, votable: false, purpose: 'tell' },
    bill: { title: 'Bill', votable: true, purpose: 'change' },
  },
  actions: {
    write: {
      with: {
        title: { kind: 'text' },
        howMany: { kind: 'integer', title: 'Copies' },
        to: { kind: 'list', of: { kind: 'player' } },
        seal: { kind: 'text' },
      },
    },
  },
  ballot: {
    votes: [],
    counts: [
      { key: 'yes', title: 'for', vote: 'YES' },
      { key: 'no', title: 'against', vote: 'NO' },
    ],
    states: [
      { key: 'won', title: 'passing' },
      { key: 'lost', title: 'failing' },
      { key: 'vetoed', title: 'vetoed' },
    ],
  },
};

async function told(
  posts: readonly Partial<PostData>[],
  {
    ledger = [],
    queue = [],
    ...more
  }: {
    readonly ledger?: readonly object[];
    readonly queue?: readonly Partial<MatterStatus>[];
    readonly outsideRules?: () => PostData['changes'];
  } = {},
): Promise<readonly PostSummary[]> {
  const [plain] = Object.values(game.state.posts);
  if (plain === undefined) throw new Error('there is no post');
  const all = posts.map((one, at) => ({ ...plain, id: String(at + 1), n: at + 1, kind: 'letter', ...one }));
  const shown = {
    ...game,
    model: { ...game.model, ...MODEL },
    state: { ...game.state, posts: Object.fromEntries(all.map((one) => [one.id, one])) },
    ledger,
  } as unknown as GameShown;
  return postsOf(shown, {
    rendered: new RenderedCache(),
    queue: queue as readonly MatterStatus[],
    discussed: (id) => `talk/${id}`,
    now: desk.now,
    trialOf: null,
    outsideRules: () => [],
    ...more,
  });
}

test('the latest post comes first, under its kind’s title, with its text and its page', async () => {
  const [bill, letter, old] = await told([
    { kind: 'old-letter', status: 'failed' },
    { text: '# Hot\n\n*Tea.*' },
    { kind: 'bill', title: 'A Bill', status: 'enacted', resolvedAt: 'R', resolvedBy: 'ana' },
  ]);
  expect(bill).toMatchObject({
    id: '3',
    kind: 'bill',
    kindTitle: 'Bill',
    votable: true,
    purpose: 'change',
    title: 'A Bill',
    author: 'bo',
    at: desk.now,
    status: 'enacted',
    resolvedAt: 'R',
    resolvedBy: 'ana',
    discussion: 'talk/3',
    made: [],
    html: '<p>Hot.</p>',
    consequences: '',
  });
  expect(letter).toMatchObject({
    id: '2',
    kindTitle: 'Letter',
    votable: false,
    purpose: 'tell',
    html: '<h2>Hot</h2>\n<p><em>Tea.</em></p>',
  });
  // A resolved post was voted on, although no rule knows its kind any more.
  expect(old).toMatchObject({ kindTitle: 'Old letter', votable: true, purpose: null });
  expect((await told([{ kind: 'old-letter', status: null }]))[0]?.votable).toBe(false);
});

test('a post without a text shows the words that it was made with', async () => {
  const made = async (line: object, text = ''): Promise<PostSummary['made'] | undefined> => {
    const changes = [{ path: ['posts', '1'], before: null, after: {} }];
    const [one] = await told([{ text, title: 'Tea' }], {
      ledger: [{ n: 1, what: 'write', changes, ...line }],
    });
    return one?.made;
  };
  const words = { title: 'Tea', 'how-many': 3, seal: null, odd: 'x' };
  const given = [
    { title: 'Copies', value: '3' },
    { title: 'To', value: 'nothing' },
  ];
  expect(await made({ with: words })).toEqual(given);
  expect(await made({ with: { howMany: 3, seal: 'wax', to: ['ana'] } })).toEqual([
    { title: 'Copies', value: '3' },
    { title: 'To', value: 'ana' },
    { title: 'Seal', value: 'wax' },
  ]);
  expect(await made({ with: words }, 'Hot.')).toEqual([]);
  expect(await made({ with: words, what: 'constructor' })).toEqual([]);
  expect(await made({ with: words, changes: [] })).toEqual([]);
  expect(await made({})).toEqual([{ title: 'To', value: 'nothing' }]);
});

const standing = ({ counts, needed, told: steps, stands, queue }: PostSummary) => ({
  counts: counts.map(({ title, count, vote }) => `${count} ${title} ${vote ?? '?'}`),
  needed,
  steps,
  stands,
  queue,
});

test.each<[string, object | null, Partial<MatterStatus> | null, object]>([
  ['nothing', null, null, {}],
  ['its votes', { yes: 3 }, null, { counts: ['3 for YES', '0 against NO'] }],
  ['that it passed', { won: true }, null, { counts: ['0 for YES', '0 against NO'] }],
  ['that it failed', { lost: true }, null, { counts: ['0 for YES', '0 against NO'] }],
  ['that it was vetoed', { vetoed: true }, null, { counts: ['0 for YES', '0 against NO'], stands: 'vetoed' }],
  [
    'the steps of its count',
    { told: ['One.', 2] },
    null,
    { counts: ['0 for YES', '0 against NO'], steps: ['One.'] },
  ],
  [
    'where it stands now',
    { yes: 9, told: ['Old.'], vetoed: true },
    {
      counts: [{ key: 'no', title: 'against', count: 2 }],
      needed: { title: 'Quorum', count: 4 },
      told: ['New.'],
      state: 'popular',
      queue: 3,
    },
    {
      counts: ['2 against NO'],
      needed: { title: 'Quorum', count: 4 },
      steps: ['New.'],
      stands: 'popular',
      queue: 3,
    },
  ],
])('a matter shows %s', async (_, tally, status, said) => {
  const queue = status === null ? [] : [{ id: '1', votes: {}, ...status }];
  const [one] = await told([{ kind: 'bill', tally: tally as never, status: 'enacted' }], { queue });
  const none = { counts: [], needed: null, steps: undefined, stands: null, queue: null };
  expect(one && standing(one)).toEqual({ ...none, ...said });
});

test('a pending matter shows when it’s due, unless something is in its way', async () => {
  const due = { id: '1', votes: {}, counts: [], enactFrom: 'E', failFrom: 'F' } as Partial<MatterStatus>;
  const of = async (more: object): Promise<object | undefined> => {
    const [one] = await told([{ kind: 'bill', status: 'pending' }], {
      queue: [{ ...due, ...more }],
    });
    return (
      one && { due: [one.earliestEnactment, one.earliestFailure], conflict: one.conflict, fault: one.fault }
    );
  };
  expect(await of({ fault: null })).toEqual({ due: ['E', 'F'], conflict: false, fault: null });
  expect(await of({ fault: '' })).toEqual({ due: ['E', 'F'], conflict: false, fault: null });
  expect(await of({ fault: 'it is stuck', conflict: true })).toEqual({
    due: [null, null],
    conflict: true,
    fault: 'it is stuck',
  });
});

test('shows comments as written, with votes rendered as elsewhere', async () => {
  const use = (by: string, vote: string, more: object = {}) => ({
    by,
    vote,
    at: 'A',
    via: 'comment',
    ...more,
  });
  const comment = (id: string, text: string, more: object = {}) => ({
    id,
    by: 'ana',
    at: 'A',
    text,
    ...more,
  });
  const [one, two] = await told([
    { kind: 'bill', status: 'enacted', tally: null, comments: [comment('c0', ':yes:')] as never },
    {
      kind: 'bill',
      status: 'enacted',
      tally: { yes: 2, no: 1 },
      uses: [
        use('ana', 'LEND'),
        use('ana', 'YES'),
        use('bo', 'LEND'),
        use('cy', 'NO', { withdrawn: true }),
        use('dee', 'NO'),
      ] as never,
      comments: [
        comment('c1', ':Yes: and :maybe:, `:no:`'),
        comment('c2', 'gone', { deleted: true }),
        comment('c3', 'new', { edited: true }),
        comment('c4', '/merge e91a9354f248f2641c8cf575c6b44d8efa2bcfcc'),
      ] as never,
    },
  ]);
  expect(one?.uses.map(({ by, vote, withdrawn, counted }) => [by, vote, withdrawn, counted])).toEqual([
    ['ana', 'LEND', false, undefined],
    ['ana', 'YES', false, undefined],
    ['bo', 'LEND', false, 'YES'],
    ['cy', 'NO', true, undefined],
    ['dee', 'NO', false, undefined],
  ]);
  expect(one?.comments).toEqual([
    {
      id: 'c1',
      by: 'ana',
      at: 'A',
      html: '<p><span class="tag yes">YES</span> and :maybe:, <code><span class="tag no">NO</span></code></p>',
      edited: false,
      deleted: false,
    },
    { id: 'c2', by: 'ana', at: 'A', html: '', edited: false, deleted: true },
    { id: 'c3', by: 'ana', at: 'A', html: '<p>new</p>', edited: true, deleted: false },
    {
      id: 'c4',
      by: 'ana',
      at: 'A',
      html: '<p><em class="meta">chose the words that come into force</em></p>',
      edited: false,
      deleted: false,
    },
  ]);
  expect(two?.comments[0]?.html).toBe('<p>:yes:</p>');
});

test('lists what a matter changes, each value separately', async () => {
  const changes = [{ verb: 'set', path: 'players.ana.oil', value: 3 }] as PostData['changes'];
  const outsideRules = (): PostData['changes'] => [
    { verb: 'file', path: 'content/pages/tea.md', content: 'New.', base: null },
  ];
  const [one] = await told([{ kind: 'bill', status: 'enacted', changes }], { outsideRules });
  expect(one?.changes).toEqual(['ana: Oil 3']);
  expect(one?.diffs.map(({ kind, title }) => [kind, title])).toEqual([
    ['value', 'ana: Oil 3'],
    ['file', 'content/pages/tea.md'],
  ]);
});

test('a post on a forge links to its page there by number', () => {
  const forge = { kind: 'github', repository: 'ana/hall' };
  const of = (given: object, links: object = {}, moved: object | null = null) =>
    discussedAt({ game: { forge: given }, facts: { links, moved } } as never);
  expect([of(forge, { 7: 'a' })('a'), of(forge, { 7: 'a' })('12')]).toEqual([
    'https://github.com/ana/hall/issues/7',
    'https://github.com/ana/hall/issues/12',
  ]);
  const moved = { at: 'A', posts: 'b', dynasty: 2 };
  expect([of(forge, {}, moved)('b12'), of(forge, {}, moved)('12'), of(forge)('story')]).toEqual([
    'https://github.com/ana/hall/issues/12',
    null,
    null,
  ]);
  expect([of({ kind: 'github' }, { 7: 'a' })('a'), of({ kind: 'embedded' })('1')]).toEqual([null, null]);
});

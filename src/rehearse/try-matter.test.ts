// A trial reports whether a matter would come into force, its problems, and its consequences.
import { expect, test } from 'vitest';

import { Caches } from '../cache/caches.ts';
import { caches as inSandbox } from '../cache/fixtures/shared-caches.ts';
import { SandboxLostError } from '../sandbox/host.ts';
import { kernelCaches as caches, onKernel } from '../scenario/on-kernel/fixtures/runner.ts';
import { SMALL } from '../session/fixtures/desk.ts';
import { sessionWith, type PostWish, type SessionWish } from '../session/fixtures/session.ts';
import { contentOfPosition } from '../tick/current-content.ts';
import type { TriedMove } from '../promises/moves.ts';
import { RULESET } from '../store/paths.ts';
import type { MatterChange, PostData } from '../kernel/state.ts';
import type { PromiseAsked } from './ask-promises.ts';
import { playBroken, tryMatter, type Depth, type Trial } from './try-matter.ts';

const RULES = {
  'dynastic/grain.md':
    '---\ntitle: Grain\norder: 1\n---\nEach Player has Grain.\n\nThis rule promises that Grain stays between 0 and 9.\n',
  'dynastic/grain.ts': `import { action, integer, rule } from 'gitnomic/rules';
export default rule(() => ({
  player: { grain: integer({ start: 3 }) },
  actions: { sow: action({ title: 'Sow grain', effect({ actor }) { actor.grain += 1; } }) },
  hooks: { 'may-enact'({ matter, refuse }) { if (matter.title === 'Gulls') refuse('no gulls'); } },
}));
`,
};
const RESOLUTION = 'core/proposals/resolution-of-proposals.md';
const WITHDRAWN = 'from then on Grain no longer promises that Grain stays between 0 and 9';
const text = (title: string, words = ''): string => `---\ntitle: ${title}\norder: 90\n---\n${words}\n`;
const TEA = { 'dynastic/tea.md': text('Tea', 'There is tea.') };

/** A game in which Bo has sown twice and proposed these changes. */
const playedWith = (
  title: string,
  changes: NonNullable<PostWish['changes']>,
  more: readonly PostWish[] = [],
) =>
  sessionWith({
    rules: RULES,
    posts: [
      {
        by: 'bo',
        title,
        changes,
        says: [
          ['bo', '/act sow'],
          ['bo', '/act sow'],
        ],
      },
      ...more,
    ],
  });

async function tried(
  title: string,
  changes: NonNullable<PostWish['changes']>,
  depth: Depth = {},
): Promise<Trial> {
  const { session, now, files } = await playedWith(title, changes);
  const state = session.position.open.play.state();
  return tryMatter(contentOfPosition(session.position, files), state, '1', now, caches, depth);
}
const SHORTEST = { effort: { states: 5, tries: 8 } };

test.each<
  [
    what: string,
    title: string,
    changes: NonNullable<PostWish['changes']>,
    found: Partial<Trial>,
    depth?: Depth,
  ]
>([
  ['nothing', 'Tea', {}, { ok: true, searched: 1200 }],
  [
    'a view that fails',
    'Tea',
    {
      ...TEA,
      'dynastic/tea.ts':
        "import { derive, integer, rule } from 'gitnomic/rules';\nexport default rule(() => ({ views: { thirst: derive({ of: 'player', returns: integer(), value() { throw new Error('no cup'); } }) } }));\n",
    },
    {
      ok: true,
      typed: true,
      warnings: ['thirst of ana is not shown: the code of Tea fails in its view "thirst": no cup.'],
    },
  ],
  [
    'what a rule refuses',
    'Gulls',
    TEA,
    {
      searched: 1200,
      problems: [
        expect.stringMatching(
          /^it can’t pass, whatever the votes are: no gulls \(rule 2\.1 Grain\); anybody can propose to fix/u,
        ) as string,
      ],
    },
  ],
  [
    'what can’t be read',
    'Tea',
    { 'dynastic/tea.md': '---\ntitle: [\n---\n' },
    { searched: 1200, problems: [expect.stringMatching(/^dynastic\/tea\.md:3: /u) as string] },
  ],
  [
    'a table with a name that no rule has',
    'Tea',
    {
      'dynastic/tea.md': text(
        'Tea',
        '| When | who | gets |\n| - | - | - |\n| a proposal is adopted | its author | 3 Gulls |',
      ),
    },
    {
      ok: true,
      omitted: [
        {
          change: 'the row “a proposal is adopted” of Tea',
          reason: expect.stringMatching(/^gets: No rule defines “Gulls”/u) as string,
        },
      ],
    },
  ],
  [
    'a rule that goes, with what it keeps',
    'Tea',
    { 'dynastic/grain.md': null },
    {
      ok: true,
      warnings: [
        WITHDRAWN,
        'players.grain would no longer be tracked, and this would be lost: bo 5',
        'from then on the computer no longer does “Sow grain”',
      ],
    },
  ],
  [
    'a longer wait',
    '[Core] Tea',
    { [RESOLUTION]: '[40 hours]' },
    {
      ok: true,
      warnings: ['a Proposal that everybody supports comes into force: within 16 hours → within 64 hours'],
    },
  ],
  ['promises that stay as they are', 'Tea', TEA, { ok: true, searched: 8, promises: 'as-before' }, SHORTEST],
  [
    'a promise that is broken already',
    'Tea',
    {
      'dynastic/grain.md': text(
        'Grain',
        'Each Player has Grain.\n\nThis rule promises that Grain stays between 4 and 9.',
      ),
    },
    {
      ok: true,
      searched: 8,
      warnings: [WITHDRAWN],
      promises: [
        expect.objectContaining({ path: 'core/ruleset-and-gamestate', moves: 7, way: null }),
        expect.objectContaining({
          path: 'dynastic/grain',
          line: 7,
          says: 'Grain stays between 4 and 9',
          moves: 0,
          way: expect.objectContaining({
            lines: ['ana: 3', 'cy: 3', 'dee: 3', 'eli: 3', 'fay: 3'],
            why: 'the value is already outside',
          }),
        }),
      ] as never,
    },
    SHORTEST,
  ],
])('a trial of %s', async (_, title, changes, found, depth) => {
  const { files } = await sessionWith({ rules: RULES });
  const of = Object.entries(changes).map(([path, is]) => [
    path,
    path === RESOLUTION ? (files.get(`${RULESET}${path}`) ?? '').replace('[12 hours]', is ?? '') : is,
  ]);
  const {
    scenarios: _scenarios,
    clauses: _clauses,
    ...trial
  } = await tried(title, Object.fromEntries(of) as never, depth);
  expect(trial).toEqual({ ok: false, problems: [], warnings: [], omitted: [], typed: false, ...found });
});

/** A machine on which this fails once a matter is due. */
const on = (error: Error): Caches => {
  const faulty = new Caches(null, caches.sandboxes);
  faulty.runner = (host) => {
    const sandbox = onKernel(host);
    sandbox.due = () => {
      throw error;
    };
    return sandbox;
  };
  return faulty;
};

const small = sessionWith({ ...SMALL, posts: [{ by: 'bo', title: 'Tea', changes: TEA }] });

test.each<[what: string, error: Error, found: Partial<Trial>]>([
  ['no memory', new SandboxLostError('no-spare-memory', 'it is full'), { fleeting: true }],
  ['no time', new SandboxLostError('out-of-patience', 'it is slow'), { fleeting: false }],
])('a trial that ends for %s tells why', async (_, error, found) => {
  const { session, now, files } = await small;
  const content = contentOfPosition(session.position, files);
  const state = session.position.open.play.state();
  expect(await tryMatter(content, state, '1', now, on(error))).toEqual({
    ok: false,
    problems: [error.message],
    warnings: [],
    omitted: [],
    typed: false,
    searched: 1200,
    ...found,
  });
});

test('the moves that break a promise are played in a copy of the game, in which the matter is in force', async () => {
  const { session, now, files } = await playedWith('Tea', TEA);
  const { play } = session.position.open;
  const way = { kind: 'proposal', say: null, byHand: false };
  const sow = { do: 'act', by: 'ana', action: 'sow', with: {} } as const;
  const moves: readonly TriedMove[] = [
    sow,
    sow,
    { ...sow, by: '*' },
    { do: 'post', by: 'bo', kind: 'proposal', title: 'Tea' },
    { do: 'wait', hours: 48 },
    { do: 'enact', way },
    { do: 'enact', way, set: { path: 'players.bo.grain', value: 1 } },
    { do: 'reject', way },
  ];
  const [promise] =
    play.manifest.rules.find(({ path }) => path === 'core/ruleset-and-gamestate')?.promises ?? [];
  const broken = {
    path: 'core/ruleset-and-gamestate',
    line: promise?.line ?? 0,
    way: { moves, isSmall: false },
  } as PromiseAsked;
  const about = { id: '1', now, broken };
  const content = contentOfPosition(session.position, files);
  const played = await playBroken(content, play.state(), about, inSandbox);
  expect(played?.map(({ line, changes }) => [line, ...changes])).toEqual([
    ['2024-03-02 01:00 UTC: ana does “Sow grain”, 2 times in a row', 'ana: Grain 3 → 5'],
    [
      '2024-03-02 01:00 UTC: everybody does “Sow grain”',
      'ana: Grain 5 → 6',
      'bo: Grain 5 → 6',
      'dee: Grain 3 → 4',
      'eli: Grain 3 → 4',
      'fay: Grain 3 → 4',
    ],
    ['2024-03-02 01:00 UTC: bo posts “Tea” (Proposal)'],
    ['2024-03-02 01:00 UTC: 2 days later'],
    ['2024-03-04 01:00 UTC: a Proposal passes'],
    ['2024-03-04 17:00 UTC: a Proposal passes, which sets players.bo.grain to 1', 'bo: Grain 6 → 1'],
    ['2024-03-05 09:00 UTC: a Proposal fails'],
  ]);
  const other = { ...broken, line: 1 };
  expect(await playBroken(content, play.state(), { ...about, broken: other }, caches)).toBeNull();
});

const SUM = `import { boolean, derive, integer, rule } from 'gitnomic/rules';
export default rule(() => ({
  player: { fame: integer() },
  views: { 'may-declare-victory': derive({ of: 'player', returns: boolean(), value: (one) => one.fame > 2 }) },
}));
`;
const DICE = { core: 'fireside', dynasty: 'dice-and-dares' };
const SUMS = { rules: { 'dynastic/sums.md': text('Sums', 'Fame wins.'), 'dynastic/sums.ts': SUM } };
const set = (path: string, value: number): MatterChange => ({ verb: 'set', path, value });
const file = (path: string, content: string | null): MatterChange => ({
  verb: 'file',
  path: `${RULESET}${path}`,
  content,
});
const AT_ONCE = '| When | who | gets |\n| - | - | - |\n| this rule is adopted | its author | wins |';
test.each<[what: string, wish: SessionWish, change: MatterChange, told: readonly string[]]>([
  ['a value', DICE, set('players.cy.points', 100), ['cy would win by it']],
  ['a value that is too low', DICE, set('players.cy.points', 24), []],
  ['a value of which a view tells', SUMS, set('players.cy.fame', 3), ['cy would win by it']],
  ['a rule', DICE, file('dynastic/kings.md', text('Kings', AT_ONCE)), ['bo would win by it']],
  ['a rule of another', DICE, file('dynastic/points.md', text('Points', '')), []],
  [
    'no rule',
    DICE,
    file('dynastic/the-goal.md', text('The Goal', '')),
    ['no rule would say any more how one wins'],
  ],
  ['no rule either', DICE, file('dynastic/the-goal.md', null), ['no rule would say any more how one wins']],
])('a trial says who would win by %s', async (_, wish, change, told) => {
  const { session, now, files } = await sessionWith({ ...wish, posts: [{ by: 'bo', title: 'Now' }] });
  const { position } = session;
  const state = position.open.play.state();
  const post = state.posts['1'] as PostData;
  const base = change.verb === 'file' ? (files.get(change.path) ?? null) : null;
  const changes = [change.verb === 'file' ? { ...change, base } : change];
  const asked = { ...state, posts: { '1': { ...post, changes } } };
  const { ok, warnings } = await tryMatter(contentOfPosition(position, files), asked, '1', now, caches);
  expect([ok, warnings?.filter((one) => /would win|how one wins/u.test(one))]).toEqual([true, told]);
});

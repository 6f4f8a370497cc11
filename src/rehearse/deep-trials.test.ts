// Trials that take some tenths of a second each: their types are checked, their promises searched, or the waits of other kinds compared.
import { expect, test } from 'vitest';

import { caches as inSandbox } from '../cache/fixtures/shared-caches.ts';
import type { MatterChange } from '../kernel/state.ts';
import type { TriedMove } from '../promises/moves.ts';
import { kernelCaches as caches } from '../scenario/on-kernel/fixtures/runner.ts';
import type { Edition } from '../session/play/play-options.ts';
import { contentOfPosition } from '../tick/current-content.ts';
import { RULESET } from '../store/paths.ts';
import type { PromiseAsked } from './ask-promises.ts';
import {
  file,
  playedWith,
  set,
  SHORTEST,
  TEA,
  text,
  tried,
  UNTRIED,
  winnersSaid,
  WITHDRAWN,
  type Case,
  type Changes,
} from './fixtures/tried-matter.ts';
import { playBroken } from './try-matter.ts';

test.each<Case>([
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
      passing: ['ana, cy, dee, eli, fay: Grain 3 → nothing', 'bo: Grain 5 → nothing'],
    },
  ],
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
  expect(await tried(title, changes, depth)).toEqual({ ...UNTRIED, ...found });
});

test('the trial of a longer wait says how long a matter then takes', async () => {
  const path = 'core/proposals/resolution-of-proposals.md';
  const { files } = await playedWith('Tea', {});
  const longer = files.get(`${RULESET}${path}`)?.replace('[12 hours]', '[40 hours]');
  expect((await tried('[Core] Tea', { [path]: longer ?? '' })).warnings).toEqual([
    'a Proposal that everybody supports comes into force: within 16 hours → within 64 hours',
  ]);
});

test('plays the moves that break a promise in a copy of the game with the matter in force', async () => {
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

const DICE = { core: 'fireside', dynasty: 'dice-and-dares' };
const AT_ONCE = '| When | who | gets |\n| - | - | - |\n| this rule is adopted | its author | wins |';
test.each<[what: string, change: MatterChange, told: readonly string[]]>([
  ['a value', set('players.cy.points', 100), ['cy would win by it']],
  ['a value that is too low', set('players.cy.points', 24), []],
  ['a rule', file('dynastic/kings.md', text('Kings', AT_ONCE)), ['bo would win by it']],
  ['a rule of another', file('dynastic/points.md', text('Points', '')), []],
  [
    'no rule',
    file('dynastic/the-goal.md', text('The Goal', '')),
    ['no rule would say any more how one wins'],
  ],
  ['no rule either', file('dynastic/the-goal.md', null), ['no rule would say any more how one wins']],
])('a trial says who would win by %s', async (_, change, told) => {
  expect(await winnersSaid(DICE, change)).toEqual(told);
});

test('tells the hindsight only for a matter that passes', async () => {
  const asked: number[] = [];
  const tellHindsight = (before: Edition, after: Edition) => {
    asked.push(after.files.size - before.files.size);
    return Promise.resolve(['The same would have come of it.']);
  };
  const { hindsight } = await tried('Tea', TEA, { tellHindsight });
  expect([hindsight, asked]).toEqual([['The same would have come of it.'], [1]]);
  expect((await tried('Gulls', TEA, { tellHindsight })).hindsight).toBeUndefined();
  expect(asked).toHaveLength(1);
});

test.each<[what: string, changes: Changes, warning: string]>([
  [
    'a title that looks like another’s',
    { 'dynastic/tea.md': text('Grаin') },
    'dynastic/tea.md: The title "Grаin" looks like that of dynastic/grain.md, "Grain".',
  ],
  [
    'a hook that nobody asks',
    {
      'dynastic/grain.ts':
        "import { integer, rule } from 'gitnomic/rules';\nexport default rule(() => ({ player: { grain: integer() }, hooks: { 'may-sow': () => true } }));\n",
    },
    'dynastic/grain.ts:2: Nobody asks the hook "may-sow". Did you mean "may-act"?',
  ],
  [
    'a table that is nearly one that counts',
    {
      'dynastic/tea.md': text(
        'Tea',
        '| When | whom | gets |\n| - | - | - |\n| a proposal is adopted | its author | 3 Grain |',
      ),
    },
    'dynastic/tea.md:5: When: The computer doesn’t count this table. Did you mean “When | who | gets”? Expected the headings of a mechanic, if it is meant to be one, for example | When | who | gets |',
  ],
])('a trial warns of %s', async (_, changes, warning) => {
  const { ok, warnings } = await tried('Tea', changes);
  expect({ ok, warnings }).toMatchObject({ ok: true, warnings: expect.arrayContaining([warning]) as never });
});

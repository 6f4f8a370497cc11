// Replays a vote under other rules, and reports different outcomes and figures.
import { beforeAll, expect, test } from 'vitest';

import { kernelCaches as caches } from '../../scenario/on-kernel/fixtures/runner.ts';
import type { Edition } from '../../session/play/play-options.ts';
import { RULESET } from '../../store/paths.ts';
import { below, readGame } from '../../store/read-game.ts';
import { bo, kernelGame, type TestGame } from '../../tick/fixtures/embedded-game.ts';
import { enactBells } from '../recover/fixtures/enact-bells.ts';
import { tellHindsight } from './hindsight.ts';

let game: TestGame;
let before: Edition;
beforeAll(async () => {
  game = await kernelGame();
  await game.table.open(bo, { kind: 'story', title: 'Once', text: '' });
  await game.tick();
  game.later(1);
  await enactBells(game);
  const files = await game.content();
  before = { files: below(files, RULESET), terms: readGame(files).terms };
});

const told = (body: string): Promise<readonly string[]> =>
  tellHindsight(
    {
      forge: game.forge,
      main: () => game.mainTip(),
      content: () => game.content(),
      now: () => game.now,
      caches,
    },
    before,
    {
      ...before,
      files: new Map([
        ...before.files,
        ['dynastic/guard.md', '---\ntitle: Guard\norder: 95\n---\nIt guards.\n'],
        [
          'dynastic/guard.ts',
          `import { integer, rule } from 'gitnomic/rules';\nexport default rule(() => (${body}));\n`,
        ],
      ]),
    },
  );

const SINCE =
  'Had this been in force since 2024-03-01 09:00 UTC, a replay by today’s rules would end otherwise (without it → with it):';
const SAME = 'Had this been in force since 2024-03-01 09:00 UTC, a replay would end the same.';
const six = ['ana', 'bo', 'cy', 'dee', 'eli', 'fay'];
const keeping = (...names: readonly string[]): string =>
  `{ player: { ${names.map((name) => `${name}: integer({ start: 1 })`).join(', ')} } }`;
const kept = (...names: readonly string[]): readonly string[] =>
  six.flatMap((who) => names.map((name) => `${who}: ${name} 1`));

test.each<readonly [rules: string, body: string, said: readonly string[]]>([
  [
    'refuse it',
    "{ hooks: { 'may-enact'({ refuse }) { refuse('no gulls'); } } }",
    ['“Bells” (2) would be pending, not enacted'],
  ],
  [
    'ask for more votes',
    "{ hooks: { 'quorum-of': () => 99 } }",
    ['Quorum 4 → 99', '“Bells” (2) would be failed on 2024-03-01 10:00 UTC, not enacted'],
  ],
  [
    'show another figure at the top',
    "{ hooks: { figures: (_, next) => [...next(), { title: 'Gulls', value: 3 }] } }",
    [],
  ],
  [
    'keep eighteen values more',
    keeping('ale', 'bread', 'cod'),
    [...kept('Ale', 'Bread', 'Cod').slice(0, 12), 'and 6 more'],
  ],
])('reports the outcome of a replay under rules that %s', async (_, body, said) => {
  expect(await told(body)).toEqual(said.length === 0 ? [SAME] : [SINCE, ...said]);
});

test('rules that do the same make no difference', async () => {
  expect(await told('{}')).toEqual([SAME]);
});

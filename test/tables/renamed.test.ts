// What one table or clause defines and other tables use is renamed: the trial names each cell that breaks, by its file, line and word, unless
// the same change renames it there too.
import { expect, test } from 'vitest';

import { ana, seenAfterTick, testGame, type TestGame } from '../../src/tick/fixtures/embedded-game.ts';
import { kernelCaches as caches, onKernel as runner } from '../../src/scenario/on-kernel/fixtures/runner.ts';
import { tryMatter, type Trial } from '../../src/rehearse/try-matter.ts';

const RULES = 'content/ruleset/dynastic/';
const rule = (title: string, body: string): string => `---\ntitle: ${title}\norder: 90\n---\n${body}`;
const SHELLS = `import { integer, rule } from 'gitnomic/rules';
export default rule(() => ({ player: { shells: integer({ start: 1 }) } }));
`;
const ALSO = new Map([
  [`${RULES}shells.md`, rule('Shells', 'Each Player has Shells.\n')],
  [`${RULES}shells.ts`, SHELLS],
  [
    `${RULES}beach.md`,
    rule(
      'Beach',
      `| When                     | who         | gets    | if         |
| ------------------------ | ----------- | ------- | ---------- |
| a player throws the die  | that player | 1 Shell | Shells < 9 |
`,
    ),
  ],
]);

async function tried(
  game: TestGame,
  edits: Readonly<Record<string, readonly [from: RegExp, to: string]>>,
): Promise<Trial> {
  const content = await game.content();
  const changes = Object.entries(edits).map(([name, [from, to]]) => {
    const text = content.get(RULES + name) ?? '';
    expect(text).toMatch(from);
    return [RULES + name, text.replaceAll(from, to)];
  });
  const head = await game.branch(Object.fromEntries(changes) as Record<string, string>);
  const post = await game.table.open(ana, { kind: 'proposal', title: 'Rename', text: 'Please.', head });
  const state = await seenAfterTick(game, ({ open }) => open.play.state());
  return tryMatter(await game.content(), state, post, game.now, caches);
}

const begun = (): Promise<TestGame> =>
  testGame({ core: 'fireside', dynasty: 'dice-and-dares' }, ALSO, { runner, caches });

test('a variable of a table', async () => {
  const { omitted } = await tried(await begun(), { 'points.md': [/Throws/gu, 'Tries'] });
  const left = omitted.map(({ change, reason }) => `${change}: ${reason}`);
  expect(left).toEqual(
    expect.arrayContaining(
      [
        'gets: No rule defines “Throw”.',
        'of Good Ideas: gets: No rule defines “Throws”.',
        'of Good Ideas: gets: No rule defines “Throw”.',
        'the row “throw the die” of The Die: paying: Nobody can pay “1 Throw”.',
      ].map((told) => expect.stringContaining(told) as string),
    ),
  );
  // Only what can be counted is suggested in its place.
  expect(left.join('\n')).not.toContain('victory');
});

test('a variable of a clause, and a move of a table', async () => {
  const { omitted } = await tried(await begun(), {
    'shells.ts': [/shells/gu, 'pebbles'],
    'the-die.md': [/throw the die/gu, 'cast the die'],
  });
  expect(omitted.map(({ reason }) => reason).join('\n')).toContain(
    'When: No event is called “a player throws the die”',
  );
  const { omitted: others } = await tried(await begun(), { 'shells.ts': [/shells/gu, 'pebbles'] });
  expect(others).toEqual([
    {
      change: 'the row “a player throws the die” of Beach',
      reason: expect.stringMatching(/^gets: .*“Shell”/u) as string,
    },
    {
      change: 'the row “a player throws the die” of Beach',
      reason: expect.stringMatching(/^if: .*“Shells”/u) as string,
    },
  ]);
});

test('the same change renames it everywhere', async () => {
  const { ok, warnings, omitted } = await tried(await begun(), {
    'points.md': [/Throws/gu, 'Tries'],
    'catching-up.md': [/Throw/gu, 'Try'],
    'good-ideas.md': [/Throws?/gu, 'Tries'],
    'the-die.md': [/1 Throw/gu, '1 Try'],
  });
  expect({ ok, warnings, omitted }).toEqual({ ok: true, warnings: [], omitted: [] });
});

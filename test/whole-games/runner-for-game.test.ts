import { expect, test } from 'vitest';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import { openGame } from '../../src/session/play/open-game.ts';
import { GAME_FILE, type ContentFiles } from '../../src/store/paths.ts';

const AT = '2024-03-01T09:00:00Z';

/** Rules that take a moment to load. */
const files: ContentFiles = new Map([[GAME_FILE, 'name: Kept\n']]);

/** Adds a rule whose only action writes a word that everybody sees. */
const withWord = (files: ContentFiles, word: string): ContentFiles =>
  new Map(files)
    .set('content/ruleset/core/word.md', '---\ntitle: Word\norder: 90\n---\nA word is said.\n')
    .set(
      'content/ruleset/core/word.ts',
      `import { action, rule, text } from 'gitnomic/rules';
export default rule(({ game }) => ({
  game: { word: text() },
  actions: { 'say-word': action({ by: 'anybody', effect() { game.word = '${word}'; } }) },
}));
`,
    );

async function wordSaidIn(files: ContentFiles): Promise<unknown> {
  const { play } = await openGame(files, { caches });
  const before = play.query(AT, [['game', 'word']])[0]?.value;
  const outcome = play.take({ type: 'act', at: AT, by: 'ana', action: 'say-word', with: {} });
  const [after] = play.query(AT, [['game', 'word']]);
  play.dispose();
  return [before, outcome.ok ? 'done' : outcome.refusal.reason, after?.value];
}

test('a reused sandbox has its game’s rules in force, and nothing of the previous game', async () => {
  const [one, other] = [withWord(files, 'moth'), withWord(files, 'lamp')];
  expect(await wordSaidIn(one)).toEqual(['', 'done', 'moth']);
  expect(await wordSaidIn(one)).toEqual(['', 'done', 'moth']);
  expect(await wordSaidIn(other)).toEqual(['', 'done', 'lamp']);
  expect(await wordSaidIn(one)).toEqual(['', 'done', 'moth']);
});

test('rules that couldn’t be put in force aren’t taken to be in force', async () => {
  const good = withWord(files, 'moth');
  const bad = new Map(good).set(
    'content/ruleset/core/word.ts',
    "import { rule } from 'gitnomic/rules';\nexport default rule(() => { throw new Error('no word'); });\n",
  );
  expect(await wordSaidIn(good)).toEqual(['', 'done', 'moth']);
  await expect(openGame(bad, { caches })).rejects.toThrow('no word');
  await expect(openGame(bad, { caches })).rejects.toThrow('no word');
  expect(await wordSaidIn(good)).toEqual(['', 'done', 'moth']);
});

test('a game can limit what one call of its rules uses', async () => {
  const bounded = new Map([[GAME_FILE, 'name: Bounded\nsandbox: { steps: 200, memory-mb: 64 }\n']])
    .set('content/ruleset/core/loop.md', '---\ntitle: Loop\norder: 90\n---\nIt goes on.\n')
    .set(
      'content/ruleset/core/loop.ts',
      "import { action, rule } from 'gitnomic/rules';\nexport default rule(() => ({ actions: { loop: action({ by: 'anybody', effect() { for (;;); } }) } }));\n",
    );
  const { play } = await openGame(bounded, { caches });
  expect(play.sandbox.limits).toMatchObject({ polls: 200, memoryBytes: 64 * 1024 * 1024 });
  const outcome = play.take({ type: 'act', at: '2024-03-01T10:00:00Z', by: 'ana', action: 'loop', with: {} });
  expect(outcome.ok ? 'accepted' : outcome.refusal.code).toBe('too-many-steps');
  play.dispose();
});

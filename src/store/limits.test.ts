import { expect, test } from 'vitest';
import { caches } from '../cache/fixtures/shared-caches.ts';
import { openGame } from '../session/play/open-game.ts';
import { GAME_FILE } from './paths.ts';

test('a game may bound what one call of its rules uses', async () => {
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

import { expect, test } from 'vitest';
import { caches } from '../cache/fixtures/shared-caches.ts';
import { shippedLibrary } from './fixtures/shipped-library.ts';
import { createGame } from '../session/play/create-game.ts';
import { openGame } from '../session/play/open-game.ts';
import { GAME_FILE } from './paths.ts';

test('a game may bound what one call of its rules uses', async () => {
  const library = shippedLibrary;
  const core =
    [
      ...new Set(
        Array.from(library.keys()).flatMap((path) => /^core\/(\d+)\/pack\.yml$/.exec(path)?.[1] ?? []),
      ),
    ]
      .sort()
      .at(-1) ?? '';
  const { files } = await createGame(
    library,
    {
      name: 'Bounded',
      core,
      dynasty: 'proving',
      at: '2024-03-01T09:00:00Z',
      players: [{ id: 'ana', admin: true }, { id: 'bo' }],
    },
    caches,
  );
  const bounded = new Map(files)
    .set(GAME_FILE, `${files.get(GAME_FILE) ?? ''}sandbox: { steps: 200, memory-mb: 64 }\n`)
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

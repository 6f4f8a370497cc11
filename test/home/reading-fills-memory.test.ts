import { expect, test } from 'vitest';

import { caches } from '../../src/cache/fixtures/shared-caches.ts';
import type { Game } from '../../src/host/game.ts';
import { manifestOf } from '../../src/kernel/fixtures/kernel-with.ts';
import { DEFAULT_LIMITS } from '../../src/sandbox/host.ts';
import { Sandbox } from '../../src/sandbox/sandbox.ts';
import { withPosition } from '../../src/seat/read-table.ts';
import { unlessAborted } from '../../src/session/ask/call-guard.ts';

test('a reading whose questions fill the memory still finishes, and asks each only once', async () => {
  const clause = `import { action, rule, text } from 'gitnomic/rules';
    export default rule(() => ({
      actions: { fill: action({ by: 'anybody', with: { word: text() }, effect({ word }) {
        const all = []; while (word !== 'little') all.push('x'.repeat(1e6) + all.length);
      } }) },
    }));`;
  const manifest = manifestOf([{ title: 'Trial', clause: () => ({}) }]);
  const limits = { ...DEFAULT_LIMITS, memoryBytes: 24 * 1024 * 1024 };
  let opened = 0;
  const openPosition = async (): Promise<unknown> => {
    opened += 1;
    const host = { draw: () => 1, ledger: { length: 0, at: () => null } };
    const sandbox = await Sandbox.create(host, limits, caches.sandboxes);
    sandbox.link(manifest, { files: new Map([['core/trial.ts', clause]]), version: '1' });
    sandbox.load(null);
    return { open: { play: { sandbox, dispose: () => sandbox.dispose() } } };
  };
  const read = await withPosition({ openPosition } as unknown as Game, ({ open: { play } }) => {
    const allowed = (word: string): string => {
      const input = {
        type: 'act',
        at: '2021-06-18T09:00:00Z',
        by: 'ana',
        action: 'fill',
        with: { word },
      } as const;
      return unlessAborted(() => play.sandbox.explainInput(input).refusal?.reason ?? 'yes', 'lost');
    };
    return [
      allowed('much'),
      allowed('more'),
      allowed('little'),
      Object.keys(play.sandbox.describe().actions),
    ];
  });
  expect(read).toEqual(['lost', 'lost', 'yes', ['fill']]);
  expect(opened).toBe(3);
});

// QuickJS's memory is overwritten while a clause waits for its dice, as may happen once memory is full. That ends the sandbox, and
// no rule is blamed for what QuickJS reports then.
import { expect, test, vi } from 'vitest';

import { moreIfSlow } from '../../test/slowly.ts';
import { manifestOf } from '../kernel/fixtures/kernel-with.ts';
import { classifyError } from './fault.ts';
import { SandboxGoneError, SandboxLostError } from './host.ts';
import { SandboxCaches } from './sandbox-caches.ts';
import { Sandbox } from './sandbox.ts';

const AT = '2021-06-18T09:00:00Z';
const MB = 1024 * 1024;
const LIMITS = { polls: 200, memoryBytes: 32 * MB, stackBytes: 96 * 1024, patienceMs: 300 };
const CLAUSE = `import { action, integer, rule } from 'gitnomic/rules';
  export default rule(({ dice }) => ({
    game: { count: integer() },
    actions: { try: action({ by: 'anybody', effect({ game }) { game.count = dice(6); [...'a'.repeat(999)].map((one) => ({ one })).sort(); } }) },
  }));`;
const MANIFEST = manifestOf([{ title: 'Trial', clause: () => ({}) }]);
const SOURCES = { files: new Map([['core/trial.ts', CLAUSE]]), version: '1' };
const SEEDS = Array.from(
  { length: process.env['GITNOMIC_FUZZ'] === undefined ? moreIfSlow(4, 12) : 300 },
  (_, seed) => seed,
);

/** Overwrites a range of memory that the seed determines. */
function overwrite(memory: WebAssembly.Memory, seed: number): void {
  const bytes = new Uint8Array(memory.buffer);
  const from = 4 * MB + ((seed * 1_103_515_245 + 12_345) % (4 * MB));
  bytes.fill(seed % 2 === 0 ? 0 : (seed * 37) % 256, from, from + 16 ** (3 + (seed % 3)));
}

function errorOf(run: () => unknown): unknown {
  try {
    run();
    return null;
  } catch (error) {
    return error;
  }
}

test('overwritten memory ends the sandbox or fails the step, and no rule is blamed', async () => {
  // QuickJS's own handler writes to the console if it is asked for an unknown runtime.
  const written = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const caches = new SandboxCaches();
  let ended = 0;
  for (const seed of SEEDS) {
    let memory: WebAssembly.Memory | null = null;
    const draw = (): number => {
      if (memory !== null) overwrite(memory, seed);
      return 1;
    };
    const sandbox = await Sandbox.create({ draw, ledger: { length: 0, at: () => null } }, LIMITS, caches);
    expect(sandbox.link(MANIFEST, SOURCES)).toEqual([]);
    sandbox.load(null);
    memory = caches.last?.memory ?? null;
    const errors = [
      errorOf(() => sandbox.take({ type: 'act', at: AT, by: 'ana', action: 'try', with: {} })),
      errorOf(() => sandbox.state()),
      errorOf(() => sandbox.query(AT, [['game', 'count']])),
      errorOf(() =>
        Sandbox.another({ draw: () => 1, ledger: { length: 0, at: () => null } }, caches, LIMITS),
      ),
    ].filter((error) => error !== null && !(error instanceof SandboxGoneError));
    // If the kernel's own code was overwritten, its failure looks like the engine's: the step is set aside, and no rule is blamed.
    for (const error of errors)
      expect([seed, String(error), classifyError(error)]).toEqual([
        seed,
        String(error),
        expect.stringMatching(/^(?:bounds|engine)$/u),
      ]);
    // Overwritten memory may look like a clause that calls itself too deeply, which only refuses the step.
    const isLost = errors.some((error) => error instanceof SandboxLostError);
    expect([seed, sandbox.dead]).toEqual([seed, isLost]);
    ended += isLost ? 1 : 0;
    sandbox.dispose();
  }
  written.mockRestore();
  expect(ended).toBeGreaterThanOrEqual(SEEDS.length / 4);
});

import { expect, test } from 'vitest';
import { classifyError } from './fault.ts';
import { isolatedSandbox, type IsolationOptions } from './isolated-sandbox.ts';
import { SandboxLostError, type SandboxHost } from './host.ts';
import { manifestOf } from '../kernel/fixtures/kernel-with.ts';
import { slowTest } from '../../test/slowly.ts';

const AT = '2021-06-18T09:00:00Z';
const LIMITS = { polls: 1_000_000_000, memoryBytes: 64 * 1024 * 1024, stackBytes: 96 * 1024 };

async function isolated(body: string, host: SandboxHost, options: Partial<IsolationOptions> = {}) {
  const { runner } = await isolatedSandbox({ host, limits: LIMITS, ...options });
  const clause = `import { action, data, rule } from 'gitnomic/rules';
    export default rule(({ game, dice, ledger }) => ({
      game: { found: data({ start: null }) },
      actions: { try: action({ by: 'anybody', effect() { ${body} } }) },
    }));`;
  const problems = runner.link(manifestOf([{ title: 'Trial', clause: () => ({}) }]), {
    files: new Map([['core/trial.ts', clause]]),
    version: '1',
  });
  expect(problems).toEqual([]);
  runner.load(null);
  return runner;
}

const attempt = { type: 'act', at: AT, by: 'ana', action: 'try', with: {} } as const;

test('an isolated sandbox answers like one that is not, and asks this side for its draws and the ledger', async () => {
  const rolled: unknown[] = [];
  const host: SandboxHost = {
    draw: ({ size }) => (rolled.push(size), 4),
    ledger: { length: 3, at: (index) => ({ index }) },
  };
  const runner = await isolated('game.found = [dice(6), ledger.length, ledger.at(-1)];', host);
  expect(runner.take(attempt).ok).toBe(true);
  expect(runner.query(AT, [['game', 'found']])).toEqual([{ value: [4, 3, { index: -1 }] }]);
  expect(rolled).toEqual([6]);
  runner.dispose();
});

slowTest(
  'what counting would never stop is ended by the wall clock, as a fault to be tried again',
  async () => {
    const runner = await isolated(
      'for (;;) {}',
      { draw: () => 1, ledger: { length: 0, at: () => null } },
      // A busy machine takes seconds to load the rules, which have to come within it too.
      { patienceMs: 15_000 },
    );
    const error = thrownBy(() => runner.take(attempt));
    expect(error).toBeInstanceOf(SandboxLostError);
    expect(classifyError(error)).toBe('bounds');
  },
);

slowTest(
  'a thread that the machine ends for want of memory is told from one that never answers, at once',
  async () => {
    const host: SandboxHost = { draw: () => 1, ledger: { length: 0, at: () => null } };
    const manifest = manifestOf([{ title: 'Trial' }]);
    const large = 'large '.repeat(4_000_000);
    const files = new Map(Array.from({ length: 6 }, (_, n) => [`core/trial-${n}.md`, `${n} ${large}`]));
    const begin = async (megabytes: number) => {
      const resourceLimits = { maxOldGenerationSizeMb: megabytes };
      return (await isolatedSandbox({ host, patienceMs: 600_000, resourceLimits })).runner;
    };
    const ended = await begin(24);
    const begun = performance.now();
    const error = thrownBy(() => ended.link(manifest, { files, version: '1' }));
    expect(error).toMatchObject({ code: 'thread-fails' });
    expect(classifyError(error)).toBe('surroundings');
    expect(performance.now() - begun).toBeLessThan(120_000);
    expect(ended.dead).toBe(true);
    expect(thrownBy(() => ended.load(null))).toMatchObject({ code: 'thread-fails' });
    ended.dispose();
    const spared = await begin(2_000);
    expect(spared.link(manifest, { files, version: '1' })).toEqual([]);
    spared.dispose();
    await expect(begin(4)).rejects.toSatisfy((error) => classifyError(error) === 'surroundings');
  },
);

function thrownBy(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

test('a refusal and a failed draw come over the line as what they are', async () => {
  const host: SandboxHost = {
    draw: () => {
      throw new Error('the beacon is not there yet');
    },
    ledger: { length: 0, at: () => null },
  };
  const runner = await isolated('dice(6);', host);
  expect(() => runner.take(attempt)).toThrow('the beacon is not there yet');
  runner.dispose();
});

import { expect, test } from 'vitest';
import { isolatedSandbox } from './isolated-sandbox.ts';
import { SandboxLostError, type SandboxHost } from './host.ts';
import { manifestOf } from '../kernel/fixtures/kernel-with.ts';

const AT = '2021-06-18T09:00:00Z';
const LIMITS = { polls: 1_000_000_000, memoryBytes: 64 * 1024 * 1024, stackBytes: 96 * 1024 };

async function isolated(body: string, host: SandboxHost, patienceMs?: number) {
  const { runner } = await isolatedSandbox({
    host,
    limits: LIMITS,
    ...(patienceMs === undefined ? {} : { patienceMs }),
  });
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

test('what counting would never stop is ended by the wall clock, as a fault to be tried again', async () => {
  const runner = await isolated(
    'for (;;) {}',
    { draw: () => 1, ledger: { length: 0, at: () => null } },
    1_500,
  );
  expect(() => runner.take(attempt)).toThrow(SandboxLostError);
});

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

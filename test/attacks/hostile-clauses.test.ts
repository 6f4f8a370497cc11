// Each harm that simulated games propose, by itself: it is refused or ended, and leaves nothing behind for whoever comes next.
import { expect, test } from 'vitest';

import { manifestOf } from '../../src/kernel/fixtures/kernel-with.ts';
import { DEFAULT_LIMITS, SandboxError, SandboxLostError, type SandboxHost } from '../../src/sandbox/host.ts';
import { Sandbox } from '../../src/sandbox/sandbox.ts';
import { HOSTILE_BODIES } from '../simulation/whole/hostile-clauses.ts';

const HOST: SandboxHost = { draw: () => 1, ledger: { length: 0, at: () => null } };
const LIMITS = { ...DEFAULT_LIMITS, polls: 500, memoryBytes: 48 * 1024 * 1024, patienceMs: 60_000 };

async function harm(body: string): Promise<string> {
  const sandbox = await Sandbox.create(HOST, LIMITS);
  const clause = `import { action, integer, rule } from 'gitnomic/rules';
    export default rule(() => ({ actions: { try: action({ by: 'anybody', effect() { ${body} } }) } }));`;
  const files = new Map([['core/trial.ts', clause]]);
  const problems = sandbox.link(manifestOf([{ title: 'Trial', clause: () => ({}) }]), {
    files,
    version: '1',
  });
  if (problems.length > 0) return 'not let in';
  sandbox.load(null);
  try {
    const act = { type: 'act', at: '2021-06-18T09:00:00Z', by: 'ana', action: 'try', with: {} } as const;
    const taken = sandbox.take(act);
    return taken.ok ? 'without consequence' : 'refused';
  } catch (error) {
    if (!(error instanceof SandboxError || error instanceof SandboxLostError)) throw error;
    return 'ended';
  } finally {
    sandbox.dispose();
  }
}

test.each(Object.entries(HOSTILE_BODIES))('%s', async (name, body) => {
  const came = await harm(body);
  expect(came).toMatch(name === 'lies in JSON' ? /^without/u : /^(?:refused|ended|not let in)$/u);
});

import { expect, test } from 'vitest';
import { SandboxCaches } from './sandbox-caches.ts';
import { Sandbox } from './sandbox.ts';
import { manifestOf } from '../kernel/fixtures/kernel-with.ts';

const AT = '2021-06-18T09:00:00Z';
const CLAUSE = `import { action, integer, rule } from 'gitnomic/rules';
  export default rule(({ result }) => ({
    player: { lanternOil: integer({ start: 3 }) },
    actions: { try: action({ by: 'anybody', with: { steps: integer() }, effect({ actor, steps }) {
      for (let i = 0; i < steps; i++);
      actor.lanternOil += 1;
      result([Object.keys(globalThis).join(), typeof globalThis.gitnomic, typeof globalThis.host, typeof Math.random, typeof Date]);
    } }) },
  }));`;

const limits = { polls: 60, memoryBytes: 41 * 1024 * 1024, stackBytes: 96 * 1024 };

async function opened(caches: SandboxCaches): Promise<Sandbox> {
  const host = { draw: () => 1, ledger: { length: 0, at: () => null } };
  const sandbox = await Sandbox.create(host, limits, caches);
  const manifest = manifestOf([{ title: 'Trial', clause: () => ({}) }]);
  const sources = { files: new Map([['core/trial.ts', CLAUSE]]), version: '1' };
  expect(sandbox.link(manifest, sources)).toEqual([]);
  sandbox.load(null);
  return sandbox;
}

function tried(sandbox: Sandbox, steps: number): unknown {
  try {
    return sandbox.take({ type: 'act', at: AT, by: 'ana', action: 'try', with: { steps } });
  } catch (error) {
    return (error as { code: string }).code;
  }
}

function mostSteps(sandbox: Sandbox): number {
  let [enough, tooMany] = [0, 2_000_000];
  while (tooMany - enough > 1) {
    const middle = Math.floor((enough + tooMany) / 2);
    if (tried(sandbox, middle) === 'too-many-steps') tooMany = middle;
    else enough = middle;
  }
  return enough;
}

test('from the third on a sandbox goes on from what the second was before anything was loaded', async () => {
  const caches = new SandboxCaches();
  await opened(caches);
  expect(caches.boots.within(limits)).toBeUndefined();
  await opened(caches);
  const image = caches.boots.within(limits);
  expect(image).toBeDefined();
  await opened(caches);
  expect(caches.boots.within(limits)).toBe(image);
  expect(Buffer.from(image?.memory ?? []).includes('lanternOil')).toBe(false);
});

test('it does the same as one that has loaded the guest itself: answers, memory, and the step at which it is stopped', async () => {
  const caches = new SandboxCaches();
  const booted = await opened(caches);
  await opened(caches);
  const resumed = await opened(caches);
  expect(resumed.memoryBytes()).toBe(booted.memoryBytes());
  expect(tried(resumed, 5)).toEqual(tried(booted, 5));
  expect(resumed.state()).toEqual(booted.state());
  const most = mostSteps(booted);
  expect(most).toBeGreaterThan(200_000);
  expect(tried(resumed, most)).toMatchObject({ ok: true });
  expect(tried(resumed, most + 1)).toBe('too-many-steps');
});

test('within other limits it loads the guest itself, since they are in the image', async () => {
  const caches = new SandboxCaches();
  await opened(caches);
  await opened(caches);
  expect(caches.boots.within(limits)).toBeDefined();
  expect(caches.boots.within({ ...limits, stackBytes: 64 * 1024 })).toBeUndefined();
});

import { expect, test } from 'vitest';
import { bootImage } from './boot-image.ts';
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

/** Of which nobody else in this process makes any. */
function limitsOfItsOwn(megabytes: number): Parameters<typeof Sandbox.create>[1] & object {
  return { polls: 60, memoryBytes: megabytes * 1024 * 1024, stackBytes: 96 * 1024 };
}

async function opened(limits: Parameters<typeof Sandbox.create>[1]): Promise<Sandbox> {
  const sandbox = await Sandbox.create({ draw: () => 1, ledger: { length: 0, at: () => null } }, limits);
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
  const limits = limitsOfItsOwn(41);
  await opened(limits);
  expect(bootImage(limits)).toBeUndefined();
  await opened(limits);
  const image = bootImage(limits);
  expect(image).toBeDefined();
  await opened(limits);
  expect(bootImage(limits)).toBe(image);
  expect(Buffer.from(image?.memory ?? []).includes('lanternOil')).toBe(false);
});

test('it does the same as one that has loaded the guest itself: answers, memory, and the step at which it is stopped', async () => {
  const limits = limitsOfItsOwn(42);
  const booted = await opened(limits);
  await opened(limits);
  const resumed = await opened(limits);
  expect(resumed.memoryBytes()).toBe(booted.memoryBytes());
  expect(tried(resumed, 5)).toEqual(tried(booted, 5));
  expect(resumed.state()).toEqual(booted.state());
  const most = mostSteps(booted);
  expect(most).toBeGreaterThan(200_000);
  expect(tried(resumed, most)).toMatchObject({ ok: true });
  expect(tried(resumed, most + 1)).toBe('too-many-steps');
});

test('within other limits it loads the guest itself, since they are in the image', async () => {
  const [narrow, wide] = [limitsOfItsOwn(43), { ...limitsOfItsOwn(43), stackBytes: 64 * 1024 }];
  await opened(narrow);
  await opened(narrow);
  expect(bootImage(wide)).toBeUndefined();
});

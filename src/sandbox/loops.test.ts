// The clock ends loops in the engine's own code, between two steps of a clause, in any thread.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { expect, test } from 'vitest';

import { SandboxLostError, type SandboxHost } from './host.ts';
import { interruptible } from './interruptible.ts';
import { SandboxCaches } from './sandbox-caches.ts';
import { Sandbox } from './sandbox.ts';
import { manifestOf } from '../kernel/fixtures/kernel-with.ts';

const AT = '2021-06-18T09:00:00Z';
const HOST: SandboxHost = { draw: () => 1, ledger: { length: 0, at: () => null } };
const MB = 1024 * 1024;
const LIMITS = { polls: 1_000_000, memoryBytes: 256 * MB, stackBytes: 96 * 1024, patienceMs: 300 };
const PATIENT = { ...LIMITS, patienceMs: 30_000 };
const TEXTS = "const one = 'x'.repeat(1e7); const other = 'x'.repeat(1e7); let same = 0;";

async function sandboxWith(
  top: string,
  body: string,
  caches = new SandboxCaches(),
  limits = LIMITS,
): Promise<Sandbox> {
  const sandbox = await Sandbox.create(HOST, limits, caches);
  const clause = `import { action, rule } from 'gitnomic/rules';
    ${top}
    export default rule(() => ({ actions: { try: action({ by: 'anybody', effect() { ${body} } }) } }));`;
  const files = new Map([['core/trial.ts', clause]]);
  expect(sandbox.link(manifestOf([{ title: 'Trial', clause: () => ({}) }]), { files, version: '1' })).toEqual(
    [],
  );
  sandbox.load(null);
  return sandbox;
}

function take(sandbox: Sandbox): void {
  sandbox.take({ type: 'act', at: AT, by: 'ana', action: 'try', with: {} });
}

test.each([
  ['comparing long texts', `${TEXTS} for (;;) if (one === other) same++;`],
  ['copying them', `${TEXTS} for (;;) if (one + 'y' > other + 'z') same++;`],
  // Its square has slightly fewer than the million bits that QuickJS allows, so only the clock can end it.
  ['multiplying long numbers', 'const n = 3n ** 300_000n; for (;;) if (n * n < 0n) break;'],
  [
    'looking for a name along many prototypes',
    'let o = {}; for (let n = 0; n < 100_000; n++) o = { __proto__: o }; for (;;) if (o.a) break;',
  ],
])('the clock stops a clause that is busy %s', async (_, body) => {
  const sandbox = await sandboxWith('', body);
  const start = process.threadCpuUsage();
  // The sandbox no longer answers, but the clause is known all the same.
  expect(() => take(sandbox)).toThrow(
    expect.objectContaining({
      name: 'SandboxLostError',
      where: expect.stringMatching(/^core\/trial\.ts/u) as string,
    }),
  );
  const { user, system } = process.threadCpuUsage(start);
  expect((user + system) / 1000).toBeLessThan(5_000);
  sandbox.dispose();
  // The next game gets a new engine.
  const next = await sandboxWith('', '');
  take(next);
  next.dispose();
});

test('the clock stops a clause that is still loading', async () => {
  const loading = sandboxWith(`${TEXTS} for (;;) if (one === other) same++;`, '');
  await expect(loading).rejects.toThrow(SandboxLostError);
});

test('if a game’s sandbox ends, a trial in the same memory ends with it', async () => {
  const caches = new SandboxCaches();
  const sandbox = await sandboxWith('', `${TEXTS} for (;;) if (one === other) same++;`, caches);
  const beside = Sandbox.another(HOST, caches);
  expect(() => take(sandbox)).toThrow(SandboxLostError);
  expect([sandbox.dead, beside.dead]).toEqual([true, true]);
  expect(() => beside.clear()).toThrow('must not be used again');
  expect(() => Sandbox.another(HOST, caches)).toThrow('no memory left');
  await Sandbox.prepare(caches);
  Sandbox.another(HOST, caches).dispose();
});

test('a trial beside a game that filled or ran out of its memory gets memory of its own', async () => {
  const caches = new SandboxCaches();
  const fills = (bytes: number): string =>
    `const all = []; for (let n = 0; n < ${bytes / MB}; n++) all.push('x'.repeat(${MB}));`;
  const large = await sandboxWith(fills(160 * MB), '', caches, PATIENT);
  expect(large.heapBytes).toBeGreaterThan(128 * MB);
  await Sandbox.prepare(caches);
  const beside = Sandbox.another(HOST, caches);
  expect(beside.heapBytes).toBeLessThan(64 * MB);
  const full = await sandboxWith('', fills(512 * MB), caches, PATIENT);
  expect(() => take(full)).toThrow(/used up the memory/u);
  expect(() => Sandbox.another(HOST, caches)).toThrow(SandboxLostError);
  await Sandbox.prepare(caches);
  Sandbox.another(HOST, caches).load(null);
});

test('makes the engine’s code interruptible, and throws if it lacks the import for it', () => {
  const { resolve } = createRequire(createRequire(import.meta.url).resolve('quickjs-emscripten'));
  const wasm = readFileSync(resolve('@jitl/quickjs-wasmfile-release-sync/wasm'));
  expect(WebAssembly.validate(interruptible(wasm, 'i'))).toBe(true);
  expect(() => interruptible(wasm, 'none')).toThrow('imports no "none"');
  /** A program of one function, which begins with this instruction. */
  const withInstruction = (...instruction: readonly number[]): Uint8Array => {
    const imports = [2, 7, 1, 1, 0x61, 1, 0x69, 0, 0];
    const body = [0, ...instruction, 0x0b];
    const header = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
    return Uint8Array.of(...header, ...imports, 10, body.length + 2, 1, body.length, ...body);
  };
  expect(() => interruptible(withInstruction(0x01), 'i')).not.toThrow();
  expect(() => interruptible(withInstruction(0xd3), 'i')).toThrow('an instruction 211 that is not known');
  expect(() => interruptible(withInstruction(0xfc, 18), 'i')).toThrow('0xfc 18 that is not known');
});

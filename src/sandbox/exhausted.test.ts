// A clause that runs out of memory or stack is stopped, whatever it does about it. The limits differ between sandboxes, so a clause that
// could notice them would answer differently in a replay.
import { expect, test } from 'vitest';
import { caches } from '../cache/fixtures/shared-caches.ts';
import type { SandboxError } from './host.ts';
import { Sandbox } from './sandbox.ts';
import { manifestOf } from '../kernel/fixtures/kernel-with.ts';

const LIMITS = { polls: 2_000, memoryBytes: 24 * 1024 * 1024, stackBytes: 96 * 1024 };
const AT = '2021-06-18T09:00:00Z';
/** Fills the memory and counts. */
const FILL = "for (;;) { all.push('x'.repeat(1_000_000) + n); n++; }";
const DIVE = 'const dive = () => { n++; dive(); }; dive();';

async function attempt(body: string): Promise<{ reason: string; count: unknown; dead: boolean }> {
  const sandbox = await Sandbox.create(
    { draw: () => 1, ledger: { length: 0, at: () => null } },
    LIMITS,
    caches.sandboxes,
  );
  const clause = `import { action, data, derive, integer, rule } from 'gitnomic/rules';
    export default rule(({ game, view, hook }) => ({
      game: { count: integer({ start: 1 }), found: data({ start: null }) },
      views: { seen: derive({ of: 'game', returns: data(), value() { const all = []; let n = 0; try { ${FILL} } catch { return n; } } }) },
      hooks: { brim() { const all = []; for (;;) all.push({ all }); }, full() { const all = []; let n = 0; ${FILL} } },
      actions: { try: action({ by: 'anybody', effect() { game.count = 2; const all = []; let n = 0; ${body} game.found = n; } }) },
    }));`;
  const manifest = manifestOf([{ title: 'Trial', clause: () => ({}) }]);
  expect(sandbox.link(manifest, { files: new Map([['core/trial.ts', clause]]), version: '1' })).toEqual([]);
  sandbox.load(null);
  let reason = 'accepted';
  try {
    const result = sandbox.take({ type: 'act', at: AT, by: 'ana', action: 'try', with: {} });
    if (!result.ok) reason = result.refusal.reason;
  } catch (error) {
    reason = (error as Error).message;
  }
  const { dead } = sandbox;
  const [count] = dead ? [] : sandbox.query(AT, [['game', 'count']]);
  sandbox.dispose();
  return { reason, count: count?.value, dead };
}

test.each([
  ['a catch', `try { ${FILL} } catch { all.length = 0; }`, /memory/],
  ['a catch with a name', `try { ${FILL} } catch (error) { all.length = 0; }`, /memory/],
  [
    'a finally that goes on',
    `for (const once of [1]) { try { ${FILL} } finally { all.length = 0; continue; } }`,
    /memory/,
  ],
  [
    'a finally that gives back',
    `(() => { try { ${FILL} } finally { all.length = 0; return n; } })();`,
    /memory/,
  ],
  [
    'a finally after a catch that fills',
    `(() => { try { throw 1; } catch { ${FILL} } finally { all.length = 0; return n; } })();`,
    /memory/,
  ],
  [
    'a catch around a catch',
    `try { try { ${FILL} } catch (error) { all.length = 0; throw new Error('other'); } } catch { all.length = 0; }`,
    /memory/,
  ],
  [
    'a catch that throws something else',
    `try { ${FILL} } catch { all.length = 0; throw new Error('only this'); }`,
    /memory/,
  ],
  [
    'a catch around a hook that fills it with little things',
    "try { hook('brim'); } catch { n = 5; }",
    /memory/,
  ],
  [
    'a catch around little things',
    'try { for (;;) { all.push({}); n++; } } catch { all.length = 0; }',
    /memory/,
  ],
  ['little things', 'for (;;) { all.push({}); n++; }', /memory/],
  ['a view', "n = view('seen');", /memory/],
  ['a hook', "try { hook('full'); } catch { n = 5; }", /memory/],
  ['the end of the stack', `try { ${DIVE} } catch {}`, /too deeply/],
  [
    'the end of the stack, with a name',
    `try { ${DIVE} } catch (error) { n = error.message.length; }`,
    /too deeply/,
  ],
  [
    'the end of the stack, in a finally',
    `(() => { try { ${DIVE} } finally { return n; } })();`,
    /too deeply/,
  ],
])('%s can’t hide that the memory or the stack ran out', async (_, body, words) => {
  const { reason, count, dead } = await attempt(body);
  expect(reason).toMatch(words);
  // A sandbox whose memory ran out isn't used again.
  expect([dead, count]).toEqual(words.test('memory') ? [true, undefined] : [false, 1]);
});

test.each([
  ['a catch', "try { throw new Error('x'); } catch { n = 1; }"],
  ['a catch with a name', "try { throw new Error('x'); } catch (e) { n = e.message.length; }"],
  ['a finally', 'try { n = 0; } finally { n = 1; }'],
  ['all three', "try { throw new Error('x'); } catch (e) { n = 5; } finally { n -= 4; }"],
  ['a refusal', "try { view('nothing'); } catch { n = 1; }"],
])('%s works normally', async (_, body) => {
  expect(await attempt(`${body} if (n !== 1) throw new Error(String(n));`)).toEqual({
    reason: 'accepted',
    count: 2,
    dead: false,
  });
});

test('an earlier call doesn’t save later calls any steps', async () => {
  const limits = { ...LIMITS, polls: 60 };
  const host = { draw: () => 1, ledger: { length: 0, at: () => null } };
  const clause = `import { action, derive, integer, rule, text } from 'gitnomic/rules';
    const walk = (steps) => { let n = 0; for (let i = 0; i < steps; i++) n++; return n; };
    export default rule(({ view }) => ({
      views: { far: derive({ of: 'text', returns: integer(), value: () => walk(200_000) }), all: derive({ of: 'game', returns: integer(), value: () => view('far', 'a') + view('far', 'b') }) },
      actions: {
        look: action({ by: 'anybody', with: { of: text() }, effect({ of }) { view('far', of); } }),
        one: action({ by: 'anybody', effect() { view('far', 'a'); } }),
        two: action({ by: 'anybody', effect() { view('far', 'a'); view('far', 'b'); } }),
        within: action({ by: 'anybody', effect() { view('all'); } }),
      },
    }));`;
  const manifest = manifestOf([{ title: 'Trial', clause: () => ({}) }]);
  const outcomes = async (before: readonly string[]): Promise<readonly string[]> => {
    const sandbox = await Sandbox.create(host, limits, caches.sandboxes);
    sandbox.link(manifest, { files: new Map([['core/trial.ts', clause]]), version: '1' });
    sandbox.load(null);
    const view = { type: 'act', at: AT, by: 'bo', action: 'look' } as const;
    for (const of of before) expect(sandbox.take({ ...view, with: { of } }).ok).toBe(true);
    const tried = ['one', 'two', 'within', 'two', 'one'].map((action) => {
      try {
        return sandbox.take({ type: 'act', at: AT, by: 'ana', action, with: {} }).ok ? 'accepted' : 'refused';
      } catch (error) {
        return (error as SandboxError).code;
      }
    });
    sandbox.dispose();
    return tried;
  };
  const cold = await outcomes([]);
  expect(cold).toEqual(['accepted', 'too-many-steps', 'too-many-steps', 'too-many-steps', 'accepted']);
  for (const before of [['a'], ['b'], ['b', 'c']]) expect(await outcomes(before)).toEqual(cold);
});

test('a call is stopped at the same step whatever the sandbox did before', async () => {
  const limits = { ...LIMITS, polls: 60 };
  const host = { draw: () => 1, ledger: { length: 0, at: () => null } };
  const clause = `import { action, integer, rule } from 'gitnomic/rules';
    export default rule(() => ({ actions: { try: action({ by: 'anybody', with: { steps: integer() }, effect({ steps }) { for (let i = 0; i < steps; i++); } }) } }));`;
  const manifest = manifestOf([{ title: 'Trial', clause: () => ({}) }]);
  const opened = async (): Promise<Sandbox> => {
    const sandbox = await Sandbox.create(host, limits, caches.sandboxes);
    sandbox.link(manifest, { files: new Map([['core/trial.ts', clause]]), version: '1' });
    sandbox.load(null);
    return sandbox;
  };
  const holds = (sandbox: Sandbox, steps: number): boolean => {
    try {
      return sandbox.take({ type: 'act', at: AT, by: 'ana', action: 'try', with: { steps } }).ok;
    } catch {
      return false;
    }
  };
  const first = await opened();
  let [enough, tooMany] = [0, 2_000_000];
  while (tooMany - enough > 1) {
    const middle = Math.floor((enough + tooMany) / 2);
    if (holds(first, middle)) enough = middle;
    else tooMany = middle;
  }
  expect(enough).toBeGreaterThan(200_000);
  const second = await opened();
  for (const before of [1, 777, 5_000, 9_999, 123_456]) {
    holds(second, before);
    expect([holds(second, enough), holds(second, tooMany)]).toEqual([true, false]);
  }
  first.dispose();
  second.dispose();
});

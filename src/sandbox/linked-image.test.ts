// Sandboxes in which the same rules are put in force, one after the other: from the third on they go on from an image, and differ in nothing
// from one that put them in force itself.
import { expect, test } from 'vitest';

import { PLAIN_TERMS, type Manifest } from '../kernel/manifest.ts';
import { manifestOf } from '../kernel/fixtures/kernel-with.ts';
import { DEFAULT_LIMITS, type Limits, type SandboxHost } from './host.ts';
import { SandboxCaches } from './sandbox-caches.ts';
import { Sandbox } from './sandbox.ts';

const AT = '2021-06-18T09:00:00Z';
const HOST: SandboxHost = { draw: () => 1, ledger: { length: 0, at: () => null } };
/** To define it takes so many steps that nobody overlooks whether that is done. */
const CLAUSE = `import { action, integer, rule } from 'gitnomic/rules';
  export default rule(({ game, ruleset, value }) => {
    for (let i = 0; i < 1000000; i++);
    const of = value('number');
    return {
      game: { sum: integer({ start: of }) },
      actions: { try: action({ by: 'anybody', effect({ result }) {
        game.sum += 1;
        result([of, game.sum, ruleset.terms.player]);
      } }) },
    };
  });`;
const STEPS = 100;

interface Rules {
  readonly clause?: string;
  readonly number?: string;
  readonly terms?: Manifest['terms'];
  readonly version?: string;
  readonly limits?: Limits;
}

function link(
  sandbox: Sandbox,
  { clause = CLAUSE, number = '7', terms = PLAIN_TERMS, version = '1' }: Rules,
): void {
  const manifest = { ...manifestOf([{ title: 'Ash', values: { number }, clause: () => ({}) }]), terms };
  expect(sandbox.link(manifest, { files: new Map([['core/ash.ts', clause]]), version })).toEqual([]);
}

function act(sandbox: Sandbox): unknown {
  const result = sandbox.take({ type: 'act', at: AT, by: 'ana', action: 'try', with: {} });
  return result.ok ? [result.result, result.changes] : result.refusal;
}

/** All that follows once rules are in force, in a game and in the next one, and under the same rules once more. */
function played(sandbox: Sandbox, rules: Rules): unknown {
  const seen: unknown[] = [sandbox.describe()];
  for (let n = 0; n < 2; n++) {
    sandbox.load(null);
    seen.push(act(sandbox), act(sandbox), sandbox.state());
    link(sandbox, rules);
    link(sandbox, { ...rules, number: '8' });
    sandbox.load(null);
    seen.push(act(sandbox), sandbox.state(), sandbox.memoryBytes() > 0);
    link(sandbox, rules);
  }
  return seen;
}

async function inNew(
  caches: SandboxCaches,
  rules: Rules,
): Promise<{ readonly polls: number; readonly seen: unknown }> {
  const sandbox = await Sandbox.create(HOST, rules.limits ?? DEFAULT_LIMITS, caches);
  const before = caches.work.polls;
  link(sandbox, rules);
  const polls = caches.work.polls - before;
  const seen = played(sandbox, rules);
  sandbox.dispose();
  return { polls, seen };
}

test('the third goes on from what the second came to, and does all that the first did', async () => {
  const caches = new SandboxCaches();
  const first = await inNew(caches, {});
  const second = await inNew(caches, {});
  expect([first.polls, second.polls].every((polls) => polls > STEPS)).toBe(true);
  expect(second.seen).toEqual(first.seen);
  for (let n = 0; n < 3; n++) {
    const { polls, seen } = await inNew(caches, {});
    expect(polls).toBeLessThan(STEPS);
    expect(seen).toEqual(first.seen);
  }
});

test.each<[string, Rules]>([
  ['another text', { number: '9' }],
  ['another clause', { clause: `${CLAUSE}//` }],
  ['other terms', { terms: { ...PLAIN_TERMS, player: 'Sailor' } }],
  ['modules of another name', { version: '2' }],
  ['another bound of steps', { limits: { ...DEFAULT_LIMITS, polls: DEFAULT_LIMITS.polls - 1 } }],
  ['another bound of memory', { limits: { ...DEFAULT_LIMITS, memoryBytes: DEFAULT_LIMITS.memoryBytes / 2 } }],
])('with %s it is another ruleset, which each puts in force itself', async (_, other) => {
  const caches = new SandboxCaches();
  for (let n = 0; n < 3; n++) await inNew(caches, {});
  const { polls, seen } = await inNew(caches, other);
  expect(polls).toBeGreaterThan(STEPS);
  expect(seen).toEqual((await inNew(new SandboxCaches(), other)).seen);
});

/** A sandbox with a game in it, beside which the same rules were put in force in others. */
async function playedAlready(): Promise<{ readonly caches: SandboxCaches; readonly sandbox: Sandbox }> {
  const caches = new SandboxCaches();
  for (let n = 0; n < 3; n++) await inNew(caches, {});
  const sandbox = await Sandbox.create(HOST, DEFAULT_LIMITS, caches);
  link(sandbox, {});
  sandbox.load(null);
  act(sandbox);
  expect(sandbox.state().game).toEqual({ sum: 8 });
  return { caches, sandbox };
}

test('one that has a game goes on with it', async () => {
  const { sandbox } = await playedAlready();
  link(sandbox, {});
  expect(sandbox.query(AT, [['game', 'sum']])).toEqual([{ value: 8 }]);
});

test('one that holds anything puts its rules in force itself', async () => {
  const { caches } = await playedAlready();
  const sandbox = await Sandbox.create(HOST, DEFAULT_LIMITS, caches);
  sandbox.load(null);
  const before = caches.work.polls;
  link(sandbox, {});
  expect(caches.work.polls - before).toBeGreaterThan(STEPS);
});

test('one beside others in the same memory leaves them as they are, wherever in it it lies', async () => {
  const caches = new SandboxCaches();
  for (let n = 0; n < 3; n++) await inNew(caches, {});
  caches.last = null;
  await Sandbox.prepare(caches);
  const [gone, other] = [Sandbox.another(HOST, caches), Sandbox.another(HOST, caches)];
  link(other, {});
  other.load(null);
  act(other);
  gone.dispose();
  const another = Sandbox.another(HOST, caches);
  link(another, {});
  another.load(null);
  expect(another.state().game).toEqual({ sum: 7 });
  expect(other.query(AT, [['game', 'sum']])).toEqual([{ value: 8 }]);
});

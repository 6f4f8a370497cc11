// A sandbox in which rules are already in force, or were refused before, behaves like a new one.
import { expect, test } from 'vitest';

import { caches } from '../cache/fixtures/shared-caches.ts';
import { manifestOf } from '../kernel/fixtures/kernel-with.ts';
import { DEFAULT_LIMITS, type Limits, type SandboxHost } from './host.ts';
import { Sandbox } from './sandbox.ts';

const AT = '2021-06-18T09:00:00Z';
const HOST: SandboxHost = { draw: () => 1, ledger: { length: 0, at: () => null } };
const FEW: Limits = { ...DEFAULT_LIMITS, polls: 250 };

interface Files {
  /** The bodies of the functions given to `rule(…)`, by the rules' titles. */
  readonly rules: Readonly<Record<string, string>>;
  readonly top?: string;
  readonly helper?: string;
  /** Numbers in the texts of these rules, with the same clauses. */
  readonly numbers?: Readonly<Record<string, number>>;
}

function link(
  sandbox: Sandbox,
  { rules, top = '', helper = 'export const none = 0;', numbers = {} }: Files,
): unknown {
  const files = new Map([['core/helper.ts', helper]]);
  for (const [title, body] of Object.entries(rules))
    files.set(
      `core/${title.toLowerCase()}.ts`,
      `import { action, data, derive, integer, rule } from 'gitnomic/rules';
       ${top}
       export default rule((kit) => { const { game, value } = kit; ${body} });`,
    );
  const version = Buffer.from(JSON.stringify([...files])).toString('base64url');
  const manifest = manifestOf(
    Object.keys(rules).map((title) => ({
      title,
      values: { number: String(numbers[title] ?? 0) },
      clause: () => ({}),
    })),
  );
  const problems = sandbox.link(manifest, { files, version });
  if (problems.length === 0) sandbox.load(null);
  return problems;
}

const create = (limits = DEFAULT_LIMITS): Promise<Sandbox> => Sandbox.create(HOST, limits, caches.sandboxes);

function act(sandbox: Sandbox): string {
  const result = sandbox.take({ type: 'act', at: AT, by: 'ana', action: 'try', with: {} });
  return result.ok ? JSON.stringify(result.result) : result.refusal.reason;
}

const steps = (polls: number): string => `for (let i = 0; i < ${polls * 5_000}; i++);`;

test('refuses a clause that keeps an iterator each time, in the same words', async () => {
  const sandbox = await create();
  const files = {
    top: 'const kept = [1, 2, 3].values();',
    rules: {
      Ash: `return { actions: { try: action({ by: 'anybody', effect: ({ result }) => result(kept.next().value) }) } };`,
    },
  };
  const first = link(sandbox, files);
  expect(first).toMatchObject([{ code: 'clause-keeps', file: 'core/ash.ts' }]);
  expect(link(sandbox, files)).toEqual(first);
  expect(link(sandbox, { ...files, numbers: { Ash: 1 } })).toEqual(first);
});

test('objects that another clause could reach before the rules were rejected are read-only too', async () => {
  const sandbox = await create();
  const helper = `export const list = []; export const map = new Map(); let n = 0; export const count = () => ++n;`;
  const ash = `return { actions: { try: action({ by: 'anybody', effect({ result }) { map.set(map.size, 1); result([count(), map.size, list.push(1)]); } }) } };`;
  const top = `import { count, list, map } from './helper.ts';`;
  const failing = { top, helper, rules: { Ash: ash, Birch: '5;' } };
  expect(link(sandbox, failing)).toMatchObject([{ code: 'no-definition', file: 'core/birch.ts' }]);
  const manifest = manifestOf([{ title: 'Ash', clause: () => ({}) }]);
  const files = new Map([
    ['core/helper.ts', helper],
    [
      'core/ash.ts',
      `import { action, rule } from 'gitnomic/rules'; ${top} export default rule(() => { ${ash} });`,
    ],
    ['core/birch.ts', 'throw new Error("no");'],
  ]);
  const both = manifestOf([
    { title: 'Ash', clause: () => ({}) },
    { title: 'Birch', clause: () => ({}) },
  ]);
  expect(sandbox.link(both, { files, version: 'x' })).toMatchObject([{ file: 'core/birch.ts' }]);
  expect(sandbox.link(manifest, { files, version: 'x' })).toEqual([]);
  sandbox.load(null);
  expect([act(sandbox), act(sandbox)]).toEqual([
    expect.stringContaining('this Map is read-only'),
    expect.stringContaining('this Map is read-only'),
  ]);
});

test('the first rules of a sandbox take exactly as many steps as when linked again', async () => {
  const bounds = { ...DEFAULT_LIMITS, polls: 25 };
  const counting = (number: number): Files => ({
    rules: { Ash: "for (let n = value('number'); n > 0; n--); return {};" },
    numbers: { Ash: number },
  });
  /** The length of the longest loop that isn't stopped. */
  const longest = async (isWarm: boolean): Promise<number> => {
    let [fits, stopped] = [0, 400_000];
    while (stopped - fits > 10) {
      const middle = Math.floor((fits + stopped) / 2);
      const sandbox = await create(bounds);
      if (isWarm) expect(link(sandbox, counting(0))).toEqual([]);
      if ((link(sandbox, counting(middle)) as readonly unknown[]).length === 0) fits = middle;
      else stopped = middle;
      sandbox.dispose();
    }
    return fits;
  };
  const found = await longest(false);
  expect(found).toBeGreaterThan(1_000);
  expect(await longest(true)).toBe(found);
});

const HEAVY = [0, 60, 150, 190, 205, 240, 260];

test.each(HEAVY)(
  'after a rule that takes %i × 10,000 steps, a warm sandbox stops others where a fresh one does',
  async (first) => {
    const [before, after] = ['Cedar', 'Dogwood'];
    const heavy = `for (let n = value('number'); n > 0; n--) { ${steps(1)} } return {};`;
    const rules = { Ash: `${steps(first)} return {};`, Birch: 'return {};', [before]: heavy, [after]: heavy };
    for (const second of HEAVY) {
      const warm = await create(FEW);
      link(warm, { rules });
      for (const numbers of [
        { [before]: second },
        { [after]: second },
        { [before]: second, [after]: second },
      ]) {
        const fresh = await create(FEW);
        const found = link(fresh, { rules, numbers });
        expect(link(warm, { rules, numbers }), JSON.stringify([first, numbers])).toEqual(found);
        fresh.dispose();
      }
      warm.dispose();
    }
  },
);

test('rejects rules that take too long to freeze each time, and the rules in force stay', async () => {
  const sandbox = await create(FEW);
  const tries = (n: number): string =>
    `return { actions: { try: action({ by: 'anybody', effect: ({ result }) => result(${n}) }) } };`;
  expect(link(sandbox, { rules: { Ash: tries(1) } })).toEqual([]);
  expect(link(sandbox, { rules: { Ash: tries(2) } })).toEqual([]);
  const top = 'const many = []; for (let i = 0; i < 400000; i++) many.push({}); const least = () => many[0];';
  const files = { top, rules: { Ash: `return { hooks: { word: () => least() } };` } };
  for (let n = 0; n < 3; n++) {
    expect(link(sandbox, files)).toMatchObject([{ code: 'too-many-steps' }]);
    sandbox.load(null);
    expect(act(sandbox)).toBe('2');
  }
});

test('a clause that changes shared things while defined is rejected, in warm and fresh sandboxes alike', async () => {
  const helper = `let n = 0; export const count = () => ++n; export const held = new Map(); export const list = [];`;
  const top = `import { count, held, list } from './helper.ts';`;
  const ways = {
    'a name': ['count();', /"n" was made before/],
    'a map': ['held.set(1, 1);', /this Map is read-only/],
    'a list': ['list.push(1);', /not extensible/],
  } as const;
  for (const [way, [moves, why]] of Object.entries(ways)) {
    const files = (number: number): Files => ({
      top,
      helper,
      rules: {
        Ash: `if (value('number') > 0) ${moves} return {};`,
        Birch: `return { actions: { try: action({ by: 'anybody', effect: ({ result }) => result([held.size, list.length]) }) } };`,
      },
      numbers: { Ash: number },
    });
    const warm = await create();
    for (const number of [0, 1, 1, 0, 0, 1]) {
      const fresh = await create();
      const found = link(fresh, files(number));
      expect(link(warm, files(number)), `${way}, ${number}`).toEqual(found);
      if (number === 0) expect([found, act(warm), act(fresh)]).toEqual([[], '[0,0]', '[0,0]']);
      else expect(found).toMatchObject([{ file: 'core/ash.ts', message: expect.stringMatching(why) }]);
      fresh.dispose();
    }
    warm.dispose();
  }
});

test('a clause that is redefined at a date still keeps nothing between calls', async () => {
  const sandbox = await create();
  const clause = `import { action, rule } from 'gitnomic/rules';
    export default rule(({ value }) => {
      const held = new Map();
      const now = value('number');
      return { actions: { try: action({ by: 'anybody', effect({ result }) {
        try { held.set(held.size, 1); } catch { /* It is read-only. */ }
        result([now, held.size]);
      } }) } };
    });`;
  const number = '3, and 4 from 2020-01-01';
  const manifest = manifestOf([{ title: 'Ash', values: { number }, clause: () => ({}) }]);
  expect(sandbox.link(manifest, { files: new Map([['core/ash.ts', clause]]), version: '1' })).toEqual([]);
  sandbox.load(null);
  expect([act(sandbox), act(sandbox), act(sandbox)]).toEqual(['[4,0]', '[4,0]', '[4,0]']);
});

import { afterAll, expect, test } from 'vitest';
import { caches } from '../cache/fixtures/shared-caches.ts';
import { manifestOf } from '../kernel/fixtures/kernel-with.ts';
import { Sandbox } from './sandbox.ts';

const AT = '2021-06-18T09:00:00Z';

/** Each effect is that of a game of its own in it. */
let shared: Sandbox | null = null;
let games = 0;
afterAll(() => shared?.dispose());

/** The result of an action with this effect, or the reason for refusing it. */
async function done(effect: string, hooks = ''): Promise<unknown> {
  const host = { draw: () => 1, ledger: { length: 0, at: () => null } };
  const sandbox = (shared ??= await Sandbox.create(host, undefined, caches.sandboxes));
  games += 1;
  const clause = `import { action, rule } from 'gitnomic/rules';
export default rule(({ hook }) => ({
  hooks: { ${hooks} },
  actions: { try: action({ by: 'anybody', effect({ result, refuse }) { ${effect} } }) },
}));`;
  const manifest = manifestOf([{ title: 'Trial', clause: () => ({}) }]);
  const sources = { files: new Map([['core/trial.ts', clause]]), version: String(games) };
  expect(sandbox.link(manifest, sources)).toEqual([]);
  sandbox.load(null);
  const outcome = sandbox.take({ type: 'act', at: AT, by: 'ana', action: 'try', with: {} });
  return outcome.ok ? outcome.result : outcome.refusal;
}

const RULE = { title: 'Trial', number: '1.1', path: 'core/trial' };

test('a refusal that a clause caught stays unchanged if a rule throws it again', async () => {
  const effect = `let kept = null;
    try { refuse('ware', 'no such ware'); } catch (error) { kept = error; }
    try { hook('pass', { kept }); } catch (error) { result([error === kept, kept.rule, kept.where, error.rule, error.where]); }`;
  const pass = 'pass({ kept }) { throw kept; }';
  expect(await done(effect, pass)).toEqual([false, null, null, RULE, 'core/trial.ts:5']);
});

test('an uncaught refusal is reported with its rule and line', async () => {
  expect(await done(`hook('price')`, `price({ refuse }) { refuse('ware', 'no such ware'); }`)).toMatchObject({
    reason: 'no such ware',
    param: 'ware',
    rule: RULE,
    where: 'core/trial.ts:3',
  });
});

/** Each is tried with short arguments, for which the built-in is called directly, and with long ones, which are paid for. */
const TRIED = [
  'a.trim() + a.slice(1) + a.slice(-3, -1) + a.substring(2, 1) + a.concat() + a.concat(1, undefined, null, a)',
  '[a.startsWith("b"), a.startsWith("b", 1), a.endsWith("a"), a.endsWith("a", 1)].join()',
  '[a.indexOf("b"), a.indexOf("b", 2), a.indexOf("no such letters"), a.indexOf(""), a.includes("b", 3), a.includes(a)].join("; ")',
  '[a.split("b").length, a.split().length, a.split("", 2).length, a.split(/b/u, 1).length, `${a}${1}${true}${null}`.length].join(undefined)',
  'l.join() + l.join(null) + l.join("") + l.slice(1).join("-") + l.slice(-2, -1).length',
  '[l.indexOf("b"), l.indexOf("b", 2), l.includes("c", 1), l.includes(undefined)].join()',
  '[...l].sort().join() + l.toSorted((x, y) => (x < y ? 1 : -1)).join() + l.map((x, at, all) => x + at + all.length).join()',
  'l.filter((x) => x > "a").length + l.find((x, at) => at === 1) + l.findLastIndex((x) => x === "b") + [...l.entries()][1].join()',
  '(() => { const m = new Map(); m.set("x"); m.set("x", l.length); const s = new Set(); s.add(); s.add(a).delete("no"); return [m.get("x"), m.delete("x"), m.size, s.size, s.has(undefined), m.set(1, 2) === m].join(); })()',
];

test.each(TRIED)(
  'built-ins return what they return elsewhere, however large their input: %s',
  async (code) => {
    const results = [1, 49, 400].map(
      (times) =>
        `(() => { const a = ' aba '.repeat(${times}); const l = [...'cab'.repeat(${times})]; return ${code}; })()`,
    );
    // Runs the same code in this process.
    // oxlint-disable-next-line no-new-func, typescript/no-implied-eval
    const expected = new Function(`return [${results.join()}];`)() as unknown;
    expect(await done(`result([${results.join()}]);`)).toEqual(expected);
  },
);

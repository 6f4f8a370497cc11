// Whatever a clause does with a function, it sees no line of how the function is written: the engine's, another clause's or its own.
import { expect, test } from 'vitest';

import { manifestOf } from '../../src/kernel/fixtures/kernel-with.ts';
import { DEFAULT_LIMITS } from '../../src/sandbox/host.ts';
import { Sandbox } from '../../src/sandbox/sandbox.ts';

const AT = '2021-06-18T09:00:00Z';

const CLAUSE = `
import * as api from 'gitnomic/rules';
import { action, data, rule } from 'gitnomic/rules';

const { rows, ...words } = api;
const own = (secretWord) => { return secretWord + 'hiddenText'; };

function reachable(...roots) {
  const seen = new Set();
  const queue = [...roots];
  for (let at = 0; at < queue.length && seen.size < 5000; at++) {
    const item = queue[at];
    if ((typeof item !== 'object' && typeof item !== 'function') || item === null || seen.has(item)) continue;
    seen.add(item);
    queue.push(Object.getPrototypeOf(item));
    for (const key of Object.getOwnPropertyNames(item)) {
      const { value, get, set } = Object.getOwnPropertyDescriptor(item, key) ?? {};
      queue.push(value, get, set);
      if (get) try { queue.push(item[key]); } catch {}
    }
  }
  return [...seen].filter((item) => typeof item === 'function');
}

function textsOf(given, depth = 0) {
  if (typeof given === 'string') return [given];
  if (typeof given !== 'object' || given === null || depth > 2) return [];
  return Object.getOwnPropertyNames(given).flatMap((key) => {
    try { return [key, ...textsOf(given[key], depth + 1)]; } catch { return [key]; }
  });
}

const WAYS = [
  (f) => String(f), (f) => \`\${f}\`, (f) => f + '', (f) => '' + f, (f) => f.toString(), (f) => f.toLocaleString(), (f) => [f].join(), (f) => [[f]].toString(),
  (f) => f.toSource?.(), (f) => f.source, (f) => f.stack, (f) => f.name, (f) => f.constructor, (f) => Object.keys({ [f]: 1 }), (f) => Object.fromEntries([[f, 1]]),
  (f) => Object(f) + '', (f) => new Error(f).message, (f) => new Error('a', { cause: f }), (f) => RegExp(f).source, (f) => JSON.stringify([f]), (f) => JSON.stringify({ toJSON: f }),
  (f) => null[f], (f) => { null[f](); }, (f) => { f.none.none; }, (f) => { f(...f); }, (f) => { new f(); }, (f) => { for (const one of f); }, (f) => { 1 in f; f in 1; },
  (f) => BigInt(f), (f) => JSON.parse(f), (f) => decodeURIComponent(f), (f) => { throw f; }, (f) => { Object.defineProperty({}, f, f); }, (f) => Object.getOwnPropertyNames(f),
];

export default rule((kit) => ({
  game: { told: data({ start: [] }) },
  actions: { try: action({ by: 'anybody', effect(handed) {
    const built = reachable(globalThis, Object.getPrototypeOf(() => 0), [].keys(), new Map().keys(), 'a'.matchAll(/a/g));
    const all = new Set([own, handed.actor.set, ...reachable(words, kit, handed)]);
    const told = new Set();
    const see = (run) => {
      let given;
      try { given = run(); } catch (error) { given = [error?.message, error?.name, error?.stack, ...textsOf(error)]; }
      for (const text of textsOf(given)) if (text.length > 12) told.add(text.slice(0, 300));
    };
    for (const f of all) for (const way of WAYS) see(() => way(f));
    // Called with a function, some of these count without an end.
    for (const f of Object.values(rows)) see(() => String(f));
    for (const way of built) {
      if (way.name === 'apply' || way.name === 'call') continue;
      see(() => Reflect.apply(way, own, []));
      see(() => Reflect.apply(way, undefined, [own]));
      see(() => Reflect.apply(way, 'a', [own]));
    }
    handed.game.told = ['of ' + all.size, ...told].map((text) => text.replaceAll('\\u0000', ''));
  } }) },
}));`;

test('no way of turning a function into text reveals its source', async () => {
  // One step tries some thousand ways, however busy the machine is.
  const host = { draw: () => 1, ledger: { length: 0, at: () => null } };
  const sandbox = await Sandbox.create(host, { ...DEFAULT_LIMITS, patienceMs: 120_000 });
  const manifest = manifestOf([{ title: 'Trial', clause: () => ({}) }]);
  expect(sandbox.link(manifest, { files: new Map([['core/trial.ts', CLAUSE]]), version: '1' })).toEqual([]);
  sandbox.load(null);
  const result = sandbox.take({ type: 'act', at: AT, by: 'ana', action: 'try', with: {} });
  expect(result.ok ? null : result.refusal).toBeNull();
  const told = sandbox.query(AT, [['game', 'told']])[0]?.value as readonly string[];
  expect(Number(told[0]?.split(' ')[1])).toBeGreaterThan(80);
  expect(told.length).toBeGreaterThan(10);
  expect(
    told.filter((text) =>
      /=>|\breturn\b|\{\s*\w|native code|hiddenText|secretWord|engine:|ruleset:/u.test(text),
    ),
  ).toEqual([]);
  sandbox.dispose();
});

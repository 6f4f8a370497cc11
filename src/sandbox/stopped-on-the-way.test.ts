import { expect, test } from 'vitest';
import { caches } from '../cache/fixtures/shared-caches.ts';
import { manifestOf } from '../kernel/fixtures/kernel-with.ts';
import type { LinkProblem, SandboxHost } from './host.ts';
import { Sandbox } from './sandbox.ts';
import { some } from '../../test/slowly.ts';

const HOST: SandboxHost = { draw: () => 1, ledger: { length: 0, at: () => null } };
const LIMITS = { polls: 8, memoryBytes: 32 * 1024 * 1024, stackBytes: 96 * 1024, patienceMs: 60_000 };
const AT = '2021-06-18T09:00:00Z';
const MANIFEST = manifestOf([{ title: 'Word', clause: () => ({}) }]);

function linkWord(sandbox: Sandbox, word: string, idling: number): readonly LinkProblem[] {
  const clause = `import { action, rule, text } from 'gitnomic/rules';
export default rule(({ game }) => {
  for (let n = 0; n < ${idling}; n++);
  return {
    game: { word: text() },
    actions: { '${word}': action({ by: 'anybody', effect() { game.word = '${word}'; } }) },
  };
});`;
  return sandbox.link(MANIFEST, { files: new Map([['core/word.ts', clause]]), version: `${word} ${idling}` });
}

function said(sandbox: Sandbox, word: string): unknown {
  const result = sandbox.take({ type: 'act', at: AT, by: 'ana', action: word, with: {} });
  return result.ok ? sandbox.query(AT, [['game', 'word']])[0]?.value : null;
}

test('if linking new rules is stopped, even at the last step, the old rules stay in force', async () => {
  const sandbox = await Sandbox.create(HOST, LIMITS, caches.sandboxes);
  linkWord(sandbox, 'old', 0);
  sandbox.load(null);
  const isStopped = (idling: number): boolean => {
    const isStopped = linkWord(sandbox, 'new', idling).length > 0;
    if (!isStopped) linkWord(sandbox, 'old', 0);
    return isStopped;
  };
  let [most, tooMany] = [0, 200_000];
  while (tooMany - most > 1) {
    const middle = Math.floor((most + tooMany) / 2);
    if (isStopped(middle)) tooMany = middle;
    else most = middle;
  }
  // Each round is stopped a few steps earlier.
  let stops = 0;
  const rounds = some(
    Array.from({ length: 80 }, (_, n) => most - 10 + n),
    4,
  );
  for (const idling of rounds) {
    if (!isStopped(idling)) continue;
    stops += 1;
    expect(Object.keys(sandbox.describe().actions)).toEqual(['old']);
    expect([said(sandbox, 'old'), said(sandbox, 'new')]).toEqual(['old', null]);
  }
  expect(stops).toBeGreaterThan(rounds.length * 0.75);
  sandbox.dispose();
});

test('a ruleset that fails to load doesn’t replace the clauses that are redefined at a date', async () => {
  const dated = { title: 'Word', values: { n: '1, and 2 from 2021-07-01' }, clause: () => ({}) };
  const clause = (word: string): string => `import { action, integer, rule } from 'gitnomic/rules';
export default rule(({ game, value }) => {
  const n = value('n');
  return {
    game: { word: integer() },
    actions: { '${word}': action({ by: 'anybody', effect() { game.word = n; } }) },
  };
});`;
  const sandbox = await Sandbox.create(HOST, LIMITS, caches.sandboxes);
  const files = new Map([['core/word.ts', clause('old')]]);
  expect(sandbox.link(manifestOf([dated]), { files, version: 'old' })).toEqual([]);
  sandbox.load(null);
  const other = new Map([
    ['core/word.ts', clause('new')],
    ['core/bad.ts', 'throw new Error("no");'],
  ]);
  const problems = sandbox.link(manifestOf([dated, { title: 'Bad', clause: () => ({}) }]), {
    files: other,
    version: 'new',
  });
  expect(problems.map(({ file }) => file)).toEqual(['core/bad.ts']);
  const act = (at: string, action: string): unknown => {
    const result = sandbox.take({ type: 'act', at, by: 'ana', action, with: {} });
    return result.ok ? sandbox.query(at, [['game', 'word']])[0]?.value : null;
  };
  expect([act(AT, 'old'), act('2021-07-02T00:00:00Z', 'old')]).toEqual([1, 2]);
  expect(act('2021-07-02T00:00:00Z', 'new')).toBeNull();
  sandbox.dispose();
});

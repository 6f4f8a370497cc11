import { expect, test } from 'vitest';
import { firstFrozenDifference } from './compare-frozen.ts';

const files = (text = 'Tea.\n'): ReadonlyMap<string, string> =>
  new Map([
    ['content/dynasties/1/posts/2024-03/2024-03-01-tea.md', text],
    ['content/dynasties/2/first.json', JSON.stringify({ 'posts/2024-03/2024-03-01-tea.md': text })],
  ]);

test('names a post that differs or is missing, in a dynasty’s folder and in a snapshot', () => {
  const now = files();
  expect(firstFrozenDifference(now, files())).toBeNull();
  expect(firstFrozenDifference(now, files('Coffee.\n'))).toContain('2024-03-01-tea.md');
  const snapshot = 'content/dynasties/2/first.json';
  const changed = new Map(now).set(snapshot, (now.get(snapshot) ?? '').replace('Tea', 'Coffee'));
  expect(firstFrozenDifference(now, changed)).toContain(`${snapshot}: content/posts/`);
  expect(firstFrozenDifference(now, new Map([...now].slice(1)))).toContain('2024-03-01-tea.md');
});

test('ignores what proves a ledger’s dice, but no other difference', () => {
  const path = 'content/dynasties/1/ledger/2024-03.jsonl';
  const ledger = (...lines: readonly object[]): ReadonlyMap<string, string> =>
    new Map([[path, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`]]);
  const played = ledger({ n: 0, proof: null }, { n: 1 });
  expect(firstFrozenDifference(played, ledger({ n: 0, proof: 'p', pictures: {} }, { n: 1 }))).toBeNull();
  expect(firstFrozenDifference(played, ledger({ n: 0, proof: 'p' }, { n: 2 }))).toBe(path);
  expect(firstFrozenDifference(played, ledger({ n: 0 }))).toBe(path);
  expect(firstFrozenDifference(played, new Map([[path, `${played.get(path)}cut off`]]))).toBe(path);
});

test('doesn’t compare derived files, files outside the dynasties, or those not asked for', () => {
  const of = (path: string, text: string): ReadonlyMap<string, string> => new Map([[path, text]]);
  const differs = (path: string, concerns?: (path: string) => boolean): string | null =>
    firstFrozenDifference(of(path, '{"a":1}'), of(path, '{"a":2}'), concerns);
  const other = 'content/dynasties/1/other.json';
  expect([
    differs('content/dynasties/1/dynasty.yml'),
    differs('content/dynasties/1/shown.json'),
    differs('content/game.json'),
    differs(other, () => false),
    differs(other),
    firstFrozenDifference(of(other, '{"a":1,"b":2}'), of(other, '{"b":2,"a":1}')),
  ]).toEqual([null, null, null, null, other, null]);
  const snapshot = 'content/dynasties/2/last.json';
  const inside = (files: object): ReadonlyMap<string, string> => of(snapshot, JSON.stringify(files));
  expect(firstFrozenDifference(inside({ 'game.yml': 'a' }), inside({ 'game.yml': 'b' }))).toBeNull();
  expect(firstFrozenDifference(inside({ 'ruleset/a.md': 'a' }), inside({}))).toBe(
    `${snapshot}: content/ruleset/a.md`,
  );
});

import { expect, test } from 'vitest';
import { firstFrozenDifference } from './compare-frozen.ts';

const files = (folder: string, text = 'Tea.\n'): ReadonlyMap<string, string> =>
  new Map([
    [`content/dynasties/1/posts/${folder}/2024-03-01-tea.md`, text],
    ['content/dynasties/2/first.json', JSON.stringify({ [`posts/${folder}/2024-03-01-tea.md`]: text })],
  ]);

test('posts that an older engine placed by year are those that are placed by month now', () => {
  const [now, before] = [files('2024-03'), files('2024')];
  expect([firstFrozenDifference(now, before), firstFrozenDifference(now, now)]).toEqual([null, null]);
  expect(firstFrozenDifference(now, files('2024', 'Coffee.\n'))).toContain('2024-03-01-tea.md');
  const snapshot = 'content/dynasties/2/first.json';
  const changed = new Map(before).set(snapshot, (before.get(snapshot) ?? '').replace('Tea', 'Coffee'));
  expect(firstFrozenDifference(now, changed)).toContain(`${snapshot}: content/posts/`);
  expect(firstFrozenDifference(now, new Map([...before].slice(1)))).toContain('2024-03-01-tea.md');
});

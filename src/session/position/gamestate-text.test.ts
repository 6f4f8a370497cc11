import { expect, test } from 'vitest';

import { BOUNDS } from '../../kernel/bounds.ts';
import { mergeTexts, textBelow, withTexts } from './gamestate-text.ts';

const PATH = 'content/gamestate/rooms/hall.md';
const file = (body: string): string => `---\nsize: 1\n---\n${body}`;
const files = (body: string): ReadonlyMap<string, string> => new Map([[PATH, file(body)]]);
const change = (base: string, text: string): { path: string; base: string; text: string } => ({
  path: PATH,
  base,
  text,
});

test('the text is what follows the front matter', () => {
  expect(textBelow(file('Dark.\n'))).toBe('Dark.\n');
  expect(textBelow('Dark.\n')).toBe('Dark.\n');
});

test('keeps both changes if a text was changed meanwhile', () => {
  const { texts, conflicts } = mergeTexts(files('One burns. Two is out.\n'), [
    change('One is lit. Two is out.\n', 'One is lit. Two is dark.\n'),
  ]);
  expect([texts.get(PATH), conflicts]).toEqual(['One burns. Two is dark.\n', []]);
});

test('shows two changes to one sentence with their file, or uses the version an Admin resolved', () => {
  const changes = [change('One is lit.\n', 'One is dark.\n')];
  const { texts, conflicts } = mergeTexts(files('One burns.\n'), changes);
  expect(texts.size).toBe(0);
  expect(conflicts).toHaveLength(1);
  expect(conflicts[0]?.shown).toContain(`${PATH}: `);
  expect(conflicts[0]?.shown).toContain('as it is');
  const resolved = new Map([[PATH, file('One glows.\n')]]);
  expect(mergeTexts(files('One burns.\n'), changes, resolved)).toEqual({
    texts: new Map([[PATH, 'One glows.\n']]),
    conflicts: [],
  });
});

test('drops a text about something that is gone', () => {
  expect(mergeTexts(new Map(), [change('One is lit.\n', 'One is dark.\n')])).toEqual({
    texts: new Map(),
    conflicts: [],
  });
  expect(withTexts(new Map(), new Map([[PATH, 'Dark.\n']])).size).toBe(0);
});

test('rejects a text longer than can be read again', () => {
  const most = BOUNDS.ruleFile.written;
  const long = (letters: number): ReturnType<typeof mergeTexts> =>
    mergeTexts(files('A.\n'), [change('A.\n', 'x'.repeat(letters))]);
  expect(long(most).texts.size).toBe(1);
  expect(long(most + 1)).toEqual({
    texts: new Map(),
    conflicts: [{ path: PATH, shown: `${PATH}: the text would have more than ${most} letters` }],
  });
});

test('keeps a file’s front matter, and makes no change if the text is the same', () => {
  expect(withTexts(files('Lit.\n'), new Map([[PATH, 'Dark.\n']]))).toEqual(
    new Map([[PATH, file('Dark.\n')]]),
  );
  expect(withTexts(files('Lit.\n'), new Map([[PATH, 'Lit.\n']])).size).toBe(0);
});

test.each([
  ['One is lit. Two is out.\n', 'One is lit. Two is dark.\n'],
  ['One is dim. Two is dark.\n', 'One is dim. Two is dark.\n'],
  ['One is grey. Two is out.\n', 'One is grey. Two is out.\n'],
])('a decision between two texts leaves what doesn’t clash: %j', (decided, text) => {
  const changes = [change('One burns. Two is out.\n', 'One is lit. Two is out.\n')];
  const merged = mergeTexts(files('One is dim. Two is dark.\n'), changes, files(decided));
  expect([...merged.texts.values()]).toEqual([text]);
});

import { expect, test } from 'vitest';

import { engineFile, engineText, readEngineFiles } from '../../store/engine-files.ts';
import { lateHeads } from './branches.ts';

const HEAD = '1'.repeat(40);
const none = { outside: [], problems: [], texts: [], changes: [] };

function filesWith(unread: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const text = engineText('unread', unread);
  return new Map(text === null ? [] : [[engineFile('unread'), text]]);
}

test('writes nothing if every head could be read', () => {
  expect(lateHeads(filesWith({}), new Map()).size).toBe(0);
});

test('keeps the note of a head that still can’t be read', () => {
  const files = filesWith({ '7': HEAD });
  expect(readEngineFiles(files).engine.facts.unread).toEqual({ '7': HEAD });
  expect(lateHeads(files, new Map()).size).toBe(0);
  expect(lateHeads(files, new Map([[HEAD, { ...none, unread: 'It could not be read.' }]])).size).toBe(0);
});

test('removes the note of a head that can be read now', () => {
  const brought = lateHeads(filesWith({ '7': HEAD }), new Map([[HEAD, none]]));
  expect(brought.get(engineFile('unread'))).toBeNull();
});

import { expect, test } from 'vitest';

import {
  contentAtEnd,
  firstSnapshot,
  frozenDynasties,
  importedDynasties,
  readRevisions,
  readSnapshot,
  writeRevisions,
  writeSnapshot,
} from './frozen.ts';

test('recognizes imported dynasties by their records', () => {
  const files = new Map([
    ['content/dynasties/1/dynasty.yml', 'number: 1\nimported: true\n'],
    ['content/dynasties/2/dynasty.yml', 'number: 2\ntitle: "imported: no"\n'],
    ['content/dynasties/3/other.yml', 'imported: true\n'],
  ]);
  expect(importedDynasties(files)).toEqual([1]);
});

test('reads the history of imported rules back as written, and none as empty', () => {
  const revisions = [{ at: '2024-03-01T09:00:00Z', by: 'ana', path: 'core/a.md', before: null, after: 'A' }];
  expect(readRevisions(writeRevisions(revisions))).toEqual(revisions);
  expect(readRevisions(undefined)).toEqual([]);
});

test('a snapshot holds the right files in order, and reads back', () => {
  const files = new Map([
    ['content/posts/b.md', 'B'],
    ['content/game.yml', 'name: Hall'],
    ['content/dynasties/1/dynasty.yml', 'number: 1'],
    ['content/journal.json', '{}'],
    ['readme.md', 'Hello'],
  ]);
  const first = readSnapshot(firstSnapshot(files));
  expect([...first]).toEqual([
    ['content/game.yml', 'name: Hall'],
    ['content/posts/b.md', 'B'],
  ]);
  expect(writeSnapshot(files, (path) => path.endsWith('.yml'))).toBe(
    '{\n "dynasties/1/dynasty.yml": "number: 1",\n "game.yml": "name: Hall"\n}\n',
  );
});

test('leaves out a dynasty with an unreadable record, and its end is empty', () => {
  const files = new Map([
    ['content/dynasties/1/dynasty.yml', 'number: x\n'],
    ['content/dynasties/2/last.json', '{}'],
  ]);
  expect(frozenDynasties(files)).toEqual([]);
  expect([...contentAtEnd(files, 2)]).toEqual([]);
});

test('lists dynasties by number, without those whose record is unreadable', () => {
  const record = (number: number): string =>
    `number: ${number}\nname: D${number}\nemperor: null\nended: 2024-03-01T09:00:00Z\nsuccessor: null\nposts: 0\nterms: { player: Sailor }\n`;
  const files = new Map(
    [10, 2, 1].map((number) => [`content/dynasties/${number}/dynasty.yml`, record(number)] as const),
  );
  const more = new Map([
    ...files,
    ['content/dynasties/3/dynasty.yml', 'number: [\n'],
    ['content/dynasties/4/last.json', '{}'],
    ['content/dynasties/first.yml', record(5)],
  ]);
  expect(frozenDynasties(more).map(({ about }) => about.number)).toEqual([1, 2, 10]);
});

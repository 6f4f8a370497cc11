// What a draft keeps, and how much of it.
import { expect, test } from 'vitest';

import type { DraftEdit } from '../draft-several.ts';
import {
  draftSchema,
  dropDraft,
  keepEdit,
  keepWords,
  savedDraft,
  savedEdit,
  takeOut,
  type SavedDraft,
} from './saved-draft.ts';

const at = (who: string | null = 'bo', folder = '/game', drafts = new Map<string, SavedDraft>()) => ({
  game: { folder },
  who: who === null ? null : { id: who },
  drafts,
});
const edit = (path: string, body = 'x'): DraftEdit => ({ do: 'edit', path, body, before: 'y' });
const add = (title: string): DraftEdit => ({ do: 'add', title, body: 'x' });

test('a change replaces the earlier change to the same rule or value', () => {
  const here = at();
  keepEdit(here, edit('core/a'), null);
  keepEdit(here, { do: 'set', path: 'core/a', value: 1 }, null);
  keepEdit(here, { do: 'repeal', path: 'core/a', before: 'y' }, null);
  keepEdit(here, { do: 'set', path: 'core/a', value: 2 }, null);
  keepEdit(here, edit('core/b'), null);
  expect(savedDraft(here).edits).toEqual([
    { id: 1, edit: { do: 'repeal', path: 'core/a', before: 'y' } },
    { id: 2, edit: { do: 'set', path: 'core/a', value: 2 } },
    { id: 3, edit: edit('core/b') },
  ]);
  expect(savedEdit(here, ({ id }) => id === 3)?.edit).toEqual(edit('core/b'));
  expect(savedEdit(here, ({ id }) => id === 9)).toBeNull();
  expect(draftSchema.parse(savedDraft(here))).toEqual(savedDraft(here));
});

test('each new rule is a separate change, unless it is rewritten', () => {
  const here = at();
  for (const title of ['A', 'A']) keepEdit(here, add(title), null);
  keepEdit(here, add('B'), 2);
  keepEdit(here, add('C'), 9);
  keepEdit(here, edit('core/a'), null);
  // No other change is replaced by it.
  keepEdit(here, add('D'), 4);
  expect(savedDraft(here).edits.map(({ id, edit: one }) => [id, one.do === 'add' ? one.title : ''])).toEqual([
    [1, 'A'],
    [2, 'B'],
    [3, 'C'],
    [4, ''],
    [5, 'D'],
  ]);
});

test('a draft belongs to one author in one game, and is dropped with its last change', () => {
  const drafts = new Map<string, SavedDraft>();
  const here = at('bo', '/game', drafts);
  keepEdit(here, edit('core/a'), null);
  keepWords(here, { title: 'T', text: 'W', kind: 'k' });
  for (const other of [at('cy', '/game', drafts), at('bo', '/copy', drafts), at(null, '/game', drafts)]) {
    expect(savedDraft(other).edits).toEqual([]);
    keepWords(other, { title: 'Mine', text: '', kind: '' });
    expect(savedDraft(other).title).toBe('');
  }
  keepEdit(at(null, '/game', drafts), edit('core/z'), null);
  expect(drafts.size).toBe(1);
  expect(savedDraft(here)).toMatchObject({ title: 'T', text: 'W', kind: 'k' });
  takeOut(here, 9);
  expect(savedDraft(here).edits).toHaveLength(1);
  takeOut(here, 1);
  expect(drafts.size).toBe(0);
  keepEdit(here, edit('core/a'), null);
  dropDraft(here);
  expect(savedDraft(here).edits).toEqual([]);
});

test('a draft holds thirty changes; of more than fifty drafts, the oldest is dropped', () => {
  const here = at();
  for (let n = 0; n < 30; n++) keepEdit(here, edit(`core/${n}`), null);
  expect(() => keepEdit(here, edit('core/more'), null)).toThrow(
    'A draft can hold 30 changes. This one was not added.',
  );
  keepEdit(here, edit('core/7', 'other'), null);
  expect(savedDraft(here).edits).toHaveLength(30);
  const drafts = new Map<string, SavedDraft>();
  for (let n = 0; n < 50; n++) keepEdit(at(`p${n}`, '/game', drafts), edit('core/a'), null);
  keepEdit(at('p0', '/game', drafts), edit('core/b'), null);
  expect([drafts.size, savedDraft(at('p0', '/game', drafts)).edits.length]).toEqual([50, 2]);
  keepEdit(at('p50', '/game', drafts), edit('core/a'), null);
  expect([
    drafts.size,
    savedDraft(at('p0', '/game', drafts)).edits.length,
    savedDraft(at('p1', '/game', drafts)).edits.length,
  ]).toEqual([50, 0, 1]);
});

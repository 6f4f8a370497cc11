import { expect, test } from 'vitest';

import type { CommentData, PostData } from '../../kernel/state.ts';
import { IN_ENGLISH } from '../../language/wording.ts';
import { ownComments, ownPost } from './own.ts';

const AT = '2024-03-01T09:00:00Z';
const post = (more: Partial<PostData> = {}): PostData =>
  ({
    id: '7',
    author: 'bo',
    byEngine: false,
    title: 'Tea',
    text: 'Please.',
    resolvedAt: null,
    comments: [],
    ...more,
  }) as unknown as PostData;
const said = (id: string, by: string, text: string, more: Partial<CommentData> = {}): CommentData => ({
  id,
  by,
  at: AT,
  text,
  ...more,
});

test('authors are offered to change or withdraw what they posted, with what it says now', () => {
  const form = ownPost(post(), 'bo', IN_ENGLISH);
  expect(form).toMatchObject({
    door: 'own',
    folded: 'Edit or withdraw what you posted',
    hidden: { on: '7' },
  });
  expect(form?.fields.map(({ label, name, given, required }) => [label, name, given, required])).toEqual([
    ['Title', 'title', ['Tea'], true],
    ['Text', 'text', ['Please.'], false],
  ]);
  expect(form?.buttons).toEqual([
    { name: 'do', value: 'edit', label: 'Change it', main: true },
    { name: 'do', value: 'close', label: 'Withdraw it' },
  ]);
});

test.each<[string, Partial<PostData>]>([
  ['once it is resolved', { resolvedAt: AT, status: 'enacted' }],
  ['if it is somebody else’s', { author: 'cy' }],
  ['if the engine wrote it', { byEngine: true }],
])('they are not %s', (_, more) => {
  expect(ownPost(post(more), 'bo', IN_ENGLISH)).toBeNull();
});

test('each comment of one’s own can be changed or removed, and nobody else’s, nor one that is removed', () => {
  const long = 'One\n two  three four five six seven, eight or nine';
  const comments = [
    said('c1', 'bo', long),
    said('c2', 'cy', 'Mine.'),
    said('c3', 'bo', '', { deleted: true }),
    said('c4', 'bo', 'Yes.', { edited: true }),
  ];
  const forms = ownComments(post({ author: 'cy', comments }), 'bo', IN_ENGLISH);
  expect(forms.map(({ hidden, folded }) => [hidden, folded])).toEqual([
    [{ on: '7', comment: 'c1' }, 'Edit or remove your comment “One two three four five six seven, eight”'],
    [{ on: '7', comment: 'c4' }, 'Edit or remove your comment “Yes.”'],
  ]);
  expect(forms[0]?.fields).toMatchObject([{ name: 'text', label: 'Your comment', given: [long] }]);
  expect(forms[0]?.buttons.map(({ value, label }) => [value, label])).toEqual([
    ['edit-comment', 'Change it'],
    ['remove-comment', 'Remove it'],
  ]);
});

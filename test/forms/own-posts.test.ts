import { describe, expect, test } from 'vitest';

import { somebody } from '../../src/session/fixtures/desk.ts';
import { homeWith } from '../../src/host/fixtures/home-with.ts';
import type { HomeGame } from '../../src/host/game.ts';
import type { CommentData, PostData } from '../../src/kernel/state.ts';
import { IN_ENGLISH } from '../../src/language/wording.ts';
import { withPosition } from '../../src/seat/read-table.ts';
import type { FormAnswer, Visit } from '../../src/seat/forms/form.ts';
import { FormProblem, Given } from '../../src/seat/forms/given.ts';
import { ownComments, ownHandler, ownPost } from '../../src/seat/forms/own.ts';

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
    changes: [],
    ...more,
  }) as unknown as PostData;
const said = (id: string, by: string, text: string, more: Partial<CommentData> = {}): CommentData => ({
  id,
  by,
  at: AT,
  text,
  votes: [],
  ...more,
});

test('offers authors to edit or withdraw their post, with its current text', () => {
  const form = ownPost(post(), 'bo', { edit: true, withdraw: true }, IN_ENGLISH);
  expect(form).toMatchObject({
    kind: 'own',
    folded: 'Edit or withdraw your post',
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
])('doesn’t offer to edit or withdraw a post %s', (_, more) => {
  expect(ownPost(post(more), 'bo', { edit: true, withdraw: true }, IN_ENGLISH)).toBeNull();
});

test('offers to edit or remove one’s own comments, but not others’ or removed ones', () => {
  const long = 'One\n two  three four five six seven, eight or nine';
  const comments = [
    said('c1', 'bo', long),
    said('c2', 'cy', 'Mine.'),
    said('c3', 'bo', '', { deleted: true }),
    said('c4', 'bo', 'Yes.', { edited: true }),
    said('c5', 'bo', ':for:'),
    said('c6', 'bo', '/merge e91a9354f248f2641c8cf575c6b44d8efa2bcfcc'),
  ];
  const forms = ownComments(post({ author: 'cy', comments }), 'bo', IN_ENGLISH);
  expect(forms.map(({ hidden, folded }) => [hidden, folded])).toEqual([
    [{ on: '7', comment: 'c1' }, 'Edit or remove your comment “One two three four five six seven, eight”'],
    [{ on: '7', comment: 'c4' }, 'Edit or remove your comment “Yes.”'],
    // A vote by a button has no words to edit, and nobody wrote what a form asks of the engine.
    [{ on: '7', comment: 'c5' }, 'Take back your vote'],
  ]);
  expect(forms[0]?.fields).toMatchObject([{ name: 'text', label: 'Your comment', given: [long] }]);
  expect(forms[0]?.buttons.map(({ value, label }) => [value, label])).toEqual([
    ['edit-comment', 'Change it'],
    ['remove-comment', 'Remove it'],
  ]);
});

describe('an own post’s form', () => {
  const opened = (): Promise<HomeGame> =>
    homeWith({
      posts: [
        {
          by: 'bo',
          title: 'Tea',
          text: 'Please.',
          says: [
            ['bo', 'Soon.'],
            ['cy', 'Late.'],
          ],
        },
      ],
    });
  const postIn = async (game: HomeGame): Promise<PostData> =>
    withPosition(game, ({ open: { play } }) => play.state().posts['1'] as PostData);
  const send = async (
    game: HomeGame,
    by: string | null,
    words: Record<string, string>,
  ): Promise<FormAnswer | string> => {
    const visit = {
      game,
      who: by === null ? null : somebody(by),
      given: new Given(new URLSearchParams(words)),
      wording: IN_ENGLISH,
    };
    try {
      return await ownHandler.send(visit as unknown as Visit);
    } catch (error) {
      if (!(error instanceof FormProblem)) throw error;
      return `${error.status} ${error.message}`;
    }
  };

  test('changes the post for its author only', async () => {
    const game = await opened();
    const words = { on: '1', do: 'edit', title: ' Coffee ', text: 'At once.' };
    expect(await send(game, 'cy', words)).toBe('403 Only its author can change it.');
    expect(await send(game, null, words)).toMatch(/^403 Say who you are first/u);
    expect(await postIn(game)).toMatchObject({ title: 'Tea', text: 'Please.' });
    expect(await send(game, 'bo', words)).toMatchObject({
      step: { ok: true },
      done: 'Done.',
      goTo: 'matters/1/',
    });
    expect(await postIn(game)).toMatchObject({ title: 'Coffee', text: 'At once.' });
  });

  test('withdraws only after confirmation', async () => {
    const game = await homeWith({
      rules: {
        'dynastic/regrets.md':
          '---\ntitle: Regrets\norder: 95\n---\nAuthors may withdraw what they posted.\n',
        'dynastic/regrets.ts': `import { rule } from 'gitnomic/rules';
export default rule(() => ({ hooks: { 'may-remove': () => 'permit' } }));
`,
      },
      posts: [{ by: 'bo', title: 'Tea' }],
    });
    const asked = await send(game, 'bo', { on: '1', do: 'close' });
    if (typeof asked === 'string' || !('form' in asked)) throw new Error('it was not asked again');
    expect(asked.form).toMatchObject({ title: 'Withdraw it?', hidden: { on: '1', sure: 'close' } });
    expect(asked.form.said).toMatchObject([
      { title: 'A withdrawn post can’t be brought back. It hasn’t been withdrawn yet.' },
    ]);
    expect((await postIn(game)).resolvedAt).toBeNull();
    // A confirmation of another action doesn't confirm this one.
    expect(await send(game, 'bo', { on: '1', do: 'close', sure: 'remove-comment' })).toHaveProperty('form');
    const answer = await send(game, 'bo', { ...asked.form.hidden, do: 'close' });
    expect(answer).toMatchObject({ step: { ok: true }, goTo: 'matters/1/' });
    expect(await postIn(game)).toMatchObject({ status: 'removed', resolvedBy: 'bo' });
    expect(ownPost(await postIn(game), 'bo', { edit: true, withdraw: true }, IN_ENGLISH)).toBeNull();
  });

  test('withdraws nothing that the rules keep, and says so', async () => {
    const game = await opened();
    const answer = await send(game, 'bo', { on: '1', do: 'close', sure: 'close' });
    expect(answer).toMatchObject({ step: { ok: false, said: [expect.stringMatching(/./u)] } });
    expect(await postIn(game)).toMatchObject({ status: 'pending', resolvedAt: null });
  });

  test('changes and removes one’s own comment, but nobody else’s', async () => {
    const game = await opened();
    const [mine, theirs] = (await postIn(game)).comments.map(({ id }) => id) as [string, string];
    const edit = { on: '1', do: 'edit-comment', comment: mine, text: 'Later.' };
    expect(await send(game, 'bo', edit)).toMatchObject({ step: { ok: true } });
    expect(await send(game, 'bo', { ...edit, comment: theirs })).toBe('403 Only its author can change it.');
    expect(await send(game, 'bo', { ...edit, comment: 'none' })).toBe('403 Only its author can change it.');
    const remove = { on: '1', do: 'remove-comment', comment: mine };
    expect(await send(game, 'bo', remove)).toMatchObject({
      form: { title: 'Remove it?', hidden: { comment: mine } },
    });
    expect((await postIn(game)).comments.map(({ text }) => text)).toEqual(['Later.', 'Late.']);
    await send(game, 'bo', { ...remove, sure: 'remove-comment' });
    expect((await postIn(game)).comments.map(({ deleted }) => deleted === true)).toEqual([true, false]);
  });

  test.each([
    [{ do: 'edit', title: ' ', text: 'x' }, '400 A post needs a title.'],
    [
      { do: 'edit', title: 'x'.repeat(401), text: 'x' },
      '400 “title” is longer than 400 characters. Nothing was saved.',
    ],
    [{ do: 'edit-comment', text: '\n' }, '400 A comment can’t be empty. You can remove it instead.'],
    [{ do: 'burn' }, '400 This post can’t do that.'],
    [{}, '400 This post can’t do that.'],
  ])('changes nothing for wrong input and says why: %j', async (words, why) => {
    const game = await opened();
    const before = await postIn(game);
    expect(await send(game, 'bo', { on: '1', ...words })).toBe(why);
    expect(await postIn(game)).toEqual(before);
  });

  test('is refused for a post that doesn’t exist', async () => {
    expect(await send(await opened(), 'bo', { on: '9', do: 'edit', title: 'x', text: '' })).toBe(
      '403 Only its author can change it.',
    );
  });
});

import { expect, test } from 'vitest';

import { BOUNDS } from './bounds.ts';
import { emptyState, type PostData, type State } from './state.ts';
import { lettersPending, refuseTooLarge } from './too-large.ts';

const MOST = BOUNDS.tracked.written;
/** As JSON it has two letters more, and its object seven: `{"a":"…"}`. */
const LARGE = 'x'.repeat(MOST);
const FITS = 'x'.repeat(MOST - 8);

const post = (more: Partial<PostData> = {}): PostData =>
  ({
    id: 'p',
    title: '',
    text: '',
    status: 'pending',
    comments: [],
    uses: [],
    changes: [],
    tally: null,
    omitted: [],
    fields: {},
    ...more,
  }) as unknown as PostData;

function refused(state: Partial<State>, path: readonly string[], after: unknown = 'x'): string {
  try {
    refuseTooLarge({ ...emptyState(), ...state }, [{ path, before: null, after }]);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

const more = (what: string, most: number = MOST): string =>
  `${what} would be too long to save: ${most} characters at most`;

test('limits what each owner tracks, and names the owner', () => {
  expect(refused({ players: { ana: { a: LARGE } } }, ['players', 'ana', 'a'])).toBe(more('ana'));
  expect(refused({ players: { ana: { a: FITS } } }, ['players', 'ana', 'a'])).toBe('');
  expect(refused({ players: { ana: { a: `${FITS}x` } } }, ['players', 'ana', 'a'])).toBe(more('ana'));
  expect(refused({ things: { rooms: { D4: { a: LARGE } } } }, ['things', 'rooms', 'D4', 'a'])).toBe(
    more('rooms.D4'),
  );
  for (const scope of ['game', 'dynasty', 'emperor'])
    expect(refused({ [scope]: { a: LARGE } }, [scope, 'a'])).toBe(more(`the ${scope}`));
});

test('limits what rules can enlarge in a post; people’s words have limits of their own', () => {
  const posts = { p: post({ status: null, fields: { a: LARGE } }) };
  for (const part of ['title', 'fields', 'tally', 'omitted'])
    expect(refused({ posts }, ['posts', 'p', part])).toBe(more('the post p'));
  expect(refused({ posts }, ['posts', 'p'], {})).toBe(more('the post p'));
  expect(refused({ posts }, ['posts', 'p', 'comments'], [])).toBe('');
});

test('doesn’t measure a number that replaces another', () => {
  const players = { ana: { a: LARGE, b: 1 } } as never;
  expect(refused({ players }, ['players', 'ana', 'b'], 1)).toBe('');
  expect(refused({ players }, ['players', 'ana', 'b'], null)).toBe('');
  expect(refused({ players }, ['players', 'ana', 'b'], [])).toBe(more('ana'));
});

test('counts what is gone as nothing', () => {
  expect(refused({}, ['posts', 'p'], {})).toBe('');
  expect(refused({}, ['players', 'ana'], {})).toBe('');
  expect(refused({}, ['things', 'rooms', 'D4'], {})).toBe('');
});

test('refuses nesting deeper than can be read again', () => {
  const nested = (depth: number, last: unknown = 1): unknown =>
    depth === 0 ? last : { a: nested(depth - 1, last) };
  const { written } = BOUNDS.depth;
  expect(refused({ players: { ana: nested(written, null) } as never }, ['players', 'ana', 'a'])).toBe('');
  expect(refused({ players: { ana: nested(written) } as never }, ['players', 'ana', 'a'])).toBe('');
  expect(refused({ players: { ana: nested(written + 1) } as never }, ['players', 'ana', 'a'])).toBe(
    'ana would be nested more than 60 deep, which is too deep to read',
  );
});

test('counts each letter of pending posts, some for each vote and comment, and a thousand for each post', () => {
  const letters = (of: Partial<PostData>): number =>
    lettersPending({ ...emptyState(), posts: { p: post(of) } });
  expect(letters({})).toBe(1000);
  expect(letters({ text: 'abc' })).toBe(1003);
  expect(letters({ uses: [{}, {}] as never })).toBe(1400);
  expect(letters({ comments: [{ text: 'abcd' }] as never })).toBe(1204);
  expect(letters({ changes: [{ verb: 'set', path: 'a.b', value: [1, 22] }] })).toBe(1000 + 3 + 3 + 6);
  expect(letters({ status: 'enacted', text: 'abc' })).toBe(0);
});

test('limits all that is pending when a post changes, and all that is sealed when something is sealed', () => {
  const { written } = BOUNDS.pending;
  const much = { posts: { p: post({ text: 'x'.repeat(written) }) } };
  const fits = { posts: { p: post({ text: 'x'.repeat(written - 1000) }) } };
  expect(refused(much, ['posts', 'p', 'text'])).toBe(more('what is pending', written));
  expect(refused(much, ['game', 'a'])).toBe('');
  expect(refused(fits, ['posts', 'p', 'text'])).toBe('');
  const submissions = { a: 'x'.repeat(written) } as never;
  expect(refused({ submissions }, ['submissions', 'a'])).toBe(more('what is sealed', written));
  expect(refused({ submissions }, ['game', 'a'])).toBe('');
  const fitting = { a: 'x'.repeat(written - '{"a":""}'.length) } as never;
  expect(refused({ submissions: fitting }, ['submissions', 'a'])).toBe('');
});

test('limits the names of people and things, as the files that keep them require', () => {
  const name = (id: string): string => {
    for (const path of [
      ['players', id],
      ['things', id],
      ['things', 'rooms', id],
    ])
      expect(refused({ players: { [id]: {} }, things: { rooms: { [id]: {} } } }, path, {}) === '').toBe(
        refused({ players: { [id]: {} } }, ['players', id], {}) === '',
      );
    return refused({ players: { [id]: {} } }, ['players', id], {});
  };
  const why = ' is too long for a name: its file would have more than 180 characters';
  expect(['x'.repeat(180), '漢'.repeat(60), '!'.repeat(60), '가'.repeat(60)].map(name)).toEqual([
    '',
    '',
    '',
    '',
  ]);
  expect(name('x'.repeat(181))).toBe(`${'x'.repeat(40)}…${why}`);
  expect(name('a\ud800')).toBe('a name contains half a character, which can’t be saved');
  // Characters that consist of others are escaped like signs.
  for (const id of ['漢'.repeat(61), '!'.repeat(61), '\u1100\u1161'.repeat(11), '\u{1f600}'.repeat(16)])
    expect(name(id)).toContain(why);
});

test('measures no other name, and somebody who already has a long one plays on', () => {
  const long = 'x'.repeat(300);
  expect(refused({}, ['taken', long], {})).toBe('');
  expect(refused({}, ['taken', 'run', long])).toBe('');
  expect(refused({}, ['game', long])).toBe('');
  expect(refused({ players: { [long]: { a: 'y' } } }, ['players', long, 'a'])).toBe('');
  const things = { rooms: { [long]: { a: 'y' } } };
  expect(refused({ things }, ['things', 'rooms', long, 'a'])).toBe('');
});

import { expect, test } from 'vitest';

import type { MatterChange, PostData } from '../kernel/state.ts';
import { Caches } from '../cache/caches.ts';
import type { Moved } from './engine-files.ts';
import { RULESET } from './paths.ts';
import { idOfNumber, isArchived, numberOfId, readPostFiles, Resolutions, writePosts } from './post-files.ts';

const AT = '2024-03-01T09:00:00Z';
const post = (id: string, more: Partial<PostData> = {}): PostData => ({
  id,
  kind: 'proposal',
  title: 'A longer night',
  text: 'Let it be:\n\n---\nlonger.',
  author: 'ana',
  byEngine: false,
  at: AT,
  n: Number(id),
  alteredAt: null,
  status: 'enacted',
  resolvedAt: null,
  resolvedBy: null,
  comments: [],
  uses: [],
  changes: [],
  tally: null,
  omitted: [],
  fields: {},
  ...more,
});
const full = post('2', {
  byEngine: true,
  alteredAt: '2024-03-01T10:00:00Z',
  resolvedAt: '2024-03-03T09:00:00Z',
  resolvedBy: 'bo',
  comments: [{ id: 'c1', by: 'bo', at: AT, text: 'Yes.', votes: ['for'] }],
  uses: [{ by: 'bo', vote: 'for', at: AT, via: 'comment', comment: 'c1' }],
  changes: [{ verb: 'set', path: 'game.round', value: 2 }],
  tally: { for: 1 },
  omitted: [{ change: 'edit the rule Night', reason: 'there is none' }],
  fields: { flavour: 'mint' },
});
const write = (posts: readonly PostData[], before: ReadonlyMap<string, string> = new Map()) =>
  writePosts(posts, before, readPostFiles(before).paths);
const pathsOf = (...posts: readonly PostData[]): readonly string[] => [...write(posts).keys()];

test('a written post reads back, whatever is known of it', () => {
  const posts = [post('1', { status: null }), full, post('3', { tally: {}, fields: {} })];
  const { posts: read, problems, paths } = readPostFiles(write([...posts].reverse()));
  expect([Object.values(read), problems]).toEqual([posts, []]);
  expect([...paths.keys()].sort()).toEqual(['1', '2', '3']);
});

test('a post’s file has only what is known, with comments and votes in a second file if there are any', () => {
  const files = write([post('1'), full]);
  expect([...files.keys()]).toEqual([
    'content/posts/2024-03/2024-03-01-a-longer-night.md',
    'content/posts/2024-03/2024-03-01-a-longer-night-2.md',
    'content/posts/2024-03/2024-03-01-a-longer-night-2.json',
  ]);
  expect([...files.values()][0]).toBe(
    '---\nid: "1"\nkind: proposal\ntitle: A longer night\nauthor: ana\nposted: 2024-03-01T09:00:00Z\norder: 1\nstatus: enacted\n---\nLet it be:\n\n---\nlonger.\n',
  );
  for (const more of [{ comments: full.comments }, { uses: full.uses }, { changes: full.changes }])
    expect(pathsOf(post('1', more))).toHaveLength(2);
});

test('pending posts have no file, and posts that aren’t voted on have one at once', () => {
  expect(pathsOf(post('1', { status: 'pending' }))).toEqual([]);
  expect([null, 'failed', 'pending'].map((status) => isArchived(post('1', { status })))).toEqual([
    true,
    true,
    false,
  ]);
});

test('names a file by date and title, or by kind if the title has no letters', () => {
  expect(pathsOf(post('1', { title: '!!!' }))).toEqual(['content/posts/2024-03/2024-03-01-proposal.md']);
  expect(pathsOf(post('1', { title: `${'a'.repeat(59)} bcd` }))).toEqual([
    `content/posts/2024-03/2024-03-01-${'a'.repeat(59)}.md`,
  ]);
});

test('a post keeps its file when its title changes, and comments in its front matter stay', () => {
  const before = write([post('1')]);
  const [path = ''] = before.keys();
  const noted = new Map([[path, (before.get(path) ?? '').replace('kind:', '# Ours.\nkind:')]]);
  const after = write([post('1', { title: 'A short night', text: 'Other.' })], noted);
  expect([...after.keys()]).toEqual([path]);
  expect(after.get(path)).toMatch(/# Ours\.\nkind: proposal\ntitle: A short night\n[^]*---\nOther\.\n$/u);
});

test('reading and writing repeatedly returns the same objects until a file changes', () => {
  const memo = new Caches(null);
  const files = write([full]);
  const [path = '', said = ''] = files.keys();
  const read = (of: ReadonlyMap<string, string>): PostData | undefined => readPostFiles(of, memo).posts['2'];
  const first = read(files);
  expect(read(files)).toBe(first);
  const silent = new Map([[path, files.get(path) ?? '']]);
  expect(read(silent)).toEqual({ ...full, comments: [], uses: [], changes: [] });
  expect(read(files)).toEqual(full);
  const paths = new Map([['2', path]]);
  const again = (before: ReadonlyMap<string, string>) => writePosts([full], before, paths, memo);
  expect(again(files)).toEqual(files);
  expect(again(files)).toEqual(files);
  expect(again(new Map()).get(said)).toBe(files.get(said));
  const noted = new Map(files).set(path, (files.get(path) ?? '').replace('kind:', '# Ours.\nkind:'));
  expect(again(noted).get(path)).toBe(noted.get(path));
});

test('reports unreadable files, and uses only what is intact', () => {
  const files = write([full]);
  const [path = '', said = ''] = files.keys();
  const broken = readPostFiles(new Map(files).set(said, '{"comm'));
  expect(broken.problems).toMatchObject([{ code: 'json-unreadable', file: said }]);
  expect(broken.posts['2']).toMatchObject({ comments: [], uses: [], tally: { for: 1 } });
  const headless = readPostFiles(new Map(files).set(path, 'No front matter.\n'));
  expect(headless.posts).toEqual({});
  expect(headless.problems.length).toBeGreaterThan(0);
  const twice = readPostFiles(
    new Map(files).set(path, (files.get(path) ?? '').replace('kind:', 'id: x\nkind:')),
  );
  expect([twice.posts, twice.problems.length > 0]).toEqual([{}, true]);
  const elsewhere = new Map([...files].map(([one, text]) => [one.replace('posts', 'other'), text] as const));
  expect(readPostFiles(elsewhere)).toEqual({ posts: {}, paths: new Map(), problems: [] });
});

const moved: Moved = { at: AT, posts: 'b', dynasty: 2 };

test.each([
  [null, '7', '7', '7'],
  [moved, '7', 'b7', '7'],
  [null, 'lobby', 'lobby', null],
  [moved, 'lobby', 'lobby', null],
])('after the move %j, the forge’s %s is the game’s %s', (move, number, id, back) => {
  expect([idOfNumber(move, number), numberOfId(move, id)]).toEqual([id, back]);
});

test('a post from an earlier forge, or from none, has no number', () => {
  expect([numberOfId(moved, '7'), numberOfId(moved, 'b07'), numberOfId(null, '0')]).toEqual([
    null,
    null,
    null,
  ]);
});

test('an Admin’s decision applies only to the change it was made for, and only if there is a conflict', () => {
  const rule = (text: string): string => `---\ntitle: Night\norder: 1\n---\n${text}\n`;
  const [base, ours, theirs] = [rule('It is dark.'), rule('It is darker.'), rule('It is bright.')];
  const path = `${RULESET}core/night.md`;
  const change: MatterChange = { verb: 'file', path, content: theirs, base };
  const resolved = (changes: readonly MatterChange[], texts: ReadonlyMap<string, string>): Resolutions => {
    const made = new Resolutions();
    made.add(changes, texts);
    return made;
  };
  const merge = (by: Resolutions, their: string = theirs) => by.merge('core/night.md', base, ours, their);
  const decided = resolved(
    [change, { verb: 'set', path: 'game.x', value: 1 }],
    new Map([[path, rule('Dusk.')]]),
  );
  expect(merge(new Resolutions()).ok).toBe(false);
  expect(merge(decided)).toEqual({ ok: true, text: rule('Dusk.') });
  expect(merge(decided, rule('It is grey.')).ok).toBe(false);
  expect(merge(resolved([change], new Map()))).toEqual({ ok: true, text: null });
  const { base: _, ...baseless } = change;
  expect(merge(resolved([baseless as MatterChange], new Map([[path, rule('Dusk.')]]))).ok).toBe(false);
  // What merges by itself needs no decision.
  expect(decided.merge('core/night.md', base, base, theirs)).toEqual({ ok: true, text: theirs });
});

test.each(['theirs', 'ours'] as const)(
  'a decision for %s settles the conflicts, and keeps all other changes of both sides',
  (side) => {
    const names = ['base', 'ours', 'theirs'] as const;
    const sentences = ['The lamp is lit', 'The tide is out', 'A bell rings twice', 'Nobody sings'];
    const file = (words: readonly string[]): string =>
      `---\ntitle: Night\norder: 1\n---\n${words.join('. ')}.\n`;
    // Each sentence is changed by nobody, by one side, or by both.
    for (let turn = 0; turn < 4 ** sentences.length; turn++) {
      const changers = sentences.map((_, at) => Math.floor(turn / 4 ** at) % 4);
      const of = (name: (typeof names)[number]): readonly string[] =>
        sentences.map((one, at) => ((changers[at] ?? 0) & names.indexOf(name) ? `${one} ${name}` : one));
      const [base, ours, theirs] = [file(of('base')), file(of('ours')), file(of('theirs'))];
      const change: MatterChange = { verb: 'file', path: `${RULESET}core/night.md`, content: theirs, base };
      const decided = new Resolutions();
      decided.add([change], new Map([[change.path, side === 'ours' ? ours : theirs]]));
      const wanted = sentences.map((one, at) => {
        const by = changers[at] ?? 0;
        return by === 0 ? one : `${one} ${by === 3 ? side : (names[by] ?? '')}`;
      });
      expect(decided.merge('core/night.md', base, ours, theirs)).toEqual({ ok: true, text: file(wanted) });
    }
  },
);

// Two matters that change the same words: what each says, and the commit that settles it.
import { SMALL } from '../session/fixtures/desk.ts';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import type { PostData } from '../kernel/state.ts';
import { readCommit } from '../repository/commit.ts';
import { readBranch } from '../repository/refs.ts';
import { readFileText } from '../repository/read-file.ts';
import {
  commitResolution,
  conflictsAt,
  textTaken,
  type FileConflict,
  type SeenPosition,
} from './conflicts.ts';
import { kernelGame } from './fixtures/embedded-game.ts';

const PATH = 'content/ruleset/dynastic/oil.md';
const rule = (text: string): string => `---\ntitle: Oil\norder: 1\n---\n${text}\n`;
const seen = (files: Record<string, string>, more: object = {}): SeenPosition =>
  ({
    open: { play: { files: new Map(Object.entries(files)) } },
    name: '',
    ...more,
  }) as unknown as SeenPosition;
const matter = (...changes: readonly object[]): PostData =>
  ({ id: '3', title: 'More\n oil', changes }) as unknown as PostData;
const change = (content: string | null, base: string | null = rule('It burns.')) => ({
  verb: 'file',
  path: PATH,
  content,
  base,
});

test.each<[string, string | null, object]>([
  ['nobody changed it meanwhile', rule('It burns.'), change(rule('It glows.'))],
  ['it says so already', rule('It glows.'), change(rule('It glows.'))],
  [
    'another sentence was changed',
    rule('It burns. It is old.'),
    change(rule('It glows. It is black.'), rule('It burns. It is black.')),
  ],
  ['a value is set', rule('It shines.'), { verb: 'set', path: 'game.tide', value: 3 }],
  ['its base is unknown', rule('It shines.'), { verb: 'file', path: PATH, content: rule('It glows.') }],
])('a matter has no conflict if %s', (_, inForce, wanted) => {
  expect(conflictsAt(seen(inForce === null ? {} : { 'dynastic/oil.md': inForce }), matter(wanted))).toEqual(
    [],
  );
});

test('shows both versions if both change the same words', () => {
  const [conflict, ...more] = conflictsAt(
    seen({ 'dynastic/oil.md': rule('It shines.') }),
    matter(change(rule('It glows.'))),
  );
  expect(more).toEqual([]);
  expect(conflict).toMatchObject({ path: PATH, inForce: rule('It shines.'), proposed: rule('It glows.') });
  expect(conflict?.shown).toMatch(/glows[^]*shines|shines[^]*glows/u);
  expect(conflictsAt(seen({}), matter(change(rule('It glows.'))))).toMatchObject([{ inForce: null }]);
});

test('takes texts below values from the branches, and keeps the front matter above', () => {
  const file = 'content/gamestate/huts/reed.md';
  const branches = {
    main: new Map([[file, '---\nsize: 3\n---\nOf reed.\n']]),
    proposedTexts: () => [{ path: file, text: 'Of straw.\n' }],
    mergedTexts: () => ({ conflicts: [{ path: file, shown: 'both' }] }),
  };
  expect(conflictsAt(seen({}, { branches }), matter())).toEqual([
    {
      path: file,
      inForce: '---\nsize: 3\n---\nOf reed.\n',
      proposed: '---\nsize: 3\n---\nOf straw.\n',
      shown: 'both',
    },
  ]);
});

test('takes an edited text from the folder, or none if the file doesn’t exist', () => {
  const folder = mkdtempSync(join(tmpdir(), 'edited-'));
  try {
    mkdirSync(join(folder, 'content/ruleset/dynastic'), { recursive: true });
    writeFileSync(join(folder, PATH), rule('It shines, and glows.'));
    const conflict = { path: PATH, inForce: 'a', proposed: 'b', shown: '' };
    const edited = textTaken('edited', folder);
    expect(edited(conflict)).toBe(rule('It shines, and glows.'));
    expect(edited({ ...conflict, path: 'content/ruleset/dynastic/gone.md' })).toBeNull();
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('commits the choice on its own branch off main, with its author', async () => {
  const game = await kernelGame(SMALL);
  const conflict: FileConflict = {
    path: PATH,
    inForce: rule('It shines.'),
    proposed: rule('It glows.'),
    shown: '',
  };
  const resolving = { forge: game.forge, now: () => game.now, main: game.mainTip };
  const texts = (['proposed', 'in-force'] as const).map((take) => textTaken(take, '')(conflict));
  expect(texts).toEqual([conflict.proposed, conflict.inForce]);
  const main = await game.mainTip();
  const commit = await commitResolution(
    resolving,
    { post: matter(), conflicts: [conflict] },
    textTaken('proposed', ''),
    'ana',
  );
  const { repository } = game.forge;
  expect(await readFileText(repository, commit, PATH)).toBe(conflict.proposed);
  expect(await readCommit(repository, commit)).toMatchObject({
    parents: [main],
    message: 'Resolve 3: More oil\n',
    author: { name: 'ana', email: 'ana@players.invalid', at: game.now },
  });
  expect(await readBranch(repository, `resolved/3-${commit.slice(0, 7)}`)).toBe(commit);
  expect(await game.mainTip()).toBe(main);
});

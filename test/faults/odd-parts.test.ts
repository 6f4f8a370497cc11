// Rows of the journal that are gone, there twice, in another order, in another part, or between blanks: what replay doesn't hold for the
// journal of this game the next tick puts back. Every shape of one part runs in `npm test`, of each in `npm run test:long`.
import { beforeAll, expect, test } from 'vitest';

import { bo, cy, testGame, type TestGame } from '../../src/tick/fixtures/embedded-game.ts';
import { readFileText } from '../../src/repository/read-file.ts';
import { advance, readBranch } from '../../src/repository/refs.ts';
import { writeCommit } from '../../src/repository/write-commit.ts';
import { listSegments } from '../../src/store/journal/segments.ts';
import { replayOf } from './begin-with.ts';

let game: TestGame;
let tip = '';
let parts: readonly (readonly [path: string, text: string])[] = [];

beforeAll(async () => {
  game = await testGame();
  const thread = await game.table.open(cy, { kind: 'story', title: 'Here', text: 'Once.' });
  for (const words of [
    ['/act take-pip', 'Aye.', 'No.'],
    ['Again.', '/act take-crate'],
    ['So be it.', '/act take-crate'],
  ]) {
    for (const line of words) await game.table.comment(bo, thread, line);
    await game.tick();
    game.later(24 * 32);
  }
  const { repository } = game.forge;
  tip = (await readBranch(repository, 'journal')) ?? '';
  const paths = (await listSegments(repository, tip)).map(({ path }) => path);
  parts = await Promise.all(
    paths.map(async (path) => [path, (await readFileText(repository, tip, path)) ?? ''] as const),
  );
  if (parts.length !== 3) throw new Error('each month has a part');
});

type Files = Readonly<Record<string, string | null>>;

const rowsOf = (text: string): readonly string[] => text.split('\n').slice(0, -1);
const textOf = (rows: readonly string[]): string => rows.map((row) => `${row}\n`).join('');

/** What becomes of the part with this text, and of another. */
const SHAPES: Readonly<
  Record<string, (one: readonly [string, string], other: readonly [string, string]) => Files>
> = {
  'the last row is gone': ([path, text]) => ({ [path]: textOf(rowsOf(text).slice(0, -1)) }),
  'a row in it is gone': ([path, text]) => ({ [path]: textOf(rowsOf(text).filter((_, at) => at !== 1)) }),
  'the last row is there twice': ([path, text]) => ({ [path]: text + textOf(rowsOf(text).slice(-1)) }),
  'its rows are in another order': ([path, text]) => {
    const [first = '', ...rows] = rowsOf(text);
    return { [path]: textOf([first, ...rows.toReversed()]) };
  },
  'two rows are one': ([path, text]) => ({ [path]: text.replace('}\n{', '}{') }),
  'a blank row is in it': ([path, text]) => ({ [path]: text.replace('}\n{', '}\n\n{') }),
  'a blank row begins it': ([path, text]) => ({ [path]: `\n${text}` }),
  'a blank row ends it': ([path, text]) => ({ [path]: `${text}\n` }),
  'its last row has no end': ([path, text]) => ({ [path]: text.slice(0, -1) }),
  'it is empty': ([path]) => ({ [path]: '' }),
  'it is gone': ([path]) => ({ [path]: null }),
  'it is a folder': ([path, text]) => ({ [path]: null, [`${path}/${path}`]: text }),
  'it holds the rows of another as well': ([path, text], [other, more]) => ({
    [path]: text + more,
    [other]: null,
  }),
  'it has changed places with another': ([path, text], [other, more]) => ({ [path]: more, [other]: text }),
  'it is of another month': ([path, text]) => ({ [path]: null, [path.replaceAll(/-\d\d-/gu, '-01-')]: text }),
  'it is there twice': ([path, text]) => ({
    [path.includes('/') ? path.replace(/.*\//u, '') : `2024/${path}`]: text,
  }),
};

test.each(Object.keys(SHAPES))(
  'replay rejects and the next tick restores a part of the journal: %s',
  async (name) => {
    const { repository } = game.forge;
    for (const [at, part] of parts.entries()) {
      if (at > 0 && process.env['GITNOMIC_FUZZ'] === undefined) continue;
      const files = SHAPES[name]?.(part, parts[(at + 1) % parts.length] ?? part) ?? {};
      const commit = await writeCommit(repository, {
        parents: [tip],
        changes: new Map(Object.entries(files)),
        author: { name: 'Eve', email: '', at: game.now },
        message: 'Nothing to see',
      });
      await advance(repository, 'journal', await readBranch(repository, 'journal'), commit);
      expect(await replayOf(game)).toMatchObject({ same: false });
      expect((await game.tick()).restored).toBe('rewritten');
      expect(await replayOf(game)).toMatchObject({ same: true });
    }
  },
);

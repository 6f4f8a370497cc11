import { execFileSync } from 'node:child_process';

import { openPublished, readAbout } from '../../src/addons/reader-checks/published.ts';
import { listSegments } from '../../src/store/journal/segments.ts';
import { readTree } from '../../src/repository/read-tree.ts';

type Files = ReadonlyMap<string, string | Uint8Array>;

export function bytesIn(files: Files, name: string): Uint8Array {
  const found = files.get(name);
  if (found === undefined) throw new Error(`there is no ${name}`);
  return typeof found === 'string' ? new TextEncoder().encode(found) : found;
}

/** The first file of a published commit whose path fits. */
export async function pathIn(
  files: Files,
  commit: string,
  path: RegExp,
): Promise<{ readonly oid: string; readonly path: string }> {
  const about = readAbout(bytesIn(files, 'about.json'));
  const { game } = await openPublished(about, bytesIn(files, 'game.pack'), bytesIn(files, 'game.idx'));
  const { repository } = game.forge;
  const all =
    commit === about.journal
      ? await listSegments(repository, commit)
      : (await readTree(repository, commit, { under: ['content/ledger', 'content/ruleset'] })).files.values();
  const found = [...all].find((file) => path.test(file.path));
  if (found === undefined) throw new Error(`there is no ${path.source}`);
  return found;
}

/** The place of a byte in the middle of an object of a pack, by Git's own reading of the index. */
export function middleOf(folder: string, index: Uint8Array, oid: string): number {
  const shown = execFileSync('git', ['show-index', '--object-format=sha1'], { input: index, cwd: folder });
  const places = shown
    .toString()
    .trim()
    .split('\n')
    .map((row) => row.split(' '))
    .map(([at = '', name = '']) => ({ at: Number(at), name }))
    .toSorted((a, b) => a.at - b.at);
  const turn = places.findIndex(({ name }) => name === oid);
  const [from = 0, to = from] = [places[turn]?.at, places[turn + 1]?.at];
  if (turn < 0 || to <= from) throw new Error(`${oid} is not in the pack, or its last object`);
  return Math.floor((from + to) / 2);
}

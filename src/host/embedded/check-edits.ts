import { join } from 'node:path';

import { readContent } from '../../tick/observe.ts';
import { rulesDeleted } from '../../care/doctor/deleted-rules.ts';
import { fewOf } from '../../kernel/bounds.ts';
import { shellWord } from '../../language/shell-word.ts';
import type { Caches } from '../../cache/caches.ts';
import type { Finding } from '../../care/doctor/finding.ts';
import { lintGame } from '../../rehearse/lint/lint-game.ts';
import { putFile } from '#platform/files.ts';
import { applyChanges } from '../../store/write-game.ts';
import { textInFolder } from '../../store/content-folder.ts';
import { DYNASTIES, GAME_FILE, GAMESTATE, isOfGame, RULESET, type ContentFiles } from '../../store/paths.ts';
import { readEdits, refreshCheckout } from '../checkout.ts';
import { ENGINE_FOLDER, type HomeGame } from '../game.ts';

/** `doctor --fix` moves edited files here before it restores them. */
const SET_ASIDE = 'set-aside';

/** Reports edited files, those among them that can't be read, and records that differ from what the engine wrote. */
export async function checkEdits(game: HomeGame, caches: Caches): Promise<readonly Finding[]> {
  const { base, changes: all } = await readEdits(game);
  const changes = new Map([...all].filter(([path]) => isOfGame(path) || path === GAME_FILE));
  // Nobody edits what the engine writes, so any difference is damage.
  const records = [...all.keys()].filter((path) => !changes.has(path));
  const written = await readContent(game.forge, base);
  const spoilt = await spoiltEdits(written, changes, caches);
  const gone = (folder: string): readonly string[] =>
    [...changes].flatMap(([path, text]) => (text === null && path.startsWith(folder) ? [path] : []));
  const well = [...changes.keys()].filter(
    (path) => ![RULESET, GAMESTATE].flatMap(gone).includes(path) && !spoilt.some(({ file }) => file === path),
  );
  const git = `git -C ${shellWord(game.folder)} --git-dir=${ENGINE_FOLDER}/forge/repository.git --work-tree=.`;
  return [
    ...records.map((path) => recordFinding(game, path, written.get(path) ?? '')),
    ...spoilt.map(({ file, what, where }): Finding => ({
      code: 'edit-unreadable',
      level: 'problem',
      what: `${file} was edited, and can’t be read so: ${what}`,
      where,
      next: `Correct it there, or let \`gitnomic doctor --fix\` restore it and move your version to ${ENGINE_FOLDER}/${SET_ASIDE}.`,
      fix: { does: `put ${file} back as the game has it`, run: async () => putBack(game, file) },
    })),
    ...[RULESET, GAMESTATE].flatMap((folder) => rulesDeleted(gone(folder), { from: 'main', git, folder })),
    ...(well.length === 0 ? [] : [sayEdited(well)]),
  ];
}

function recordFinding(game: HomeGame, path: string, text: string): Finding {
  const there = textInFolder(game.folder, path)?.split('\n') ?? [];
  const row = text.split('\n').findIndex((line, at) => there[at] !== line) + 1;
  return {
    code: 'record-edited',
    level: 'problem',
    what: 'Only the engine writes this file, and this line is missing or different in the folder. In the game it is unchanged.',
    where: `${path}:${row}`,
    next: '`gitnomic doctor --fix` restores it.',
    fix: { does: `put ${path} back as the game has it`, run: async () => putBack(game, path) },
  };
}

interface Spoilt {
  readonly file: string;
  readonly what: string;
  readonly where: string;
}

/** New problems in edited gamestate files only; `lint` checks rules that are still being written. */
async function spoiltEdits(
  written: ContentFiles,
  changes: ReadonlyMap<string, string | null>,
  caches: Caches,
): Promise<readonly Spoilt[]> {
  const state = [...changes].filter(([path]) => !path.startsWith(RULESET));
  if (state.length === 0) return [];
  const { problems } = await lintGame(applyChanges(written, new Map(state)), caches);
  // Without front matter all of a file is text, which may be about anything.
  const bare = state
    .filter(([path, text]) => path.startsWith(GAMESTATE) && text !== null && !/^---\s/u.test(text))
    .map(([path]) => ({ what: 'It begins without front matter, so it has no values.', where: `${path}:1` }));
  const said = new Set<string>();
  return [...bare, ...problems].flatMap(({ what, where = '' }) => {
    const file = state.map(([path]) => path).find((path) => where === path || where.startsWith(`${path}:`));
    if (file === undefined || said.has(file)) return [];
    said.add(file);
    return [{ file, what, where }];
  });
}

/** Moves the edited file aside first. */
async function putBack(game: HomeGame, path: string): Promise<void> {
  const text = textInFolder(game.folder, path);
  if (text !== null && !path.startsWith(DYNASTIES))
    putFile(join(game.folder, ENGINE_FOLDER, SET_ASIDE, path), text);
  await refreshCheckout(game, [path]);
}

function sayEdited(paths: readonly string[]): Finding {
  const head = paths.length === 1 ? 'One file of content/ is' : `${paths.length} files of content/ are`;
  return {
    code: 'edited',
    level: 'note',
    what: `${head} edited and not proposed: ${fewOf(paths, 3).join(', ')}.`,
    next: '`gitnomic diff` shows how, `gitnomic propose` proposes it.',
  };
}

import { BOUNDS, fewOf } from '../kernel/bounds.ts';
import type { MatterChange } from '../kernel/state.ts';
import { diffTrees } from '../repository/diff-trees.ts';
import { findMergeBase } from '../repository/merge-base.ts';
import { readTree, type TreeRead } from '../repository/read-tree.ts';
import type { Repository } from '../repository/repository.ts';
import type { Oid } from '../repository/oid.ts';
import { otherGames } from '../store/library.ts';
import { isOfGame, isStyle, RULESET, WORDED } from '../store/paths.ts';
import { changesOfFile, leftOut } from '../wording/changes-of-file.ts';
import type { HeadRead } from '../session/position/branches.ts';
import { textBelow, type TextChange } from '../session/position/gamestate-text.ts';
import { readWorded } from '../wording/worded-changes.ts';

/** More than a ruleset has; a forge is asked for the size of each. */
const MOST_FILES = 2000;
const NOTHING: HeadRead = { changes: [], outside: [], problems: [] };

/** Reads what a proposal's branch changes. Unreadable parts are named, and the rest counts. */
export async function readHead(repository: Repository, main: Oid, head: Oid): Promise<HeadRead> {
  const base = await findMergeBase(repository, main, head);
  if (base === null)
    return {
      ...NOTHING,
      problems: [
        'The branch shares no history with the game, so its changes can’t be determined. Branch off from main.',
      ],
    };
  const paths = (await diffTrees(repository, base, head)).map(({ path }) => path);
  const others = await otherGames(repository, main, paths);
  if (others.length > 0 && paths.some(isOfGame)) return { ...NOTHING, problems: [sayTorn(others)] };
  const inside = paths.filter((path) => isOfGame(path) && !isStyle(path));
  const outside = paths.filter((path) => !isOfGame(path));
  const ownPages = paths.filter(isStyle);
  const under = [...inside, ...ownPages];
  if (under.length === 0)
    return {
      ...NOTHING,
      changes: outside.slice(0, BOUNDS.names.written).map((path) => leftOut(path, '')),
      outside,
    };
  const [before, after] = [
    await readTree(repository, base, { under }),
    await readTree(repository, head, { under, limits: { files: MOST_FILES }, isForeign: true }),
  ];
  const problems = after.problems.filter(({ path }) => inside.includes(path)).map(({ message }) => message);
  const changes = new Map<string, MatterChange[]>();
  const texts: TextChange[] = [];
  let letters = 0;
  for (const path of inside) {
    if (path === WORDED || after.problems.some((problem) => problem.path === path && !problem.note)) continue;
    const [old, young] = [textAt(before, path), textAt(after, path)];
    if (old === young) continue;
    letters += (old?.length ?? 0) + (young?.length ?? 0);
    const why = whyTooMuch(young, letters);
    if (why !== null) {
      problems.push(`${path} ${why}, and was left out.`);
      continue;
    }
    const found = changesOfFile(path, old, young);
    problems.push(...found.problems);
    if (!path.startsWith(RULESET)) {
      const [base, text] = [textBelow(old ?? ''), textBelow(young ?? '')];
      if (young !== null && base !== text) texts.push({ path, base, text });
    }
    changes.set(path, found.changes);
  }
  problems.push(...renamedOver(inside, before, after));
  const worded = readWorded(inside.includes(WORDED) ? (textAt(after, WORDED) ?? '[]') : '[]');
  return {
    changes: inTurn(worded.changes, changes),
    texts,
    pages: pagesIn(ownPages, before, after),
    outside,
    problems: [...fewOf(problems), ...worded.problems],
  };
}

/** The group's own pages as changes. A picture has no text, and neither has what would be too much. */
function pagesIn(paths: readonly string[], before: TreeRead, after: TreeRead): readonly MatterChange[] {
  let letters = 0;
  return paths.map((path) => {
    const [base = null, content = null] = [before, after].map(({ files }) =>
      files.has(path) ? (files.get(path)?.text ?? '') : null,
    );
    letters += (base?.length ?? 0) + (content?.length ?? 0);
    const shown = (text: string | null): string | null =>
      text === null || whyTooMuch(content, letters) === null ? text : '';
    return { verb: 'file', path, base: shown(base), content: shown(content) };
  });
}

function sayTorn(others: readonly string[]): string {
  const named = others.map((folder) => (folder === '' ? 'content/' : `${folder}/content/`)).join(', ');
  return `The branch also changes another game (${named}), so it changes nothing here. Make one branch per game.`;
}

/** Limits proposed changes, because they are stored until they are resolved and read each time. */
function whyTooMuch(text: string | null, letters: number): string | null {
  if ((text?.length ?? 0) > BOUNDS.ruleFile.written)
    return `has ${text?.length} characters; the limit is ${BOUNDS.ruleFile.written}`;
  return letters > BOUNDS.asked.written
    ? `is more than one proposal may change: ${BOUNDS.asked.written} characters with the texts before`
    : null;
}

/** Warns voters about a rule that was renamed over another one, which would be lost. */
function renamedOver(paths: readonly string[], before: TreeRead, after: TreeRead): readonly string[] {
  // An unreadable new file doesn't count as the target of a move.
  const gone = paths.filter(
    (path) => path.endsWith('.md') && textAt(before, path) !== null && textAt(after, path) === null,
  );
  return gone.flatMap((from) =>
    paths.flatMap((to) =>
      textAt(before, to) !== null && to !== from && textAt(after, to) === textAt(before, from)
        ? [`${from} was renamed to ${to}, which already exists and would be lost.`]
        : [],
    ),
  );
}

/** Worded changes come first, with files where they say so, then the other files. */
function inTurn(
  worded: readonly (MatterChange | string)[],
  files: ReadonlyMap<string, readonly MatterChange[]>,
): readonly MatterChange[] {
  const named = new Set(worded.filter((one) => typeof one === 'string'));
  return [
    ...worded.flatMap((one) => (typeof one === 'string' ? (files.get(one) ?? []) : [one])),
    ...[...files].flatMap(([path, changes]) => (named.has(path) ? [] : changes)),
  ];
}

function textAt({ files }: TreeRead, path: string): string | null {
  return files.get(path)?.text ?? null;
}

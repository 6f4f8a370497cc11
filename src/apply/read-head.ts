import { BOUNDS, fewOf } from '../kernel/bounds.ts';
import type { MatterChange } from '../kernel/state.ts';
import { sameValue } from '../kernel/values.ts';
import { diffTrees } from '../repository/diff-trees.ts';
import { findMergeBase } from '../repository/merge-base.ts';
import { readTree, type TreeRead } from '../repository/read-tree.ts';
import type { Repository } from '../repository/repository.ts';
import type { Oid } from '../repository/oid.ts';
import { GAMESTATE, idOfFileName, isOfGame, RULESET, WORDED } from '../store/paths.ts';
import { readTracked } from '../store/tracked-file.ts';
import type { HeadRead } from '../decide/branches.ts';
import { textBelow, type TextChange } from '../decide/gamestate-text.ts';
import { readWorded } from '../decide/worded-changes.ts';

const NOTHING: HeadRead = { changes: [], outside: [], problems: [] };

/** Reads what a proposal's branch changes. What can't be read is named, and the rest counts. */
export async function readHead(repository: Repository, main: Oid, head: Oid): Promise<HeadRead> {
  const base = await findMergeBase(repository, main, head);
  if (base === null)
    return {
      ...NOTHING,
      problems: [
        'The branch has nothing in common with the game, so it can’t be told what it changes. Branch off from main.',
      ],
    };
  const paths = (await diffTrees(repository, base, head)).map(({ path }) => path);
  const inside = paths.filter(isOfGame);
  const outside = paths.filter((path) => !inside.includes(path));
  if (inside.length === 0) return { ...NOTHING, outside };
  const [before, after] = [
    await readTree(repository, base, { under: inside }),
    await readTree(repository, head, { under: inside }),
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
      problems.push(`${path} ${why}, and is left out.`);
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
    outside,
    problems: [...fewOf(problems), ...worded.problems],
  };
}

/** What people ask for is kept until it is resolved, and all of it has to be read again. */
function whyTooMuch(text: string | null, letters: number): string | null {
  if ((text?.length ?? 0) > BOUNDS.ruleFile.written)
    return `has ${text?.length} letters; at most ${BOUNDS.ruleFile.written} are read`;
  return letters > BOUNDS.asked.written
    ? `is more than one matter may change: ${BOUNDS.asked.written} letters with the texts before`
    : null;
}

/** What a matter asks for that has a file of ruleset or gamestate read otherwise. */
export function changesOfFile(
  path: string,
  old: string | null,
  young: string | null,
): { readonly changes: MatterChange[]; readonly problems: string[] } {
  const found: { changes: MatterChange[]; problems: string[] } = { changes: [], problems: [] };
  if (path.startsWith(RULESET)) found.changes.push({ verb: 'file', path, content: young, base: old });
  else gamestateChanges(path, old, young, found);
  return found;
}

/** A rule that was given the name of another takes its place: whoever votes should know that the other would be gone. */
function renamedOver(paths: readonly string[], before: TreeRead, after: TreeRead): readonly string[] {
  // What is new and can't be read was never there: it went nowhere.
  const gone = paths.filter(
    (path) => path.endsWith('.md') && textAt(before, path) !== null && textAt(after, path) === null,
  );
  return gone.flatMap((from) =>
    paths.flatMap((to) =>
      textAt(before, to) !== null && to !== from && textAt(after, to) === textAt(before, from)
        ? [`${from} was renamed to ${to}, where another stands, which would be gone.`]
        : [],
    ),
  );
}

/** What is said in words first, with files where it says so; then the other files. */
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

/** A file of the gamestate is its front matter: each key that differs is a value to be set. */
function gamestateChanges(
  path: string,
  old: string | null,
  young: string | null,
  found: { changes: MatterChange[]; problems: string[] },
): void {
  const place = placeOf(path);
  if (place === null) {
    found.problems.push(
      `${path} is no file of the gamestate: there are game.md, dynasty.md, and a folder for each collection.`,
    );
    return;
  }
  if (young === null) {
    found.changes.push({ verb: 'set', path: place, value: null });
    return;
  }
  const after = readTracked(path, young);
  if (after.problems.length > 0) {
    found.problems.push(
      ...after.problems.map(
        ({ file, line, message }) => `${file}${line === undefined ? '' : `:${line}`}: ${message}`,
      ),
    );
    return;
  }
  const before = old === null ? {} : readTracked(path, old).data;
  for (const [key, value] of Object.entries(after.data)) {
    if (!Object.hasOwn(before, key) || !sameValue(before[key], value))
      found.changes.push({ verb: 'set', path: `${place}.${key}`, value });
  }
  for (const key of Object.keys(before)) {
    if (!Object.hasOwn(after.data, key))
      found.problems.push(
        `${path}: ${key} can’t be taken away: what is tracked is for the rules to say. Give it a value instead.`,
      );
  }
}

/** `content/gamestate/rooms/D4.md` → `rooms.D4` */
function placeOf(path: string): string | null {
  const names = path.slice(GAMESTATE.length).replace(/\.md$/u, '').split('/').map(idOfFileName);
  if (!path.endsWith('.md') || names.length > 2) return null;
  if (names.length === 1 && names[0] !== 'game' && names[0] !== 'dynasty') return null;
  return names.join('.');
}

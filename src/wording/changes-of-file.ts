import type { MatterChange } from '../kernel/state.ts';
import { sameValue } from '../kernel/values.ts';
import { splitFrontMatter } from '../ruleset/front-matter.ts';
import { GAMESTATE, idOfFileName, RULESET } from '../store/paths.ts';
import { readTracked } from '../store/tracked-file.ts';

/** The changes that turn one version of a ruleset or gamestate file into another. */
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

/** The same for several files; any other file, such as one of the game's own pages, is one change. */
export function changesOfFiles(
  changes: ReadonlyMap<string, string | null>,
  content: ReadonlyMap<string, string>,
): readonly MatterChange[] {
  return [...changes].flatMap(([path, young]) => {
    const old = content.get(path) ?? null;
    const found = path.startsWith(GAMESTATE) ? changesOfFile(path, old, young).changes : [];
    if (found.length === 0) return [{ verb: 'file', path, content: young, base: old }];
    const [was = '', is = ''] = [old, young].map((text) => splitFrontMatter(text ?? '').body);
    // Below its values a file may have a text.
    return young === null || was === is ? found : [...found, { verb: 'file', path, content: is, base: was }];
  });
}

/** A gamestate file is its front matter: each key that differs is a value to set. */
function gamestateChanges(
  path: string,
  old: string | null,
  young: string | null,
  found: { changes: MatterChange[]; problems: string[] },
): void {
  const place = placeOf(path);
  if (place === null) {
    found.problems.push(
      `${path} isn’t a file of the gamestate: there are game.md, dynasty.md, and a folder for each collection.`,
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
        `${path}: ${key} can’t be removed, because the rules decide which values there are. Give it a value instead.`,
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

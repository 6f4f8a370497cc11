import type { MatterChange } from '../kernel/state.ts';
import { sameValue } from '../kernel/values.ts';
import { splitFrontMatter } from '../ruleset/front-matter.ts';
import { GAMESTATE, idOfFileName, isStyle, RULESET, WORDED } from '../store/paths.ts';
import { readWorded } from './worded-changes.ts';
import { readTracked } from '../store/tracked-file.ts';

interface Found {
  readonly changes: MatterChange[];
  readonly problems: string[];
}

/** The changes that turn one version of a ruleset or gamestate file into another. */
export function changesOfFile(path: string, old: string | null, young: string | null): Found {
  if (path.startsWith(RULESET))
    return { changes: [{ verb: 'file', path, content: young, base: old }], problems: [] };
  const { changes, problems } = gamestateChanges(path, old, young);
  const isLeft = changes.length === 0 && problems.length > 0 && !isStyle(path) && path !== WORDED;
  return { changes: isLeft ? [leftOut(path, young)] : changes, problems };
}

/** A file of which a vote can change nothing, named so that the trial and the enactment say that it is left out. */
export function leftOut(path: string, young: string | null): MatterChange {
  return { verb: 'file', path, content: young === null ? null : '' };
}

/** The same for several files; any other file, such as one of the game's own pages, is one change. */
export function changesOfFiles(
  changes: ReadonlyMap<string, string | null>,
  content: ReadonlyMap<string, string>,
): readonly MatterChange[] {
  return [...changes].flatMap(([path, young]) => {
    const old = content.get(path) ?? null;
    const worded = path === WORDED ? readWorded(young ?? '[]') : null;
    const described = worded?.changes.filter((one) => typeof one !== 'string') ?? [];
    // With anything that can't be read, the file is shown as it is, so that nothing is hidden.
    if (described.length > 0 && described.length === worded?.changes.length && worded.problems.length === 0)
      return described;
    const found = path.startsWith(GAMESTATE) ? gamestateChanges(path, old, young).changes : [];
    if (found.length === 0) return [{ verb: 'file', path, content: young, base: old }];
    const [was = '', is = ''] = [old, young].map((text) => splitFrontMatter(text ?? '').body);
    // Below its values a file may have a text.
    return young === null || was === is ? found : [...found, { verb: 'file', path, content: is, base: was }];
  });
}

/** A gamestate file is its front matter: each key that differs is a value to set. */
function gamestateChanges(path: string, old: string | null, young: string | null): Found {
  const place = placeOf(path);
  if (place === null) {
    const why = `${path} isn’t a file of the gamestate: there are game.md, dynasty.md, and a folder for each collection.`;
    return { changes: [], problems: [why] };
  }
  if (young === null) return { changes: [{ verb: 'set', path: place, value: null }], problems: [] };
  const after = readTracked(path, young);
  if (after.problems.length > 0) {
    const problems = after.problems.map(
      ({ file, line, message }) => `${file}${line === undefined ? '' : `:${line}`}: ${message}`,
    );
    return { changes: [], problems };
  }
  const before = old === null ? {} : readTracked(path, old).data;
  const changed = Object.entries(after.data).filter(
    ([key, value]) => !Object.hasOwn(before, key) || !sameValue(before[key], value),
  );
  const gone = Object.keys(before).filter((key) => !Object.hasOwn(after.data, key));
  return {
    changes: changed.map(([key, value]) => ({ verb: 'set', path: `${place}.${key}`, value })),
    problems: gone.map(
      (key) =>
        `${path}: ${key} can’t be removed, because the rules decide which values there are. Give it a value instead.`,
    ),
  };
}

/** `content/gamestate/rooms/D4.md` → `rooms.D4` */
function placeOf(path: string): string | null {
  const names = path.slice(GAMESTATE.length).replace(/\.md$/u, '').split('/').map(idOfFileName);
  if (!path.endsWith('.md') || names.length > 2) return null;
  if (names.length === 1 && names[0] !== 'game' && names[0] !== 'dynasty') return null;
  return names.join('.');
}

import { toCamel } from '../../kernel/names.ts';
import { fileNameOf, GAME_FILE, GAMESTATE, type ContentFiles } from '../../store/paths.ts';

type Files = ReadonlyMap<string, string>;

/** The file and line where a clause, or a helper of it, defines something such as a hook or a variable. */
export function placeOfDefinition(files: Files, rule: string, id: string): string {
  const own = `${rule}.ts`;
  const name = RegExp.escape(id);
  const key = new RegExp(`(?:['"\`]${name}['"\`]|\\b${RegExp.escape(toCamel(id))})\\s*[:(]`);
  const helpers = [...files.keys()].filter((path) => path.endsWith('.ts') && path.includes('/helpers/'));
  for (const path of [own, ...helpers]) {
    const line = lineOf(files.get(path) ?? '', key);
    if (line !== null) return `${path}:${line}`;
  }
  return own;
}

/** The place of a stored value: `players.ana.oil` → `content/gamestate/players/ana.md:4`. */
export function placeInStore(files: ContentFiles, path: string): string {
  const [scope = '', id = '', field = id] = path.split('.');
  const places = [
    `${GAMESTATE}${scope}/${fileNameOf(id)}.md`,
    `${GAMESTATE}${scope}.md`,
    `${GAMESTATE}${scope}.yml`,
    GAME_FILE,
  ];
  const file = places.find((place) => files.has(place));
  if (file === undefined) return path;
  const line = lineOf(files.get(file) ?? '', new RegExp(`^\\s*['"]?${RegExp.escape(field)}['"]?\\s*:`, 'm'));
  return line === null ? file : `${file}:${line}`;
}

function lineOf(text: string, pattern: RegExp): number | null {
  const found = pattern.exec(text);
  if (found === null) return null;
  const at = found.index + found[0].length - found[0].trimStart().length;
  return text.slice(0, at).split('\n').length;
}
